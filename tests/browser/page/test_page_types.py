"""`web/types.d.ts` says the same as the models and events it is written after."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from archivist.dag import Event
from archivist.librarian.answer import Answer, Citation, Claim, Outcome, ShownBook, SourceReport, Status
from archivist.settings import Settings

TYPES = (Path(__file__).parents[3] / "web/types.d.ts").read_text("utf-8")


def fields_of(interface: str) -> set[str]:
    body = re.search(rf"export interface {interface} \{{\n(.*?)\n\}}", TYPES, re.DOTALL)
    assert body is not None
    return set(re.findall(r"^  (\w+)\??:", body[1], re.MULTILINE))


def words_of(name: str) -> set[str]:
    union = re.search(rf"export type {name} =(.*?);", TYPES, re.DOTALL)
    assert union is not None
    return set(re.findall(r'"([\w-]+)"', union[1]))


@pytest.mark.parametrize(
    ("interface", "model"),
    [
        ("Book", ShownBook),
        ("Citation", Citation),
        ("Claim", Claim),
        ("SourceReport", SourceReport),
        ("Answer", Answer),
        ("Settings", Settings),
    ],
)
def test_an_interface_has_the_fields_of_its_model(interface: str, model: type[BaseModel]) -> None:
    assert fields_of(interface) == set(model.model_fields)


def test_an_event_has_the_fields_that_the_engine_emits() -> None:
    emitted = {field.name for field in dataclasses.fields(Event)}

    # The page follows events in the order in which they come, so their number is of no use to it; the state itself
    # is no part of an event's JSON.
    assert fields_of("RunEvent") == emitted - {"seq", "state"}


@pytest.mark.parametrize(("name", "words"), [("Status", Status), ("Outcome", Outcome)])
def test_a_closed_set_has_the_same_words(name: str, words: object) -> None:
    assert words_of(name) == set(get_args(words))
