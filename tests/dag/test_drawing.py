# ruff: noqa: ARG001 -- nodes are given state and run, used or not
"""Pictures as text: 7.6 of the original's intents. What Mermaid makes of them is tried in a browser elsewhere."""

import re

import pytest

from archivist.dag import (
    Builder,
    Dag,
    DagReference,
    Node,
    Registry,
    Row,
    Run,
    State,
    Theme,
    graph,
    mermaid,
    node,
    placement_ids,
    reachable_graph,
    table,
)


@node("urn:t:node:n", outputs=("success", "error"))
async def nothing(state: State, run: Run) -> str:
    return "success"


PORTS = dict.fromkeys(("success", "error", "empty", "all-success", "partial", "all-error"), "end")


def ports(*names: str) -> dict[str, str]:
    return dict.fromkeys(names or ("success", "error"), "end")


def every_kind() -> Dag:
    return (
        Builder("urn:t:dag:k", "7", name="kinds")
        .phase("setup", "pre", nothing)
        .single("step", nothing, routes=ports())
        .scatter("each", "items", nothing, routes={**ports("partial", "all-error", "empty"), "all-success": "all"})
        .scatter("bucket", "items", nothing, reservoir=("k", 3), reducer="all-success", routes=ports())
        .embed("inside", "urn:t:dag:inner", routes=ports())
        .gather("all", ["each"], "discard", routes=ports("success", "error", "empty"))
        .terminal("end")
        .terminal("bad", "failed")
        .phase("sweep", "post", nothing)
        .build()
    )


def lines(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines()]


def one(name: str, node_: Node[State] = nothing) -> Dag:
    return Builder("urn:t:dag:one").single(name, node_, routes=ports()).terminal("end").build()


def test_a_graph_that_is_not_there_is_drawn_as_such() -> None:
    """7.6"""
    assert mermaid(None) == "flowchart TB\n  %% unavailable-dag (vunknown)"


def test_every_kind_has_its_shape_and_every_entrypoint_a_root() -> None:
    """7.6: shapes, phases that say when, a reservoir that is marked and a scatter that is not."""
    drawn = lines(mermaid(every_kind()))
    assert drawn[:4] == [
        "flowchart TB",
        "%% kinds (v7)",
        'entry_main(["main"])',
        "entry_main --> urn_t_dag_k/node/step",
    ]
    at = "urn_t_dag_k/node/"
    for shape in (
        'setup(["setup (pre)"])', 'sweep(["sweep (post)"])', 'step["step"]', 'each[/"each"/]',
        'bucket[/"bucket ▣ k ×3"/]', 'inside[["inside"]]', 'all{"all"}', 'end((("end")))', 'bad>"bad"]',
    ):  # fmt: skip
        assert at + shape in drawn
    assert f"{at}step -->|success| {at}end" in drawn
    assert [line for line in drawn if line.startswith("class")] == [
        "classDef reservoir fill:#1e3a5f,stroke:#3b82f6,color:#bfdbfe",
        f"class {at}bucket reservoir",
    ]
    roots = Builder("urn:t:dag:r").terminal("a").terminal("b").entrypoints(main="a", other="b").build()
    assert [line for line in lines(mermaid(roots)) if line.startswith("entry_")] == [
        'entry_main(["main"])',
        "entry_main --> urn_t_dag_r/node/a",
        'entry_other(["other"])',
        "entry_other --> urn_t_dag_r/node/b",
    ]


def test_ends_tell_their_outcome_when_asked() -> None:
    """7.6"""
    assert '((("end<br/>(completed)")))' in mermaid(every_kind(), terminal_outcomes=True)
    assert '>"bad<br/>(failed)"]' in mermaid(every_kind(), terminal_outcomes=True)


@pytest.mark.parametrize("orientation", ["TB", "LR", "RL", "BT"])
def test_the_flow_goes_the_way_that_is_asked_for(orientation: str) -> None:
    """7.6"""
    assert mermaid(every_kind(), orientation=orientation).startswith(f"flowchart {orientation}\n")


def test_the_theme_is_written_before_the_chart_and_only_if_there_is_one() -> None:
    """7.6"""
    theme = Theme(node_spacing=92, rank_spacing=104, padding=28, font="Inter", primary="#112233")
    assert mermaid(every_kind(), theme=theme).splitlines()[0] == (
        '%%{init: {"flowchart":{"nodeSpacing":92,"rankSpacing":104,"padding":28},'
        '"themeVariables":{"primaryColor":"#112233","fontFamily":"Inter"}}}%%'
    )
    assert mermaid(every_kind(), theme=Theme()).startswith("flowchart")


def test_labels_keep_their_colons_and_ids_do_not() -> None:
    """7.6: in a gather's label, too, where the original writes an underscore."""
    dag = (
        Builder("urn:t:dag:c")
        .scatter("a:b", "items", nothing, routes=dict.fromkeys(PORTS, "c:d"))
        .gather("c:d", ["a:b"], "discard", routes=ports("success", "error", "empty"))
        .terminal("end")
        .build()
    )
    drawn = lines(mermaid(dag))
    assert 'urn_t_dag_c/node/a_b[/"a:b"/]' in drawn
    assert 'urn_t_dag_c/node/c_d{"c:d"}' in drawn


@pytest.mark.parametrize(
    ("iri", "id_"),
    [
        ("end", "end_node"), ("Graph", "Graph_node"), ("style-x", "node_style-x"), ("class_a", "node_class_a"),
        ("1st", "node_1st"), ("ending", "ending"),
    ],
)  # fmt: skip
def test_no_id_is_a_word_of_mermaid_s_own(iri: str, id_: str) -> None:
    """7.6"""
    dag = one("step")
    named = dag.model_copy(update={"nodes": (dag.nodes[0].model_copy(update={"id": iri}), dag.nodes[1])})
    assert placement_ids(named)[iri] == id_


def test_entrypoints_whose_ids_would_collide_are_numbered() -> None:
    """7.6"""
    dag = Builder("urn:t:dag:e").terminal("end").entrypoints({"a:b": "end", "a_b": "end"}).build()
    assert 'entry_a_b(["a:b"])' in lines(mermaid(dag))
    assert 'entry_a_b_2(["a_b"])' in lines(mermaid(dag))


def test_each_container_role_has_one_class_and_a_tint_changes_only_its_fill() -> None:
    """7.6"""
    builder = Builder("urn:t:dag:r")
    for name, role in (("a", "cpu"), ("b", "io"), ("c", "cpu")):
        builder.embed(name, "urn:t:dag:inner", container=role, routes=ports())
    dag = builder.terminal("end").build()
    drawn = [line for line in lines(mermaid(dag)) if line.startswith("class")]
    at = "urn_t_dag_r/node/"
    assert drawn == [
        "classDef contained-cpu fill:#b45309,stroke:#d97706,color:#eef3f7",
        f"class {at}a contained-cpu",
        f"class {at}c contained-cpu",
        "classDef contained-io fill:#7c3aed,stroke:#8b5cf6,color:#eef3f7",
        f"class {at}b contained-io",
    ]
    tinted = [line for line in lines(mermaid(dag, theme=Theme(tints={"io": "#000000"}))) if line.startswith("class")]
    assert tinted == [line.replace("fill:#7c3aed", "fill:#000000") for line in drawn]


CANDIDATES = ["urn:t:dag:one", "urn:t:dag:two"]


def family() -> tuple[Dag, Registry]:
    inner = [Builder(iri).terminal("end").build() for iri in CANDIDATES]
    reference = DagReference(from_="item", path="dagIri", candidates=CANDIDATES)
    outer = (
        Builder("urn:t:dag:outer")
        .scatter("each", "items", reference, routes=ports("all-success", "partial", "all-error", "empty"))
        .scatter("nodes", "items", nothing, routes=ports("all-success", "partial", "all-error", "empty"))
        .terminal("end")
        .build()
    )
    return outer, Registry().add(nothing, *inner, outer)


def test_graphs_inside_are_drawn_inside_their_placement_when_asked() -> None:
    """7.6: expansion has a parent, an edge to every child's entry, and leaves node bodies alone."""
    outer, registry = family()
    assert "subgraph" not in mermaid(outer)
    drawn = lines(mermaid(outer, expand=True, registry=registry))
    titles = re.findall(r'subgraph \S+ \["(\w+)"\]', "\n".join(drawn))
    assert titles == ["each", "one", "two"]
    assert drawn.count("end") == 3
    assert 'urn_t_dag_outer/node/nodes[/"nodes"/]' in drawn
    assert mermaid(outer, expand=True, registry=registry, depth=0) == mermaid(outer)


@pytest.mark.parametrize("ids", ["iri", "safe", "raw"])
def test_every_placement_is_found_in_the_picture_by_its_id(ids: str) -> None:
    """Anchors 2.4: the picture is made of the document that runs, and what runs can be lit up in it."""
    dag = Registry().add(nothing, one("step")).dag("urn:t:dag:one")
    drawn = lines(mermaid(dag, ids=ids))
    found = placement_ids(dag, ids)
    assert list(found) == [place.id for place in dag.nodes]
    assert f'{found[dag.nodes[0].id]}["step"]' in drawn
    assert f'{found[dag.nodes[1].id]}((("end")))' in drawn


def test_ids_can_be_safe_for_any_name_or_left_alone() -> None:
    dag = one("grüße/you & me")
    (safe, _) = placement_ids(dag, "safe").values()
    assert re.fullmatch(r"[A-Za-z0-9_]+", safe)
    assert placement_ids(dag, "raw") == {place.id: place.id for place in dag.nodes}


def test_the_json_ld_graph_has_an_entry_for_each_thing_and_shows_candidates() -> None:
    """7.6: three entries for a graph of one node and an end; candidates are visible, and their graphs reachable."""
    assert len(graph(one("step"))["@graph"]) == 3

    outer, registry = family()
    (reference,) = [entry["dag:dagReference"] for entry in graph(outer)["@graph"] if "dag:dagReference" in entry]
    assert reference == {
        "@id": "urn:t:dag:outer/node/each/dag-reference",
        "@type": "dag:DagReference",
        "dag:candidateDag": CANDIDATES,
        "dag:from": "item",
        "dag:path": "dagIri",
    }
    reached = [entry["@id"] for entry in reachable_graph(outer, registry)["@graph"] if entry["@type"] == "dag:DAG"]
    assert reached == [outer.id, *CANDIDATES]


def test_the_table_says_in_words_what_the_picture_shows() -> None:
    rows = {row.name: row for row in table(every_kind())}
    assert rows["each"] == Row(
        name="each",
        kind="scatter",
        detail="for each item of items, 1 at a time, judged by aggregate",
        entrypoints=(),
        routes=(("partial", "end"), ("all-error", "end"), ("empty", "end"), ("all-success", "all")),
        iri="urn:t:dag:k/node/each",
    )
    assert {name: (row.kind, row.detail, row.entrypoints) for name, row in rows.items() if name != "each"} == {
        "setup": ("phase", "before the start", ()),
        "step": ("node", "urn:t:node:n", ("main",)),
        "bucket": (
            "scatter",
            "for each item of items, in batches of up to 3 with one k, 1 at a time, judged by all-success",
            (),
        ),
        "inside": ("embedded graph", "runs urn:t:dag:inner", ()),
        "all": ("gather", "waits for all of each, then discard", ()),
        "end": ("end", "completed", ()),
        "bad": ("end", "failed", ()),
        "sweep": ("phase", "after the end", ()),
    }
