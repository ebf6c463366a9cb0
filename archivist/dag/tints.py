"""Colours for what runs in a container, and the classes that carry them."""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

__all__ = ["TEXT", "classes", "role_colours"]

_PALETTE: Final = (
    ("#b45309", "#d97706"), ("#7c3aed", "#8b5cf6"), ("#be185d", "#db2777"), ("#0f766e", "#14b8a6"),
    ("#3730a3", "#4f46e5"), ("#3f6212", "#65a30d"), ("#0369a1", "#0ea5e9"), ("#86198f", "#c026d3"),
)  # fmt: skip
TEXT: Final = "#eef3f7"
_OFFSET: Final = 0x811C9DC5  # FNV-1a's
_PRIME: Final = 0x01000193


def role_colours(role: str) -> tuple[str, str]:
    """Fill and stroke of a container role. Eight pairs, so roles may share one.

    The hash multiplies in floating point and keeps 32 bits, as the original's does, so pictures keep their colours.
    """
    units = struct.unpack(f"<{len(role.encode('utf-16-le')) // 2}H", role.encode("utf-16-le"))
    value = _int32(_OFFSET)
    for unit in units:
        value = _int32(int(float(value ^ unit) * float(_PRIME)))
    return _PALETTE[(value & 0xFFFFFFFF) % len(_PALETTE)]


def _int32(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def classes(members: Mapping[str, Sequence[str]], tints: Mapping[str, str]) -> Iterator[str]:
    """Lines that define a class a role and give it to the role's placements; tints replace the fill."""
    taken: set[str] = set()
    for role, ids in members.items():
        wanted = re.sub(r"[^A-Za-z0-9]", "_", role)
        token, count = wanted, 1
        while token in taken:
            count += 1
            token = f"{wanted}_{count}"
        taken.add(token)
        fill, stroke = role_colours(role)
        yield f"classDef contained-{token} fill:{tints.get(role, fill)},stroke:{stroke},color:{TEXT}"
        yield from (f"class {one} contained-{token}" for one in ids)
