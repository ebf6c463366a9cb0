"""What all messages have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A message that crosses: nothing in it that its kind does not name."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Later(Message):
    """A message that is not needed before the page is ready: its validator is built when the first one crosses."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
