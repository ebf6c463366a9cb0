"""The difference between two JSON values, as a JSON Patch (RFC 6902). Standard library only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

__all__ = ["Patch", "difference", "patched", "pointer"]

Patch = Sequence[Mapping[str, object]]


def pointer(*parts: object) -> str:
    """A JSON Pointer (RFC 6901): ``/nodes/0/outputs``; the empty one is the whole document."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def difference(before: object, after: object, at: str = "") -> Iterator[dict[str, object]]:
    """What turns one value into the other: ``add``, ``remove`` and ``replace``; a list that grew is added to."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _between_objects(before, after, at)
    elif isinstance(before, list) and isinstance(after, list) and len(before) <= len(after):
        for index, old in enumerate(before):
            yield from difference(old, after[index], f"{at}/{index}")
        yield from ({"op": "add", "path": f"{at}/-", "value": value} for value in after[len(before) :])
    elif type(before) is not type(after) or before != after:  # in Python, 1 == 1.0 == True
        yield {"op": "replace", "path": at, "value": after}


def _between_objects(before: Mapping[str, object], after: Mapping[str, object], at: str) -> Iterator[dict[str, object]]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": at + pointer(key)}
    for key, value in after.items():
        if key in before:
            yield from difference(before[key], value, at + pointer(key))
        else:
            yield {"op": "add", "path": at + pointer(key), "value": value}


def patched(document: object, patch: Patch) -> object:
    """The document with a patch of `difference` applied, in place where it can be."""
    for change in patch:
        path = str(change["path"])
        if not path:
            document = change["value"]
            continue
        holder, key = _holder(document, path)
        if change["op"] == "remove":
            del cast("dict[str, object]", holder)[key]
        elif isinstance(holder, list):
            _put(holder, key, change["value"])
        else:
            cast("dict[str, object]", holder)[key] = change["value"]
    return document


def _holder(document: object, path: str) -> tuple[object, str]:
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
    for part in parents:
        document = document[int(part)] if isinstance(document, list) else cast("dict[str, object]", document)[part]
    return document, last


def _put(holder: list[object], key: str, value: object) -> None:
    if key == "-":
        holder.append(value)
    else:
        holder[int(key)] = value
