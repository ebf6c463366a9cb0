"""All that is needed to go on with a run, as JSON. Standard library only.

The form is the original's (``dagName``, ``cursor``, ``state``, ``executedNodes``, ``skippedNodes``, ``stores``), and
``progress`` holds what is under way inside: waiting items, scatters, gathers and nested DAGs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from archivist.dag import paths
from archivist.dag.copying import copied
from archivist.dag.errors import CheckpointError, DocumentError
from archivist.dag.iri import is_absolute

__all__ = ["Checkpoint"]

Json = Mapping[str, object]


class Snapshot(Protocol):
    """What a checkpoint asks of a store; see `archivist.dag.stores.Store`."""

    def snapshot(self) -> dict[str, object]:
        """Everything in the store as JSON."""

    def restore(self, snapshot: Json) -> None:
        """Replaces everything by a snapshot."""


_KEYS = {
    "dagName": str,
    "cursor": str,
    "state": dict,
    "executedNodes": list,
    "skippedNodes": list,
    "stores": dict,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A run that can go on.

    Attributes:
        dag, cursor: IRIs of the DAG and of the placement that runs next.
        state: the state's snapshot; executed, skipped: display names so far.
        stores: snapshots of the stores that were captured with it, by name.
        progress: what waits and what is under way, see `archivist.dag.frames`.
        run_id: the run this was taken of; a resumed run keeps it.
        seq: of the last event before it; a resumed run goes on counting there, so that together they are one log.
    """

    dag: str
    cursor: str
    state: Json
    executed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    stores: Json = field(default_factory=dict)
    progress: Json = field(default_factory=dict)
    run_id: str = ""
    seq: int = 0
    state_type: type | None = field(default=None, repr=False, compare=False)  # known in the same process only

    def __post_init__(self) -> None:
        if not is_absolute(self.dag):
            msg = f"a checkpoint names its DAG by absolute IRI, not {self.dag!r}"
            raise CheckpointError(msg)

    def to_json(self) -> dict[str, object]:
        """The checkpoint as JSON values; `load` reads them back to an equal checkpoint."""
        return {
            "dagName": self.dag,
            "cursor": self.cursor,
            "state": dict(self.state),
            "executedNodes": self.executed,
            "skippedNodes": self.skipped,
            "stores": dict(self.stores),
            "progress": dict(self.progress),
            "runId": self.run_id,
            "seq": self.seq,
        }

    def dump(self) -> str:
        """The checkpoint as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False)

    @classmethod
    def load(cls, source: str | bytes | Json) -> "Checkpoint":
        """Reads a checkpoint from JSON text or values.

        Raises:
            DocumentError: no JSON, or not a checkpoint; says which key is missing or of the wrong type.
        """
        values = _parsed(source)
        wrong = [key for key, kind in _KEYS.items() if not isinstance(values.get(key), kind)]
        if wrong:
            msg = f"this is no checkpoint: {', '.join(map(repr, wrong))} missing or of the wrong type"
            raise DocumentError(msg, context={"keys": wrong})
        return cls(
            dag=str(values["dagName"]),
            cursor=str(values["cursor"]),
            state=cast("Json", values["state"]),
            executed=[str(name) for name in cast("list[object]", values["executedNodes"])],
            skipped=[str(name) for name in cast("list[object]", values["skippedNodes"])],
            stores=cast("Json", values["stores"]),
            progress=cast("Json", values.get("progress") or {}),
            run_id=str(values.get("runId") or ""),
            seq=cast("int", values.get("seq") or 0),
        )

    def with_stores(self, stores: Mapping[str, "Snapshot"]) -> "Checkpoint":
        """The same checkpoint with snapshots of stores, taken now, by name."""
        return replace(self, stores={name: store.snapshot() for name, store in stores.items()})

    def restore_stores(self, stores: Mapping[str, "Snapshot"]) -> None:
        """Puts snapshots back into stores of the same names; other stores are left alone.

        Raises:
            CheckpointError: the checkpoint has a store that is not given.
            StoreError: a store is of another type or version than its snapshot.
        """
        missing = sorted(set(self.stores) - set(stores))
        if missing:
            msg = f"the checkpoint holds {', '.join(map(repr, missing))}; give those stores to restore them"
            raise CheckpointError(msg)
        for name, snapshot in self.stores.items():
            stores[name].restore(cast("Json", snapshot))

    def with_state(self, **values: object) -> "Checkpoint":
        """The same checkpoint with other values in fields of its state; double underscores go down a level."""
        state = copied(dict(self.state))
        for name, value in values.items():
            if not paths.put(state, name.replace("__", "."), value):
                msg = f"{name!r} cannot be written to the checkpoint's state"
                raise CheckpointError(msg)
        return replace(self, state=state)


def _parsed(source: str | bytes | Json) -> Json:
    if isinstance(source, Mapping):
        return source
    try:
        values = json.loads(source)
    except ValueError as error:
        msg = f"this is no checkpoint: {error}"
        raise DocumentError(msg) from error
    if not isinstance(values, dict):
        msg = f"this is no checkpoint: a JSON object is needed, not {type(values).__name__}"
        raise DocumentError(msg)
    return values
