"""The original's recordings: the folder ARCHIVIST_ORACLE, by default ``../shared/data/dagonizer`` beside the checkout.

Other folders of the same form do as well, since everything in them is found, nothing is listed here.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

Json = Mapping[str, object]


def folder() -> Path | None:
    default = Path(__file__).parents[3] / "shared" / "data" / "dagonizer"
    folder = Path(os.environ.get("ARCHIVIST_ORACLE", default))
    return folder if folder.is_dir() else None


FOLDER = folder()


def files(kind: str, suffix: str = "json") -> list[Path]:
    return sorted((FOLDER / kind).glob(f"*.{suffix}")) if FOLDER is not None else []


def read(name: str) -> object:
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"this oracle has no {name}")
    return json.loads(path.read_text())


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", files(kind), ids=lambda path: path.stem)


def documents(trace: Json) -> list[Json]:
    return [trace["document"], *trace.get("otherDocuments", ())]


def placements(trace: Json, kind: str) -> Iterator[Json]:
    return (one for document in documents(trace) for one in document["nodes"] if one["@type"] == kind)
