"""Control signals found through whatever wrapped them, and which of several wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archivist.tools.errors import Stop, ToolInterrupt

_FAULT, _INTERRUPT = 1, 3
_DEPTH = 64
_MEMBERS = 256


def signal_in(error: BaseException) -> Stop | ToolInterrupt | None:
    """The control signal that `error` is or wraps, as the very object that was raised; the strongest of several.

    Causes, contexts and members of groups are searched, 64 deep and 256 in all, so that no chain is endless.
    """
    if isinstance(error, (Stop, ToolInterrupt)):
        return error
    found = [one for one in _chain(error) if isinstance(one, (Stop, ToolInterrupt))]
    return min(found, key=rank, default=None)


def rank(signal: BaseException) -> int:
    """Cancellation, then what is no signal at all (a fault of ours), then hook block, then interrupt."""
    if isinstance(signal, Stop):
        return signal.rank
    return _INTERRUPT if isinstance(signal, ToolInterrupt) else _FAULT


def strongest(signals: Iterable[BaseException]) -> BaseException | None:
    """The signal that a batch ends with; `signals` stand in call order."""
    return min(signals, key=rank, default=None)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    level: list[BaseException] = [error]
    for _ in range(_DEPTH):
        following: list[BaseException] = []
        for one in level:
            if id(one) in seen or len(seen) >= _MEMBERS:
                continue
            seen.add(id(one))
            yield one
            following.extend(_behind(one))
        level = following


def _behind(error: BaseException) -> list[BaseException]:
    members = list(error.exceptions) if isinstance(error, BaseExceptionGroup) else []
    hidden = None if error.__suppress_context__ else error.__context__
    return [one for one in (error.__cause__, hidden, *members) if one is not None]
