"""Dotted paths into a state: ``out.items.0.title``. Standard library only.

A state is anything with fields (attributes), a mapping or a list; segments that are whole numbers index lists.
Writing never reaches attributes that are not fields, so no document can touch methods or dunders.
"""

from collections.abc import Callable, Mapping, MutableMapping, MutableSequence

__all__ = ["fields_of", "get", "put", "writable"]

_MISSING = object()


def fields_of(value: object) -> Mapping[str, object] | None:
    """The fields of a state or model as a mapping of names, or None when the value has none."""
    kind = type(value)
    names = getattr(kind, "model_fields", None) or getattr(kind, "__dataclass_fields__", None)
    return names if isinstance(names, Mapping) else None


def get(root: object, path: str) -> object:
    """The value at a path, or None where it leads nowhere. An empty path, or dots alone, mean the root."""
    value = root
    for segment in path.split("."):
        if segment:
            value = _child(value, segment)
            if value is _MISSING:
                return None
    return value


def _child(value: object, segment: str) -> object:
    kind = type(value)
    if kind is dict:
        return value.get(segment, _MISSING)  # type: ignore[attr-defined]  # it is a dict
    names = _FIELDS.get(kind)
    if names is None:
        if isinstance(value, Mapping):
            return value.get(segment, _MISSING)
        if isinstance(value, str | MutableSequence | tuple):
            return _indexed(value, segment)
        names = _FIELDS[kind] = frozenset(fields_of(value) or ())
    return getattr(value, segment) if segment in names else _MISSING


_FIELDS: dict[type, frozenset[str]] = {}


def _indexed(value: "str | MutableSequence[object] | tuple[object, ...]", segment: str) -> object:
    if segment == "length":  # documents written for the original count with it
        return len(value)
    if not segment.isdecimal() or int(segment) >= len(value):
        return _MISSING
    return value[int(segment)]


def put(root: object, path: str, value: object) -> bool:
    """Writes a value at a path, making the mappings in between; False when the path cannot be written.

    Refused: empty segments, dunder names, fields a state does not have, and steps through text, numbers or None.
    """
    if not writable(path):
        return False
    segments = path.split(".")
    holder = root
    for segment in segments[:-1]:
        holder = _descend(holder, segment)
        if holder is None:
            return False
    return _writer(holder)(segments[-1], value)


def writable(path: str) -> bool:
    """Whether a path could be written at all, whatever it is written to."""
    segments = path.split(".")
    return all(segments) and not any(_reserved(segment) for segment in segments)


def _reserved(segment: str) -> bool:
    return segment in {"constructor", "prototype"} or (segment.startswith("__") and segment.endswith("__"))


def _descend(holder: object, segment: str) -> object:
    found = _child(holder, segment)
    if found is not _MISSING:
        return found
    made: dict[str, object] = {}
    return made if _writer(holder)(segment, made) else None


def _writer(holder: object) -> "Callable[[str, object], bool]":
    if isinstance(holder, MutableMapping):
        return lambda segment, value: _set_key(holder, segment, value)
    if isinstance(holder, MutableSequence):
        return lambda segment, value: _set_index(holder, segment, value)
    return lambda segment, value: _set_field(holder, segment, value)


def _set_key(holder: "MutableMapping[str, object]", segment: str, value: object) -> bool:
    holder[segment] = value
    return True


def _set_index(holder: "MutableSequence[object]", segment: str, value: object) -> bool:
    if not segment.isdecimal():
        return False
    index = int(segment)
    # A hole is filled with None, as in the original; the limit keeps a mistyped index from filling the memory.
    if index > len(holder) + 10_000:
        return False
    holder.extend([None] * (index + 1 - len(holder)))
    holder[index] = value
    return True


def _set_field(holder: object, segment: str, value: object) -> bool:
    names = fields_of(holder)
    if names is None or segment not in names:
        return False
    setattr(holder, segment, value)
    return True
