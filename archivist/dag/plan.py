"""A DAG compiled for running: steps linked to steps, everything looked up once. Standard library only."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from archivist.dag.node import AnyNode
from archivist.dag.reducers import Reducer
from archivist.dag.retry import RetryPolicy
from archivist.dag.run import StateLike

if TYPE_CHECKING:
    from archivist.dag.frame import Frame
    from archivist.dag.strategies import GatherStrategy

__all__ = [
    "HELD",
    "EmbedSpec",
    "Entry",
    "Fire",
    "GatherSpec",
    "Kind",
    "Plan",
    "Reference",
    "ScatterSpec",
    "SingleSpec",
    "Step",
    "Straight",
    "TerminalSpec",
]

Kind = Literal["single", "scatter", "embed", "gather", "terminal", "phase"]
Outcome = Literal["completed", "failed"]


class Held:
    """What firing a step gives when it could not finish: the run was stopped or is parked inside it."""


HELD: Final = Held()
# A step fired: the port all items took, None when they took several, HELD when it has not finished.
Fire = Callable[["Frame", "Step"], Awaitable[str | Held | None]]
Check = Callable[[StateLike], str | None]
Call = Callable[..., Awaitable[str]]


@dataclass(slots=True, kw_only=True, eq=False)
class Step:
    """One placement. ``rank`` then ``order`` decide what runs next."""

    iri: str
    name: str
    kind: Kind
    order: int
    fire: Fire
    spec: "Spec"
    rank: int = 0
    routes: dict[str, "Step"] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True, eq=False)
class SingleSpec:
    """A node and how it is called. ``call`` is the node's own ``execute`` unless a time-out or retries guard it."""

    node: AnyNode
    call: Call
    many: Callable[..., Awaitable[list[str]]] | None
    retry: RetryPolicy | None
    checks: Mapping[str, Check]


@dataclass(slots=True, kw_only=True, eq=False)
class Reference:
    """Which DAG: one, or one of several that a field names."""

    plans: dict[str, "Plan"]
    path: str | None  # None: there is only one
    expand: Callable[[str], str]


@dataclass(slots=True, kw_only=True, eq=False)
class EmbedSpec:
    """A DAG as one step; mappings are (to, from) pairs of paths."""

    reference: Reference
    inputs: tuple[tuple[str, str], ...]
    outputs: tuple[tuple[str, str], ...]
    result_field: str | None


@dataclass(slots=True, kw_only=True, eq=False)
class ScatterSpec:
    """A scatter. ``stream_to`` is the one gather that folds its records as they come, if its routes allow that."""

    source: str
    item_key: str
    body: SingleSpec | Reference
    reduce: Reducer
    inputs: tuple[tuple[str, str], ...]
    concurrency: int
    adaptive_floor: int | None
    key_field: str | None
    capacity: int
    idle: float | None
    result_field: str | None = None
    stream_to: Step | None = None
    keeps_records: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class GatherSpec:
    """A gather: sources in declared order with their result fields, and when it fires."""

    sources: dict[str, str | None]
    config: Mapping[str, object]
    strategy: "GatherStrategy"
    custom: SingleSpec | None
    needed: int
    first_only: int | None
    include_errors: bool


@dataclass(slots=True, kw_only=True, eq=False)
class TerminalSpec:
    """An end of the flow."""

    outcome: Outcome


Spec = SingleSpec | EmbedSpec | ScatterSpec | GatherSpec | TerminalSpec


@dataclass(slots=True, kw_only=True, eq=False)
class Entry:
    """One entrypoint: its label, the IRI gathers know it by, and where it leads."""

    label: str
    source: str
    step: Step


@dataclass(slots=True, kw_only=True, eq=False)
class Straight:
    """A DAG of one node, which takes items one by one, and the outcomes of the terminals its ports lead to."""

    step: Step
    spec: SingleSpec
    outcomes: Mapping[str, Outcome]


@dataclass(slots=True, kw_only=True, eq=False)
class Plan:
    """A whole DAG, ready to run. ``entries`` starts with the one that keeps the state it is given."""

    iri: str
    name: str
    steps: dict[str, Step]
    entries: list[Entry]
    pre: list[Step]
    post: list[Step]
    factory: Callable[[], StateLike] | None = None
    direct: Step | None = None  # where items start when there is one entrypoint and it is no gather
    straight: Straight | None = None  # where the DAG is one node and its ends
    shared: bool = True  # whether items can flow through together: one entrypoint, and no gather to merge them
