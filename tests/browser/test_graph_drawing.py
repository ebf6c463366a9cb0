"""Graphs drawn by the real Mermaid: every label reads back as it was given, whatever Mermaid makes of such text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from archivist.dag import Builder, Registry, State, load, mermaid, node, placement_ids

MERMAID = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"

AWKWARD = [
    "plain", 'say "hi"', '"', "a|b", "list[0] (x) {y} <z> |p|", "<b>x</b>&amp;", "<br>", "&lt;", "&#35;", "1. first",
    "- item", "+ item", "* item", "2) item", "> quoted", "# head", "---", "http://example.org/x", "www.example.org",
    "someone@example.org", "[link](http://example.org)", "![image](x)", "c:\\temp", "c:\\new", "*bold* _it_ `code`",
    "`all code`", "**bold**", "~~gone~~", "C#; x", "#35; y", "#quot;", "a & b", "$$x^2$$", "fa:fa-book book",
    "%% comment", "%%{init: {}}%%", "a;b", "a--b -->c", "-->", "end", "subgraph", "class", "click", "o", "x", "1",
    "日本語 🚀", "préparer", "it's", ":::class", "@{ shape: x }", "<script>alert(1)</script>", "javascript:alert(1)",
    "ﬂ°°35¶ß", "a:b", "no tools", "a-", "--",
]  # fmt: skip

DRAW = """async (source) => {
  const { svg } = await mermaid.render("drawing" + Math.random().toString(36).slice(2), source);
  const there = document.createElement("div");
  there.innerHTML = svg;
  document.body.replaceChildren(there);
  const text = (one) => one.querySelector("foreignObject div")?.innerText ?? one.textContent;
  const read = (selector) => [...there.querySelectorAll(selector)].map((one) => [one.id, text(one).trim()]);
  return { nodes: read("g.node"), edges: read("g.edgeLabels > g"), clusters: read("g.cluster") };
}"""


@pytest.fixture(scope="module")
def drawing(browser: Browser) -> Iterator[Page]:
    """A page with nothing but Mermaid, at its own defaults."""
    if not MERMAID.is_file():
        pytest.skip(f"no Mermaid at {MERMAID}; `npm ci` in web/ brings it")
    context = browser.new_context()
    page = context.new_page()
    page.set_content("<body></body>")
    page.add_script_tag(path=MERMAID)
    page.evaluate("mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' })")
    yield page
    context.close()


def shown(text: str) -> str:
    """What was read, without the invisible joiners that keep Mermaid from interpreting it."""
    return " ".join(text.replace("\u2060", "").split())


@pytest.mark.parametrize("ids", ["iri", "safe"])
def test_every_name_and_every_port_is_shown_as_it_is(drawing: Page, ids: str) -> None:
    builder = Builder("urn:t:dag:x")
    for name, target in zip(AWKWARD, [*AWKWARD[1:], "the last"], strict=True):
        builder.single(name, "urn:t:node:n", routes={name: target})
    dag = builder.terminal("the last").build()

    seen = drawing.evaluate(DRAW, mermaid(dag, ids=ids))

    assert sorted(shown(text) for _, text in seen["nodes"]) == sorted([*AWKWARD, "the last", "main"])
    assert sorted(shown(text) for _, text in seen["edges"] if text) == sorted(AWKWARD)


def test_a_name_on_two_lines_is_drawn_on_two_lines(drawing: Page) -> None:
    dag = Builder("urn:t:dag:x").terminal("two\nlines").build()
    seen = drawing.evaluate(DRAW, mermaid(dag))
    assert "two\nlines" in [text for _, text in seen["nodes"]]


def test_every_kind_of_placement_can_be_found_by_its_id(drawing: Page) -> None:
    dag = every_kind()
    for ids in ("iri", "safe"):
        seen = drawing.evaluate(DRAW, mermaid(dag, ids=ids))
        drawn = [identity for identity, _ in seen["nodes"]]
        for identity in placement_ids(dag, ids).values():
            assert any(f"-flowchart-{identity}-" in one for one in drawn), (identity, drawn)


def every_kind() -> object:
    ports = dict.fromkeys(("all-success", "partial", "all-error", "empty"), "join")
    ends = {"success": "inside", "error": "bad", "empty": "good"}
    return (
        Builder("urn:t:dag:all")
        .phase("before", "pre", "urn:t:node:n")
        .single("start", "urn:t:node:n", success="spread", again="start")
        .scatter("spread", "items", "urn:t:dag:inner", reservoir=("k", 3), routes=ports)
        .gather("join", ["spread"], "discard", routes=ends)
        .embed("inside", "urn:t:dag:inner", success="good", error="bad")
        .phase("after", "post", "urn:t:node:n")
        .terminal("good")
        .terminal("bad", "failed")
        .build()
    )


class Nothing(State):
    """A state with nothing in it."""


@node("urn:t:node:n", outputs=("success", "again"))
async def nothing(state: Nothing, run: object) -> str:
    """Does nothing."""
    del state, run
    return "success"


def test_graphs_inside_a_graph_are_drawn_inside_their_placement(drawing: Page) -> None:
    inner = Builder("urn:t:dag:inner").single("work", nothing, success="done", again="work").terminal("done").build()
    outer = every_kind()
    registry = Registry().add(nothing, inner, outer)

    seen = drawing.evaluate(DRAW, mermaid(outer, expand=True, registry=registry))

    assert sorted(shown(text) for _, text in seen["clusters"]) == ["inside", "spread ▣ k \N{MULTIPLICATION SIGN}3"]
    assert [shown(text) for _, text in seen["nodes"]].count("work") == 2


def test_a_graph_that_runs_itself_is_expanded_once(drawing: Page) -> None:
    dag = (
        Builder("urn:t:dag:self").single("choice", nothing, success="again", again="end")
        .embed("again", "urn:t:dag:self", success="end", error="end").terminal("end").build()
    )  # fmt: skip
    source = mermaid(dag, expand=True, registry=Registry().add(nothing, dag))
    seen = drawing.evaluate(DRAW, source)
    assert "again" in [shown(text) for _, text in seen["nodes"]]


def test_a_document_of_the_vocabulary_is_drawn(drawing: Page) -> None:
    iri = "https://example.org/graphs#one"
    end = {"@id": f"{iri}/node/the end", "@type": "TerminalNode", "name": "the end", "outcome": "completed"}
    document = {
        "@context": {}, "@id": iri, "@type": "DAG", "name": "one", "version": "1",
        "entrypoints": {"with space": end["@id"]}, "nodes": [end],
    }  # fmt: skip
    seen = drawing.evaluate(DRAW, mermaid(load(document)))
    assert sorted(shown(text) for _, text in seen["nodes"]) == ["the end", "with space"]
