"""JSON Schemas of states at routes: do they fit, and does a state keep its promise?"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from archivist.dag.run import StateLike

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

__all__ = ["Relation", "checker", "relation"]

Schema = Mapping[str, object]
Relation = Literal["compatible", "incompatible", "unknown"]


def relation(produced: Schema, required: Schema) -> Relation:
    """How what one placement leaves fits what the next needs, as far as property names and types tell.

    Both say nothing, or the next needs nothing: compatible. A needed property that is missing, optional or of another
    type: incompatible. A whole number serves where a number is needed. Anything the schemas do not say: unknown.
    """
    needed = required.get("required")
    if not isinstance(needed, list) or not needed:
        return "compatible"
    offered = produced.get("properties")
    if not isinstance(offered, Mapping):
        return "unknown"
    always = produced.get("required")
    certain = set(always) if isinstance(always, list) else set()
    wanted = required.get("properties")
    verdicts = {_one(str(name), offered, certain, wanted if isinstance(wanted, Mapping) else {}) for name in needed}
    return "incompatible" if "incompatible" in verdicts else "unknown" if "unknown" in verdicts else "compatible"


def _one(name: str, offered: Schema, certain: set[object], wanted: Schema) -> Relation:
    if name not in offered or name not in certain:
        return "incompatible"
    has, needs = _kind(offered[name]), _kind(wanted.get(name))
    if has is None or needs is None:
        return "unknown"
    return "compatible" if has == needs or (has, needs) == ("integer", "number") else "incompatible"


def _kind(schema: object) -> str | None:
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    return kind if isinstance(kind, str) else None


def checker(schema: Schema) -> Callable[[StateLike], str | None]:
    """A check of a state against a schema: None, or what is wrong with it in words."""

    def check(state: StateLike) -> str | None:
        problems = [str(problem.message) for problem in _validator(_Key(schema)).iter_errors(state.snapshot())]
        return "; ".join(problems) or None

    return check


class _Key:
    """A schema as a cache key: the same object, whatever it holds."""

    __slots__ = ("schema",)

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.schema is self.schema


@lru_cache(maxsize=256)
def _validator(key: _Key) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - only runs that validate pay for it

    return Draft202012Validator(key.schema)
