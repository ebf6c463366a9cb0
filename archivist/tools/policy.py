"""How a tool's calls are run: what they may touch, how long, how often, how many at once, how much text comes back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal
from urllib.parse import quote

from pydantic import JsonValue

from archivist.dag import RetryPolicy
from archivist.tools.errors import PolicyInvalid
from archivist.tools.pace import Pace

Idempotency = Literal["unknown", "idempotent", "conditional", "non_idempotent"]
Oversize = Literal["truncate", "fail"]

_PLACEHOLDER = re.compile(r"\{(tool|owner|run|thread|arg:[A-Za-z0-9_-]{1,64})\}")
_PLACEHOLDERS = "{tool} {owner} {run} {thread} {arg:NAME}"
_KEY_LIMIT = 512
_PART_LIMIT = 256
_PENDING_LIMIT = 65_536
_PRIORITY = 255


class Effect(StrEnum):
    """What a call may change. Only the two read classes make a failure harmless; unknown is treated as a write."""

    UNKNOWN = "unknown"
    READ = "read_only"
    EXTERNAL_READ = "external_read"
    WORKSPACE_WRITE = "workspace_write"
    EXTERNAL_WRITE = "external_write"

    @property
    def reads(self) -> bool:
        """Whether nothing is changed, so that a failed call leaves nothing uncertain."""
        return self is Effect.READ or self is Effect.EXTERNAL_READ


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPolicy:
    """The host's rules for one tool; the model never sees or sets them.

    Args:
        effect: what a call may change.
        idempotency: whether doing it twice is the same as once.
        timeout: seconds an attempt may take, further bounded by the run's deadline; None leaves only the deadline.
        retry: how often a retryable failure is tried and after which waits (a service's Retry-After wins when longer);
            more than one attempt needs a read or an idempotent call. None: once.
        concurrency: calls of one key at once; None means no limit for reads and 1 for everything else.
        key: what calls are counted by; placeholders {tool} {owner} {run} {thread} {arg:NAME}.
        max_pending: calls that may wait for a key before further ones are rejected.
        queue_timeout: seconds a call may wait for its key.
        priority: 0 to 255; each point lets a call wait for its key as if it had waited a second longer.
        pace: how often calls of one key may be made, tries again included; who would wait too long is rejected.
        hedge: seconds after which a second attempt begins beside a slow first one; the first success is taken. Needs a
            read or an idempotent call; None for none. The 95th percentile of the tool's own times is a usual choice.
        fallback: name of the read that stands in for this one when it fails, with the same arguments. It is decided
            with the call, before anything runs: read, checked against its own schema, and put to the gate.
        coalesce: identical calls that overlap share one execution; needs an idempotent read.
        remember: seconds in which an identical successful call is answered again without running; needs coalesce.
        breaker: key of the circuit breaker, such as a host name; None for none.
        output_limit: characters of a result that the model sees (a model's context is a few ten thousand tokens).
        oversize: `truncate` with a notice, the whole kept as an artifact, or `fail`.
        coerce: let `"8"` pass for 8 when nothing else is wrong.
        identical_limit: identical calls of one turn that run; None takes the dispatcher's.
    """

    effect: Effect = Effect.UNKNOWN
    idempotency: Idempotency = "unknown"
    timeout: float | None = 30.0
    retry: RetryPolicy | None = None
    concurrency: int | None = None
    key: str = "tool:{tool}"
    max_pending: int = 128
    queue_timeout: float = 60.0
    priority: int = 0
    pace: Pace | None = None
    hedge: float | None = None
    fallback: str = ""
    coalesce: bool = False
    remember: float = 0.0
    breaker: str | None = None
    output_limit: int = 16_000
    oversize: Oversize = "truncate"
    coerce: bool = False
    identical_limit: int | None = None

    def __post_init__(self) -> None:
        for broken, rule in self._rules():
            if broken:
                message = f"tool policy: {rule}"
                raise PolicyInvalid(message)

    def _rules(self) -> list[tuple[bool, str]]:
        repeatable = self.effect.reads or self.idempotency in {"idempotent", "conditional"}
        return [
            (self.timeout is not None and self.timeout <= 0, "timeout must be above 0, or None for none"),
            (self.attempts > 1 and not repeatable, "more than one attempt needs a read effect or an idempotent tool"),
            (self.concurrency is not None and self.concurrency < 1, "concurrency must be at least 1, or None"),
            (not 1 <= self.max_pending <= _PENDING_LIMIT, f"max_pending must be 1 to {_PENDING_LIMIT}"),
            (self.queue_timeout <= 0, "queue_timeout must be above 0"),
            (not 0 <= self.priority <= _PRIORITY, f"priority must be 0 to {_PRIORITY}"),
            (
                self.hedge is not None and not (self.hedge > 0 and repeatable),
                "hedge needs seconds, and a read or the like",
            ),
            (self.fallback != "" and not self.effect.reads, "fallback needs a read effect, or it would act twice"),
            (self.coalesce and not self.may_coalesce, "coalesce needs a read effect and idempotency 'idempotent'"),
            (self.remember != 0 and not (self.coalesce and self.remember > 0), "remember needs coalesce, and seconds"),
            (self.output_limit < 1, "output_limit must be at least 1"),
            (not _template_ok(self.key), f"key {self.key!r} holds something else than {_PLACEHOLDERS}"),
        ]

    @property
    def attempts(self) -> int:
        """How often a call is tried at most."""
        return self.retry.attempts if self.retry else 1

    @property
    def may_coalesce(self) -> bool:
        """Whether one execution may answer several identical calls."""
        return self.effect.reads and self.idempotency == "idempotent"

    @property
    def at_once(self) -> int | None:
        """Calls of one key that may run at once; None for no limit."""
        if self.concurrency is None:
            return None if self.effect.reads else 1
        return self.concurrency

    @property
    def repeatable(self) -> bool:
        """Whether a failed call may be made again without asking anybody."""
        return self.effect.reads or self.idempotency == "idempotent"

    def uncertain(self, *, started: bool) -> bool:
        """Whether a call that did not succeed may have changed something all the same."""
        return started and not self.repeatable

    def hints(self) -> dict[str, bool]:
        """The policy as the annotations of the Model Context Protocol, for a host's own page."""
        return {
            "readOnlyHint": self.effect.reads,
            "destructiveHint": not self.effect.reads and self.idempotency != "idempotent",
            "idempotentHint": self.idempotency == "idempotent",
            "openWorldHint": self.effect not in {Effect.READ, Effect.WORKSPACE_WRITE},
        }


def _template_ok(key: str) -> bool:
    rest = _PLACEHOLDER.sub("", key)
    return 1 <= len(key) <= _KEY_LIMIT and "{" not in rest and "}" not in rest


def key_of(policy: ToolPolicy, known: Mapping[str, str], arguments: Mapping[str, JsonValue]) -> str:
    """The key that a call is counted by.

    Raises:
        ValueError: the template names an identity or an argument that this call does not have; the call must not run.
    """

    def part(found: re.Match[str]) -> str:
        name = found[1]
        value = arguments.get(name[4:]) if name.startswith("arg:") else known.get(name)
        return _quoted(name, value)

    return _PLACEHOLDER.sub(part, policy.key)


def _quoted(name: str, value: JsonValue) -> str:
    if isinstance(value, (dict, list)) or value is None or value == "":
        kind, _, bare = name.rpartition(":")
        needed = f"argument {bare!r}" if kind else f"identity {bare!r}"
        msg = f"tool resource template requires {needed}"
        raise ValueError(msg)
    text = quote(str(value), safe="")
    if len(text) > _PART_LIMIT:
        msg = f"tool resource template: {name!r} is longer than {_PART_LIMIT} characters"
        raise ValueError(msg)
    return text
