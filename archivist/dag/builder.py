"""Writing DAG documents in Python: short names in, a checked document out."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Literal, Self, get_args

from pydantic import JsonValue, ValidationError

from archivist.dag.documents import (
    Body,
    Dag,
    DagReference,
    EmbeddedDagNode,
    GatherNode,
    PhaseNode,
    Placement,
    ScatterNode,
    SingleNode,
    TerminalNode,
)
from archivist.dag.errors import DefinitionError
from archivist.dag.iri import entrypoint_iri, is_absolute, local_name, placement_iri
from archivist.dag.node import AnyNode
from archivist.dag.retry import RetryPolicy
from archivist.dag.vocabulary import CONTEXT

__all__ = ["Builder"]

Routes = Mapping[str, str]
NodeRef = AnyNode | str
DagRef = Dag | DagReference | str


class Builder:
    """Builds one DAG document, placement by placement.

    Placement names are short: ``"greet"`` becomes ``<dag iri>/node/greet``. Routes name placements the same way, as
    keyword arguments (``done="bye"``) or, for ports that are no Python names, in ``routes={"all-success": "bye"}``.
    The entrypoint ``main`` is the first placement that is no phase, unless `entrypoints` says otherwise.

    Args:
        iri: absolute IRI of the DAG.
        version: free text.
        name: for people; else the last part of the IRI.
        prefixes: namespace prefixes the document declares beside the vocabulary.
    """

    def __init__(
        self, iri: str, version: str = "1", *, name: str | None = None, prefixes: Mapping[str, str] | None = None
    ) -> None:
        placement_iri(iri, "any")  # refuses an IRI from which no placement could get its own
        self._iri = iri
        self._version = version
        self._name = name or local_name(iri)
        self._context: dict[str, JsonValue] = {**CONTEXT, **(prefixes or {})}
        self._placements: dict[str, dict[str, object]] = {}
        self._kinds: dict[str, type[Placement]] = {}
        self._entries: dict[str, str] | None = None

    def _add(self, name: str, kind: type, fields: Mapping[str, object]) -> Self:
        if name in self._placements:
            msg = f"DAG {self._iri!r} has two placements named {name!r}; names are unique within a DAG"
            raise DefinitionError(msg)
        self._placements[name] = {"@id": placement_iri(self._iri, name), "name": name, **_given(fields)}
        self._kinds[name] = kind
        return self

    def single(
        self,
        name: str,
        node: NodeRef,
        *,
        routes: Routes | None = None,
        retry: RetryPolicy | str | None = None,
        **ports: str,
    ) -> Self:
        """A node. ``retry`` is a policy for errors it raises; given as text it is the route of a port named retry."""
        if isinstance(retry, str):
            ports["retry"] = retry
        policy = _retry(retry) if isinstance(retry, RetryPolicy) else None
        return self._add(
            name, SingleNode, {"node": _node(node), "outputs": {**(routes or {}), **ports}, "retry": policy}
        )

    def scatter(  # noqa: PLR0913 - the fields of the placement
        self,
        name: str,
        source: str,
        body: AnyNode | DagRef | Body,
        *,
        concurrency: int | None = None,
        throttle: int | None = None,
        reservoir: tuple[str, int] | tuple[str, int, float] | None = None,
        item_key: str = "currentItem",
        reducer: str = "aggregate",
        inputs: Routes | None = None,
        container: str | None = None,
        routes: Routes | None = None,
        **ports: str,
    ) -> Self:
        """A body for each item of the list at ``source``.

        Args:
            name: of the placement.
            source: dotted path of the state.
            body: a node, a DAG, the IRI of a DAG, a reference that takes the DAG from the item, or a `Body`.
            concurrency: items, or batches, at a time; one when not given.
            throttle: a second limit on items at a time.
            reservoir: field, capacity and, if idle buckets are to be released, seconds: batches of one key.
            item_key: key of ``state.metadata`` under which the body finds its item.
            reducer: which output follows from the items' outputs.
            inputs: body path ← parent path.
            container: role of the container the body runs in; nothing can run it here yet.
            routes: port → placement name, for ports that are no Python names.
            **ports: port → placement name.
        """
        fields = {
            "source": source,
            "body": _body(body),
            "outputs": {**(routes or {}), **ports},
            "itemKey": item_key,
            "reducer": reducer,
            "stateMapping": {"input": dict(inputs)} if inputs else None,
            "execution": _execution(concurrency, throttle, reservoir),
            "container": container,
        }
        return self._add(name, ScatterNode, fields)

    def embed(  # noqa: PLR0913 - the fields of the placement
        self,
        name: str,
        dag: DagRef,
        *,
        inputs: Routes | None = None,
        outputs: Routes | None = None,
        result_field: str | None = None,
        container: str | None = None,
        routes: Routes | None = None,
        **ports: str,
    ) -> Self:
        """Another DAG as one step with the ports ``success`` and ``error``.

        Args:
            name: of the placement.
            dag: a DAG, its IRI, or a reference that takes it from the state.
            inputs: child path ← parent path, before it starts.
            outputs: parent path ← child path, after it ended.
            result_field: path of the child whose value is the result for a gather.
            container: role of the container it runs in; nothing can run it here yet.
            routes: port → placement name, for ports that are no Python names.
            **ports: port → placement name.
        """
        if isinstance(dag, DagReference) and dag.from_ != "state":
            msg = f"{name!r} is embedded, so its DAG comes from the state: DagReference(from_='state', ...)"
            raise DefinitionError(msg)
        mapping = _given({"input": dict(inputs or {}) or None, "output": dict(outputs or {}) or None})
        fields = {
            "outputs": {**(routes or {}), **ports},
            "dag": dag.id if isinstance(dag, Dag) else dag,
            "stateMapping": mapping or None,
            "gatherResult": {"resultField": result_field} if result_field else None,
            "container": container,
        }
        return self._add(name, EmbeddedDagNode, fields)

    def gather(  # noqa: PLR0913 - the fields of the placement
        self,
        name: str,
        sources: Sequence[str] | Mapping[str, str | None],
        strategy: str = "append",
        *,
        target: str | None = None,
        field: str | None = None,
        mapping: Routes | None = None,
        partitions: Routes | None = None,
        custom_node: NodeRef | None = None,
        policy: Literal["all", "any"] | int | None = None,
        include_errors: bool | None = None,
        routes: Routes | None = None,
        **ports: str,
    ) -> Self:
        """Where records come together.

        Args:
            name: of the placement.
            sources: names of placements, or entrypoint labels as ``entrypoint/main``; as a mapping, each with the path
                of its result.
            strategy: ``append``, ``collect``, ``map``, ``partition``, ``custom``, ``discard`` or a registered one.
            target: path of the list that append and collect push to.
            field: path of the record's state to push, instead of the item or the port.
            mapping: record path → state path, for map.
            partitions: port → state path, for partition.
            custom_node: the node that custom runs.
            policy: wait for all sources, for any one, or for so many.
            include_errors: False leaves records that failed out.
            routes: port → placement name; ports are success, error and empty.
            **ports: port → placement name.
        """
        named = sources if isinstance(sources, Mapping) else dict.fromkeys(sources)
        gather = {
            "strategy": strategy, "target": target, "field": field,
            "partitions": dict(partitions) if partitions else None, "mapping": dict(mapping) if mapping else None,
            "customNode": _node(custom_node) if custom_node is not None else None,
        }  # fmt: skip
        fields = {
            "sources": {key: _given({"resultField": path}) for key, path in named.items()},
            "gather": _given(gather),
            "outputs": {**(routes or {}), **ports},
            "policy": _policy(name, policy, len(named), include_errors=include_errors),
        }
        return self._add(name, GatherNode, fields)

    def terminal(self, name: str, outcome: Literal["completed", "failed"] = "completed") -> Self:
        """An end of the flow."""
        return self._add(name, TerminalNode, {"outcome": outcome})

    def phase(self, name: str, phase: Literal["pre", "post"], node: NodeRef) -> Self:
        """A node before the entrypoint, on a fresh start only, or after the last step, on every way out."""
        return self._add(name, PhaseNode, {"node": _node(node), "phase": phase})

    def entrypoints(self, labels: Mapping[str, str] | None = None, /, **more: str) -> Self:
        """Label → placement name; replaces the automatic entrypoint."""
        self._entries = {**(labels or {}), **more}
        return self

    def build(self) -> Dag:
        """The document.

        Raises:
            DefinitionError: no placement, a route or source that does not exist, or a field out of its limits.
        """
        entries = self._entries if self._entries is not None else self._automatic()
        nodes = [self._finished(name, fields) for name, fields in self._placements.items()]
        try:
            return Dag.model_validate(
                {
                    "@context": dict(self._context),
                    "@id": self._iri,
                    "@type": "DAG",
                    "name": self._name,
                    "version": self._version,
                    "entrypoints": {label: self._target("an entrypoint", at) for label, at in entries.items()},
                    "nodes": nodes,
                }
            )
        except ValidationError as error:
            msg = f"DAG {self._iri!r} cannot be built: {error}"
            raise DefinitionError(msg) from error

    def _automatic(self) -> dict[str, str]:
        for name, kind in self._kinds.items():
            if kind is not PhaseNode:
                return {"main": name}
        msg = f"DAG {self._iri!r} has no placement that could be its entrypoint; add one that is no phase"
        raise DefinitionError(msg)

    def _finished(self, name: str, fields: Mapping[str, object]) -> object:
        done = dict(fields)
        outputs = fields.get("outputs")
        if isinstance(outputs, Mapping):
            done["outputs"] = {port: self._target(f"port {port!r} of {name!r}", to) for port, to in outputs.items()}
        sources = fields.get("sources")
        if isinstance(sources, Mapping):
            done["sources"] = {self._source(name, str(key)): value for key, value in sources.items()}
        kind = self._kinds[name]
        (type_,) = get_args(kind.model_fields["type"].annotation)
        return kind.model_validate({"@type": type_, **done})

    def _source(self, name: str, source: str) -> str:
        label = source.removeprefix("entrypoint/")
        if source != label:
            return entrypoint_iri(self._iri, label)
        if is_absolute(source) and source.startswith(f"{self._iri}/entrypoint/"):
            return source
        return self._target(f"gather {name!r}", source)

    def _target(self, who: str, name: str) -> str:
        if name in self._placements:
            return placement_iri(self._iri, name)
        if any(name == fields["@id"] for fields in self._placements.values()):
            return name
        near = difflib.get_close_matches(name, self._placements, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f" (there are: {', '.join(self._placements) or 'none'})"
        msg = f"{who} of DAG {self._iri!r} leads to {name!r}, which is no placement of it{hint}"
        raise DefinitionError(msg)


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in fields.items() if value is not None}


def _node(node: NodeRef) -> str:
    return node if isinstance(node, str) else node.id


def _body(body: AnyNode | DagRef | Body) -> Body:
    if isinstance(body, Dag):
        return Body.model_validate({"dag": body.id})
    if isinstance(body, DagReference):
        if body.from_ != "item":
            msg = "a scatter's DAG comes from the item: DagReference(from_='item', ...)"
            raise DefinitionError(msg)
        return Body.model_validate({"dag": body})
    if isinstance(body, Body):
        return body
    return Body.model_validate({"dag": body} if isinstance(body, str) else {"node": body.id})


def _execution(
    concurrency: int | None, throttle: int | None, reservoir: tuple[str, int] | tuple[str, int, float] | None
) -> dict[str, object] | None:
    if reservoir is not None:
        field, capacity, *idle = reservoir
        bucket = {"keyField": field, "capacity": capacity, **({"idleMs": idle[0] * 1000} if idle else {})}
        return _given({"mode": "reservoir", "concurrency": concurrency, "reservoir": bucket})
    if concurrency is None and throttle is None:
        return None
    limit = None if throttle is None else {"concurrencyLimit": throttle}
    return _given({"mode": "item", "concurrency": concurrency, "throttle": limit})


def _policy(
    name: str, policy: Literal["all", "any"] | int | None, sources: int, *, include_errors: bool | None
) -> dict[str, object] | None:
    if isinstance(policy, int) and not 1 <= policy <= sources:
        msg = f"gather {name!r} cannot wait for {policy} of its {sources} sources"
        raise DefinitionError(msg)
    mode = {"mode": "quorum", "quorum": policy} if isinstance(policy, int) else {"mode": policy}
    return _given({**mode, "includeErrors": include_errors}) or None


def _retry(policy: RetryPolicy) -> dict[str, object]:
    """The document's form of a policy: milliseconds, and only codes as filters."""
    fields: dict[str, object] = {
        "maxAttempts": policy.attempts,
        "strategy": policy.strategy,
        "baseDelay": policy.base * 1000,
        "maxDelay": policy.cap * 1000,
        "multiplier": policy.multiplier,
        "jitterFactor": policy.jitter,
    }
    for key, filters in (("retryOn", policy.retry_on), ("abortOn", policy.abort_on)):
        if filters:
            fields[key] = [one if isinstance(one, str) else one.__name__ for one in filters]
    return fields
