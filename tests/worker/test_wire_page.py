"""The page's switch and types know exactly the messages that `archivist.wire` sends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from archivist.wire import schema

WEB = Path(__file__).resolve().parents[2] / "web"


def kinds(direction: str) -> set[str]:
    mapping = cast("dict[str, dict[str, dict[str, str]]]", schema()[direction])
    return set(mapping["discriminator"]["mapping"])


def test_the_pages_switch_has_one_case_for_each_kind_that_comes_down() -> None:
    code = (WEB / "engine.js").read_text(encoding="utf-8")

    assert set(re.findall(r'case "([\w-]+)":', code)) == kinds("down")
    assert "default:" in code


def test_the_pages_types_name_the_same_kinds_as_the_wire() -> None:
    types = (WEB / "types.d.ts").read_text(encoding="utf-8")
    up, down = (re.search(rf"export type {name} =(.*?);\n\n", types, re.DOTALL) for name in ("Up", "Down"))

    assert up is not None
    assert set(re.findall(r't: "([\w-]+)"', up[1])) == kinds("up")
    assert down is not None
    # A reply has many shapes, so it is a type of its own.
    replies = {"reply"} if "| Reply" in down[1] else set()
    assert set(re.findall(r't: "([\w-]+)"', down[1])) | replies == kinds("down")
