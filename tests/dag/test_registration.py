# ruff: noqa: ARG001 -- nodes are given state and run, used or not
from typing import Literal

import pytest

from archivist.dag import (
    Builder,
    Bundle,
    DagError,
    DagReference,
    DefinitionError,
    Node,
    RegistrationError,
    Registry,
    Run,
    State,
    lint,
    load,
    node,
)


class Count(State):
    n: int = 0


def plain(iri: str, *outputs: str, **facts: object) -> Node[Count]:
    @node(iri, outputs=outputs or ("success",), **facts)
    async def does_nothing(state: Count, run: Run) -> str:
        return (outputs or ("success",))[0]

    return does_nothing


A = plain("urn:t:node:a")
ENDS = {"success": "end", "error": "end"}
ALL = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "end")
END = Builder("urn:t:dag:end").terminal("end").build()


def with_nodes(*placements: dict[str, object], iri: str = "urn:t:dag:x", **changes: object) -> object:
    end = {"@id": f"{iri}/node/end", "@type": "TerminalNode", "name": "end", "outcome": "completed"}
    document = {
        "@context": {},
        "@id": iri,
        "@type": "DAG",
        "name": "x",
        "version": "1",
        "entrypoints": {"main": f"{iri}/node/{placements[0]['name'] if placements else 'end'}"},
        "nodes": [{"@id": f"{iri}/node/{one['name']}", **one} for one in placements] + [end],
    }
    return load(document | changes)


def single(name: str, target: str = "urn:t:dag:x/node/end", reference: str = "urn:t:node:a") -> dict[str, object]:
    return {"@type": "SingleNode", "name": name, "node": reference, "outputs": {"success": target}}


def problems(*parts: object) -> tuple[str, ...]:
    with pytest.raises(RegistrationError) as error:
        Registry().add(*parts)
    return error.value.problems


def test_a_bare_node_reference_is_a_configuration_error() -> None:
    """7.1.1"""
    with pytest.raises(DefinitionError) as error:
        Registry().add(A, with_nodes(single("a", reference="a")))
    assert error.value.code == "CONFIGURATION_ERROR"


def test_two_prefixes_of_one_namespace_are_refused_before_anything_changes() -> None:
    """7.1.2"""
    registry = Registry()
    dag = with_nodes(single("a"), **{"@context": {"p": "urn:t:", "q": "urn:t:"}})
    with pytest.raises(DagError, match="both bound to 'urn:t:'"):
        registry.add(A, dag)
    assert (registry.nodes, registry.dags) == ({}, {})


def test_the_same_node_twice_is_one_entry_and_another_under_its_iri_is_refused() -> None:
    """7.1.3"""
    registry = Registry().add(A).add(A, A)
    assert list(registry.nodes) == [A.id]
    with pytest.raises(RegistrationError, match="already registered with another implementation"):
        registry.add(plain("urn:t:node:a"))


async def test_the_same_local_name_under_two_prefixes_is_two_nodes() -> None:
    """7.1.4"""
    context = {"one": "urn:one:", "two": "urn:two:"}
    dag = with_nodes(
        single("a", "urn:t:dag:x/node/b", "one:same"), single("b", reference="two:same"), **{"@context": context}
    )
    registry = Registry().add(plain("urn:one:same"), plain("urn:two:same"), dag)
    assert (await registry.run("urn:t:dag:x", Count())).executed == ["a", "b", "end"]


def test_every_problem_of_a_layer_is_reported_together() -> None:
    """7.1.5"""
    dag = with_nodes(single("a", "urn:t:dag:x/node/ghost"), entrypoints={"main": "urn:t:dag:x/node/missing"})
    found = problems(A, dag)
    assert len(found) == 2
    assert (
        "/entrypoints/main: entrypoint 'main' targets 'urn:t:dag:x/node/missing', which does not exist in nodes"
        in found
    )
    assert (
        "/nodes/0/outputs/success: output 'success' of 'a' routes to unknown placement IRI 'urn:t:dag:x/node/ghost'"
        in found
    )


def test_a_gather_source_nobody_emits_is_refused() -> None:
    """7.1.6"""
    gather = {
        "@type": "GatherNode",
        "name": "g",
        "sources": {"urn:t:dag:x/node/nobody": {}},
        "gather": {"strategy": "discard"},
        "outputs": dict.fromkeys(("success", "error", "empty"), "urn:t:dag:x/node/end"),
    }
    found = problems(A, with_nodes(single("a", "urn:t:dag:x/node/g"), gather))
    assert any("lists source 'urn:t:dag:x/node/nobody'" in one for one in found)
    assert any("'urn:t:dag:x/node/a' routes into gather 'g', which does not list it" in one for one in found)


def test_an_unknown_node_is_refused() -> None:
    """7.1.7"""
    assert problems(with_nodes(single("a"))) == (
        (
            "/nodes/0/node: 'a' references unknown registered node 'urn:t:node:a'; "
            "register it in the same bundle or before"
        ),
    )


def test_a_declared_output_needs_a_route_and_parked_does_not() -> None:
    """7.1.8"""
    two = plain("urn:t:node:a", "success", "error", "parked")
    (found,) = problems(two, with_nodes(single("a")))
    assert found == (
        "/nodes/0/outputs: registered node 'urn:t:node:a' at 'a' declares output 'error' but no routing is defined; "
        "add a route for 'error'"
    )


@pytest.mark.parametrize(
    ("kind", "port"),
    [
        ({"@type": "ScatterNode", "source": "n", "body": {"node": "urn:t:node:a"}, "outputs": {}}, "all-error"),
        ({"@type": "EmbeddedDAGNode", "dag": "urn:t:dag:end", "outputs": {}}, "error"),
    ],
)
def test_no_output_of_a_scatter_or_an_embedded_graph_can_vanish(kind: dict[str, object], port: str) -> None:
    """The original drops the item and calls the run completed (1.6, marked as a bug)."""
    assert any(
        f"declares output {port!r} but no routing" in one for one in problems(A, END, with_nodes({"name": "a", **kind}))
    )


def test_an_output_schema_covers_every_port() -> None:
    """7.1.9"""
    (found,) = problems(plain("urn:t:node:b", "success", "error", output_schema={"success": {}}))
    assert "none for its port 'error'" in found


NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
TEXT = {"type": "object", "properties": {"n": {"type": "string"}}, "required": ["n"]}


@pytest.mark.parametrize(
    ("produced", "fits"),
    [(TEXT, False), ({"type": "object", "properties": {"m": {}}}, False), (NUMBER, True), ({"type": "object"}, True)],
)
def test_a_definite_schema_mismatch_across_a_route_is_refused(produced: dict[str, object], fits: bool) -> None:  # noqa: FBT001 - a table
    """7.1.10"""
    maker, taker = (
        plain("urn:t:node:a", output_schema={"success": produced}),
        plain("urn:t:node:b", input_schema=NUMBER),
    )
    dag = with_nodes(single("a", "urn:t:dag:x/node/b"), single("b", reference="urn:t:node:b"))
    if fits:
        Registry().add(maker, taker, dag)
    else:
        assert "it needs 'n' (integer)" in problems(maker, taker, dag)[0]


def test_what_an_embedded_graph_needs_is_mapped_and_what_it_gives_is_produced() -> None:
    """7.1.11"""
    needs = plain("urn:t:node:n", input_schema=NUMBER, output_schema={"success": NUMBER})
    child = Builder("urn:t:dag:c").single("n", needs, success="end").terminal("end").build()
    outer = (
        Builder("urn:t:dag:o")
        .embed("c", child, inputs={"m": "n"}, outputs={"n": "gone"}, routes=ENDS)
        .terminal("end")
        .build()
    )
    found = problems(needs, child, outer)
    assert "/nodes/0: 'c' does not map 'n', which the entry of 'urn:t:dag:c' needs; add it to its inputs" in found
    assert "/nodes/0: 'c' takes 'gone' out of 'urn:t:dag:c', which no route to its terminals produces" in found


def test_a_bundle_with_one_mistake_adds_nothing() -> None:
    """7.1.12"""
    registry = Registry()
    with pytest.raises(RegistrationError):
        registry.bundle(
            Bundle(
                nodes=[A],
                dags=[
                    with_nodes(single("a"), iri="urn:t:dag:x"),
                    END,
                    with_nodes(single("b", "urn:t:dag:y/node/end", "urn:t:node:gone"), iri="urn:t:dag:y"),
                ],
            )
        )
    assert (registry.nodes, registry.dags) == ({}, {})


async def test_a_bundle_may_refer_to_what_comes_later_in_it() -> None:
    """7.1.13"""
    outer = Builder("urn:t:dag:o").embed("c", "urn:t:dag:end", routes=ENDS).terminal("end").build()
    registry = Registry().bundle(Bundle(dags=[outer, END]))
    assert (await registry.run(outer.id, Count())).outcome == "completed"


@pytest.mark.parametrize(("exit_", "fits"), [("again", False), ("end", True)])
def test_a_graph_may_run_itself_when_it_has_a_way_out_of_it(exit_: str, fits: bool) -> None:  # noqa: FBT001 - a table
    """7.1.14"""
    choice = plain("urn:t:node:choice", "more", "stop")
    dag = (
        Builder("urn:t:dag:self")
        .single("choice", choice, more="again", stop=exit_)
        .embed("again", "urn:t:dag:self", routes=ENDS)
        .terminal("end")
        .build()
    )
    if fits:
        Registry().add(choice, dag)
    else:
        assert "run each other without end" in problems(choice, dag)[0]


async def test_recursion_that_never_takes_its_way_out_is_a_failure_and_no_crash() -> None:
    """Anchors 2.4: recursion depth is bounded."""
    more = plain("urn:t:node:choice", "more", "stop")
    dag = (
        Builder("urn:t:dag:self")
        .single("choice", more, more="again", stop="end")
        .embed("again", "urn:t:dag:self", success="end", error="bad")
        .terminal("end")
        .terminal("bad", "failed")
        .build()
    )
    result = await Registry().add(more, dag).run(dag.id, Count())
    assert result.outcome == "failed"
    assert any("levels deep" in error.message for error in result.state.errors)


def test_a_dynamic_reference_of_the_wrong_scope_is_refused_by_builder_and_registry() -> None:
    """7.1.15"""
    item = DagReference(from_="item", path="p", candidates=["urn:t:dag:end"])
    state = DagReference(from_="state", path="p", candidates=["urn:t:dag:end"])
    with pytest.raises(DefinitionError, match="comes from the state"):
        Builder("urn:t:dag:o").embed("c", item)
    with pytest.raises(DefinitionError, match="comes from the item"):
        Builder("urn:t:dag:o").scatter("s", "items", state)
    ports = dict.fromkeys(("success", "error"), "urn:t:dag:x/node/end")
    embedded = {"@type": "EmbeddedDAGNode", "name": "a", "dag": item.given(), "outputs": ports}
    assert '"from": "state"' in problems(END, with_nodes(embedded))[0]


def test_containers_are_refused_with_a_sentence() -> None:
    dag = Builder("urn:t:dag:o").embed("c", END, container="cpu", routes=ENDS).terminal("end").build()
    assert problems(END, dag) == (
        "/nodes/0/container: 'c' asks for container 'cpu', but nothing here can run containers; leave it out",
    )


def test_unknown_reducers_and_strategies_are_refused() -> None:
    dag = (
        Builder("urn:t:dag:o")
        .scatter("s", "n", A, reducer="majority", success="g")
        .gather("g", ["s"], "zip", success="end", error="end", empty="end")
        .terminal("end")
        .build()
    )
    found = problems(A, dag)
    assert any(
        "unknown reducer 'majority'; known: aggregate, all-success, any-success, terminal" in one for one in found
    )
    assert any("unknown strategy 'zip'" in one for one in found)


def test_registered_graphs_do_not_change_and_readers_get_copies() -> None:
    registry = Registry().add(END)
    with pytest.raises(RegistrationError, match="registered DAGs do not change"):
        registry.add(Builder("urn:t:dag:end", version="2").terminal("end").build())
    registry.dags.clear()
    assert registry.dag(END.id) == END
    assert registry.dag("urn:t:dag:none") is None


def test_a_route_that_never_fires_is_remarked_on() -> None:
    """1.11.3: with any-success the port `empty` never fires."""
    dag = (
        Builder("urn:t:dag:o")
        .scatter("s", "n", A, reducer="any-success", routes={"success": "end", "error": "end", "empty": "end"})
        .terminal("end")
        .terminal("nowhere", "failed")
        .build()
    )
    found = lint(dag)
    assert [(one.kind, one.placement, one.port) for one in found] == [
        ("dead-port", "s", "empty"),
        ("unreachable", "nowhere", None),
    ]
    assert "reducer 'any-success' gives only success, error" in found[0].message


def test_a_loop_without_a_way_to_a_terminal_is_remarked_on() -> None:
    """Anchors 2.4: a cycle, unless something can leave it."""
    two = plain("urn:t:node:two", "on", "off")
    dag = (
        Builder("urn:t:dag:o")
        .single("in", two, on="round", off="retry")
        .single("round", A, success="about")
        .single("about", A, success="round")
        .single("retry", two, on="retry", off="end")
        .terminal("end")
        .build()
    )
    found = lint(dag)
    assert [(one.kind, one.placement) for one in found] == [("endless", "round"), ("endless", "about")]
    assert found[0].message == "/nodes/1: no way leads from 'round' to a terminal; give its loop a way out"


P = "urn:t:dag:x/node/"
GATHER = {
    "@type": "GatherNode",
    "name": "g",
    "sources": {f"{P}a": {}},
    "gather": {"strategy": "append", "target": "n"},
    "outputs": dict.fromkeys(("success", "error", "empty"), f"{P}end"),
}
SCATTER = {
    "@type": "ScatterNode",
    "name": "s",
    "source": "n",
    "body": {"node": "urn:t:node:a"},
    "outputs": dict.fromkeys(("all-success", "partial", "all-error", "empty"), f"{P}end"),
}
EMBED = {"@type": "EmbeddedDAGNode", "name": "e", "outputs": dict.fromkeys(("success", "error"), f"{P}end")}
FROM_ITEM = {"@type": "DagReference", "from": "item", "path": "p", "candidates": ["urn:t:dag:end", "urn:t:dag:gone"]}


@pytest.mark.parametrize(
    ("placements", "pointers"),
    [
        ([single("a", "bare")], ["/nodes/0/outputs/success"]),
        ([single("a"), single("a")], ["/nodes/1/name", "/nodes/1/@id"]),
        ([single("a", f"{P}p"), {"@type": "PhaseNode", "name": "p", "phase": "pre", "node": A.id}],
         ["/nodes/0/outputs/success"]),
        ([SCATTER | {"body": {"dag": FROM_ITEM | {"from": "state"}}}], ["/nodes/0/body/dag/from"]),
        ([SCATTER | {"container": "cpu"}], ["/nodes/0/container"]),
        ([EMBED], ["/nodes/0/dag"]),
        ([EMBED | {"dag": FROM_ITEM}], ["/nodes/0/dag/from"]),
        ([EMBED | {"dag": "urn:t:dag:end", "stateMapping": {"input": {"__class__": "n"}}}],
         ["/nodes/0/stateMapping/input/__class__"]),
        ([single("a", f"{P}g"), GATHER | {"gather": {"strategy": "append", "target": "a..b"}}],
         ["/nodes/1/gather/target"]),
        ([single("a", f"{P}g"), GATHER | {"sources": {f"{P}a": {}, f"{P}b": {}}}],
         ["/nodes/1/sources/urn:t:dag:x~1node~1b"]),
        ([single("a", f"{P}g"), GATHER | {"policy": {"quorum": 1}}], ["/nodes/1/policy/mode"]),
        ([single("a", f"{P}g"), GATHER | {"policy": {"mode": "quorum", "quorum": 2}}], ["/nodes/1/policy/quorum"]),
        ([SCATTER | {"body": {"dag": FROM_ITEM}, "reducer": "majority"}],
         ["/nodes/0/body/dag/candidates/1", "/nodes/0/reducer"]),
        ([EMBED | {"dag": "urn:t:dag:gone"}], ["/nodes/0/dag"]),
        ([SCATTER | {"body": {"node": "urn:t:node:gone"}}], ["/nodes/0/body/node"]),
        ([single("a", f"{P}g"), GATHER | {"gather": {"strategy": "custom", "customNode": "urn:t:node:gone"}}],
         ["/nodes/1/gather/customNode"]),
        ([SCATTER | {"outputs": {"partial": f"{P}end", "empty": f"{P}end"}}], ["/nodes/0/outputs"] * 2),
    ],
)  # fmt: skip
def test_every_problem_is_told_with_a_json_pointer_into_the_document(
    placements: list[dict[str, object]], pointers: list[str]
) -> None:
    """Anchors 2.4: unknown node, output without a route, gather without scatter and the others, all of a layer."""
    found = problems(A, END, with_nodes(*placements))
    assert [problem.partition(": ")[0] for problem in found] == pointers


def test_a_graph_that_cannot_end_is_refused() -> None:
    dag = with_nodes(single("a", f"{P}a"), nodes=[{"@id": f"{P}a", **single("a", f"{P}a")}])
    assert problems(A, dag) == ("/nodes: there is no terminal, so no run could ever end; add one",)


# --- the builder -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Builder("urn:t:d").build(), "no placement"),
        (lambda: Builder("urn:t:d").phase("p", "pre", A).build(), "no placement"),
        (lambda: Builder("plain"), "no absolute IRI"),
        (lambda: Builder("urn:t:d").terminal("e").terminal("e"), "two placements named 'e'"),
        (lambda: Builder("urn:t:d").single("a", A, success="edn").terminal("end").build(), "did you mean 'end'"),
        (lambda: Builder("urn:t:d").gather("g", ["x"], "discard", success="g").build(), "no placement of it"),
        (lambda: Builder("urn:t:d").terminal("e").entrypoints({"": "e"}).build(), "cannot be built"),
        (lambda: Builder("urn:t:d").gather("g", ["x"], "discard", policy=2), "cannot wait for 2 of its 1"),
        (lambda: Builder("urn:t:d").scatter("s", "i", A, concurrency=0).terminal("e").build(), "concurrency"),
    ],
)
def test_the_builder_says_what_is_wrong(build: object, message: str) -> None:
    """1.3"""
    with pytest.raises((DefinitionError, ValueError), match=message):
        build()


def test_a_node_s_ports_follow_from_its_annotation_and_contradictions_are_refused() -> None:
    @node("urn:t:node:literal")
    async def literal(state: Count, run: Run) -> Literal["yes", "no"]:
        return "yes"

    assert literal.outputs == ("yes", "no")
    with pytest.raises(DefinitionError, match=r"annotated to return \['no'\]"):

        @node("urn:t:node:other", outputs=("yes",))
        async def other(state: Count, run: Run) -> Literal["yes", "no"]:
            return "no"

    with pytest.raises(DefinitionError, match="absolute IRI"):
        node("bare")


def test_what_is_neither_node_nor_graph_nor_strategy_is_refused() -> None:
    class Half:
        id = "urn:t:node:half"

    (problem,) = problems(Half())
    assert "is no node, DAG or gather strategy: a node has id, name, outputs" in problem
