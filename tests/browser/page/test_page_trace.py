"""How it got there: the graph, the table, the time line; and that what is drawn is what is run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from archivist.librarian.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.page.conftest import Visit

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[3]
QUESTION = "Books about whales and obsession"
SEARCH = "urn_noocodec_dag_book-search-scatter/node/"


def box(name: str) -> str:
    return f'.node[data-node="{SEARCH}{name}"]'


def arrow(name: str, port: str) -> str:
    return f'.edge[data-from="{SEARCH}{name}"][data-port="{port}"]'


def test_the_box_that_runs_is_lit_while_it_runs(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.ask("please hang")

    expect(seen.page.locator(box("book-search-scatter"))).to_have_attribute("data-status", "running")
    expect(seen.page.locator(box("decide-tools"))).to_have_attribute("data-status", "done")
    expect(seen.page.locator(box("found"))).not_to_have_attribute("data-status", "done")


def test_the_route_taken_is_marked_and_the_others_are_not(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)

    for name, port in [("extract-query", "retry"), ("extract-query", "success"), ("has-citations-gate", "pass")]:
        expect(seen.page.locator(arrow(name, port))).to_have_class("edge taken")
    for name, port in [("extract-query", "salvage"), ("has-citations-gate", "fail")]:
        expect(seen.page.locator(arrow(name, port))).to_have_class("edge")
    expect(seen.page.locator(box("found"))).to_have_attribute("data-status", "done")
    expect(seen.page.locator(box("rank-candidates-salvage"))).not_to_have_attribute("data-status", "done")


def test_every_arrow_and_box_of_the_picture_can_be_lit() -> None:
    for source in (ROOT / "web/graphs").glob("*.mmd"):
        lines = source.read_text("utf-8").splitlines()
        picture = source.with_suffix(".svg").read_text("utf-8")
        assert picture.count('class="edge"') == sum(" --> " in line or " -->|" in line for line in lines)
        assert picture.count("marker-end=") == picture.count('class="edge"')
        assert "style" not in picture


def test_the_pictures_were_drawn_from_the_sources_beside_them() -> None:
    script = ROOT / "web/graphs/draw.py"
    checked = subprocess.run([sys.executable, script, "--check"], capture_output=True, check=False)  # noqa: S603 - our own

    assert checked.stderr.decode() == ""
    assert checked.returncode == 0


def test_the_same_run_can_be_read_as_a_table(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("is a source down?")
    seen.page.get_by_role("tab", name="Steps").click()
    table = seen.page.get_by_role("table")

    expect(table.get_by_role("row", name="extract-query done ran 2 times success")).to_be_visible()
    expect(table.get_by_role("row", name="Open Library invoke").first).to_contain_text("throttled")
    expect(table.get_by_role("row", name="Open Library invoke").first).to_contain_text("asked to be left alone")
    expect(table.get_by_role("row", name="found done")).to_be_visible()


def test_the_time_line_shows_each_source_with_what_it_took(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("tab", name="Sources").click()
    lines = seen.page.get_by_role("tabpanel").get_by_role("listitem")

    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Open Library")
    expect(lines.first).to_contain_text("answered 8")
    expect(lines.first).to_contain_text("ms")


def test_tabs_are_moved_by_arrow_keys(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.get_by_role("tab", name="Graph").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Steps")).to_be_focused()
    expect(page.get_by_role("tab", name="Steps")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Sources")).to_be_focused()


def test_an_earlier_run_can_be_looked_at_again(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.answered("nothing at all")
    expect(seen.page.locator(box("no-results"))).to_have_attribute("data-status", "done")

    seen.page.get_by_role("button", name=f"How it got there: {QUESTION}").click()
    expect(seen.page.locator(box("found"))).to_have_attribute("data-status", "done")
    expect(seen.page.locator(box("no-results"))).not_to_have_attribute("data-status", "done")


def test_on_a_phone_the_graph_opens_as_a_sheet(visit: Callable[..., Visit]) -> None:
    seen = visit(390, 844)
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name=f"How it got there: {QUESTION}").click()
    sheet = seen.page.get_by_role("dialog", name="How it got there")

    expect(sheet.locator(box("found"))).to_have_attribute("data-status", "done")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/browser/fakes/answers").glob("*.json")), ids=lambda path: path.stem
)
def test_what_the_scripted_engine_answers_is_what_the_wire_allows(path: Path) -> None:
    answer = Answer.model_validate(json.loads(path.read_text("utf-8")))

    assert {citation.book for citation in answer.citations} <= set(range(len(answer.books)))


def saved_run(seen: Visit, folder: Path) -> Path:
    """The file of the run that is shown."""
    with seen.page.expect_download() as saving:
        seen.page.get_by_role("button", name="Save this run").click()
    kept = folder / "run.json"
    saving.value.save_as(kept)
    return kept


def test_a_saved_run_is_opened_again_and_looks_the_same(visit: Callable[..., Visit], tmp_path: Path) -> None:
    seen = visit()
    seen.answered(QUESTION)
    kept = saved_run(seen, tmp_path)
    seen.page.get_by_role("tab", name="Steps").click()
    before = seen.page.get_by_role("table").inner_text()

    again = visit()
    again.page.get_by_label("Open a saved run").set_input_files(kept)
    expect(again.page.locator(box("found"))).to_have_attribute("data-status", "done")
    again.page.get_by_role("tab", name="Steps").click()
    assert again.page.get_by_role("table").inner_text() == before
    expect(again.page.get_by_text("another version of the graph")).to_have_count(0)


def test_a_saved_run_of_another_version_of_the_graph_says_so(visit: Callable[..., Visit], tmp_path: Path) -> None:
    seen = visit()
    seen.answered(QUESTION)
    with seen.page.expect_download() as saving:
        seen.page.get_by_role("button", name="Save this run").click()
    other = tmp_path / "other.json"
    other.write_text(saving.value.path().read_text("utf-8").replace("rank-candidates", "sort-candidates"), "utf-8")
    seen.page.get_by_label("Open a saved run").set_input_files(other)

    said = seen.page.get_by_role("status").get_by_text("another version of the graph")
    expect(said).to_contain_text("no place in the picture for: sort-candidates.")
    seen.page.get_by_role("tab", name="Steps").click()
    expect(seen.page.get_by_role("table")).to_contain_text("sort-candidates")


def test_a_picture_that_could_not_be_loaded_says_so_and_is_asked_for_again(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    seen = visit()
    seen.answered(QUESTION)
    kept = saved_run(seen, tmp_path)
    again = visit()
    pictures = re.compile(r"/graphs/[^/]+\.svg$")
    again.page.route(pictures, lambda route: route.abort())
    again.page.reload()  # a page that was quick has the picture already
    again.page.get_by_label("Open a saved run").set_input_files(kept)
    expect(again.page.get_by_text("The picture of this graph could not be loaded.")).to_be_visible()
    again.page.unroute(pictures)
    again.page.get_by_role("button", name="Whole").click()

    expect(again.page.get_by_role("button", name="classify-intent: done")).to_be_visible()
    assert {problem for problem in again.problems if not problem.startswith("Failed to load resource")} == set()
    again.problems.clear()


def test_a_source_that_waited_for_its_turn_says_how_long(visit: Callable[..., Visit], tmp_path: Path) -> None:
    seen = visit()
    seen.answered(QUESTION)
    with seen.page.expect_download() as saving:
        seen.page.get_by_role("button", name="Save this run").click()
    run = json.loads(saving.value.path().read_text("utf-8"))
    begun = next(event["at"] for event in run["events"] if event["name"] == "book-search-scatter")
    mine = [event for event in run["events"] if event["dag"] == "urn:noocodec:tool:wikipedia_summary"]
    for event, at in zip(mine, (0.5, 0.6, 0.7, 0.8), strict=False):
        event["at"] = begun + at
    later = tmp_path / "later.json"
    later.write_text(json.dumps(run), "utf-8")
    seen.page.get_by_label("Open a saved run").set_input_files(later)
    seen.page.get_by_role("tab", name="Sources").click()

    lines = seen.page.get_by_role("tabpanel").get_by_role("listitem")
    expect(lines.filter(has_text="Wikipedia")).to_contain_text("waited 500 ms")
    expect(lines.filter(has_text="Open Library subjects")).not_to_contain_text("waited")


def test_the_whole_graph_is_shown_whole_before_anybody_enlarges_it(visit: Callable[..., Visit]) -> None:
    for width, height in ((1440, 900), (390, 844)):
        seen = visit(width, height)
        seen.answered(QUESTION)
        if width < 600:
            seen.page.get_by_role("button", name=f"How it got there: {QUESTION}").click()
        seen.page.get_by_role("button", name="Whole").click()
        paper = seen.page.get_by_role("region", name="Graph of Whole")
        paper.get_by_role("button", name="classify-intent: done").wait_for()

        fits = seen.page.wait_for_function(
            """(paper) => {
              const [outer, inner] = [paper, paper.querySelector("svg")].map((one) => one.getBoundingClientRect());
              return inner.width > 0.5 * outer.width && inner.right <= outer.right && inner.bottom <= outer.bottom
                && paper.scrollWidth <= paper.clientWidth && paper.scrollHeight <= paper.clientHeight;
            }""",
            arg=paper.element_handle(),
        )
        assert fits.json_value() is True


@pytest.mark.parametrize(
    "text", ["no JSON", "[]", '{"kind": "archivist-trace", "version": 1, "question": "", "sources": [], "events": [1]}']
)
def test_a_file_that_is_no_saved_run_is_refused_by_name(visit: Callable[..., Visit], tmp_path: Path, text: str) -> None:
    strange = tmp_path / "strange.json"
    strange.write_text(text, "utf-8")
    seen = visit()
    seen.page.get_by_label("Open a saved run").set_input_files(strange)
    seen.page.get_by_role("alert").get_by_text("Details").click()

    expect(seen.page.get_by_role("alert")).to_contain_text("strange.json is no saved run.")


def test_a_box_tells_what_happened_in_it_by_click_and_by_keyboard(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    page = seen.page
    page.get_by_role("button", name="decide-tools: done", exact=True).click()
    expect(page.get_by_role("tabpanel")).to_contain_text("decide-tools done, left by “tools”, took")

    page.get_by_role("button", name="extract-query: done", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="extract-query-salvage: did not run")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel")).to_contain_text("extract-query-salvage did not run")


def test_the_graph_is_moved_by_dragging_and_made_larger_by_the_wheel(visit: Callable[..., Visit]) -> None:
    seen = visit(1440, 900)
    seen.answered(QUESTION)
    paper = seen.page.get_by_role("region", name="Graph of Search")
    paper.get_by_role("button", name="found: done").wait_for()
    paper.evaluate("paper => paper.scrollTo({ top: 0, behavior: 'instant' })")
    box = paper.bounding_box()
    assert box
    seen.page.mouse.move(box["x"] + 100, box["y"] + 300)
    seen.page.mouse.down()
    seen.page.mouse.move(box["x"] + 90, box["y"] + 100, steps=4)
    seen.page.mouse.up()

    assert paper.evaluate("paper => paper.scrollTop") == 200
    expect(seen.page.get_by_role("button", name="Close")).to_have_count(0)
    width = paper.locator("svg").evaluate("graph => graph.getBoundingClientRect().width")
    seen.page.keyboard.down("Control")
    seen.page.mouse.wheel(0, -100)
    seen.page.keyboard.up("Control")
    graph = paper.locator("svg").element_handle()
    seen.page.wait_for_function("([graph, width]) => graph.getBoundingClientRect().width > width", arg=[graph, width])


def test_a_drag_that_the_browser_takes_over_moves_the_graph_no_further(visit: Callable[..., Visit]) -> None:
    seen = visit(1440, 900)
    seen.answered(QUESTION)
    paper = seen.page.get_by_role("region", name="Graph of Search")
    paper.get_by_role("button", name="found: done").wait_for()
    paper.evaluate("paper => paper.scrollTo({ top: 0, behavior: 'instant' })")
    box = paper.bounding_box()
    assert box
    seen.page.mouse.move(box["x"] + 100, box["y"] + 300)
    seen.page.mouse.down()
    paper.dispatch_event("pointercancel", {"pointerType": "mouse"})
    seen.page.mouse.move(box["x"] + 90, box["y"] + 100, steps=4)

    assert paper.evaluate("paper => paper.scrollTop") == 0


def test_the_whole_graph_leads_to_the_part_that_ran_inside_it(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    page = seen.page
    page.get_by_role("button", name="Whole").click()
    page.get_by_role("button", name="on-topic-search: done").click()
    page.get_by_role("button", name="Open the graph Search").click()

    expect(page.get_by_role("button", name="has-citations-gate: done")).to_be_attached()


def test_the_graph_can_be_enlarged(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Enlarge").click()
    sheet = seen.page.get_by_role("dialog", name="How it got there")

    expect(sheet.locator(box("found"))).to_have_attribute("data-status", "done")
    width = sheet.locator("svg.graph").evaluate("graph => graph.getBoundingClientRect().width")
    for _ in range(2):
        sheet.get_by_role("button", name="Larger").click()
    assert sheet.locator("svg.graph").evaluate("graph => graph.getBoundingClientRect().width") > width


def test_a_box_tells_what_went_in_and_what_came_out(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="extract-query: done").click()

    panel = seen.page.get_by_role("tabpanel")
    expect(panel).to_contain_text(re.compile(r"Went in\s*query\s*whales"))
    expect(panel).to_contain_text(re.compile(r"Came out\s*terms\s*whales; obsession"))


def test_the_graph_of_a_tool_opens_from_the_box_that_ran_it(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered("is a source down?")
    seen.page.get_by_role("button", name="book-search-scatter: done").click()
    seen.page.get_by_role("button", name="Open the graph Open Library", exact=True).click()

    expect(seen.page.get_by_role("button", name="invoke: failed")).to_be_visible()
    expect(seen.page.get_by_role("button", name="Open Library", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_question_is_played_again_beside_the_conversation(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Play it again").click()

    expect(seen.page.get_by_text("the same answer by the same way, and nobody was asked")).to_be_visible()
    expect(seen.page.get_by_role("button", name="found: done")).to_be_visible()
    assert len(seen.requested("replay")) == 1
    assert [message["t"] for message in seen.heard() if message["t"] != "configure"] == ["ask"]
    expect(seen.page.get_by_role("button", name="Copy answer")).to_have_count(1)


def test_a_replay_that_differs_says_where(visit: Callable[..., Visit]) -> None:
    seen = visit()
    seen.page.evaluate("sessionStorage.setItem('fake-differs', '1')")
    seen.answered(QUESTION)
    seen.page.get_by_role("button", name="Play it again").click()

    expect(seen.page.get_by_text("Played again, it is not as it was:")).to_be_visible()
    expect(seen.page.get_by_text("the answer has one book less")).to_be_visible()


def test_the_graph_is_saved_and_a_changed_one_is_refused_with_reasons(
    visit: Callable[..., Visit], tmp_path: Path
) -> None:
    seen = visit()
    with seen.page.expect_download() as saving:
        seen.page.get_by_role("button", name="Save this graph").click()
    file = tmp_path / "changed.jsonld"
    saving.value.save_as(file)
    seen.page.get_by_label("Check a changed graph").set_input_files(file)
    expect(seen.page.get_by_text("changed.jsonld could run in place of ours.")).to_be_visible()
    file.write_text(file.read_text("utf-8").replace("search", "nowhere"), "utf-8")
    seen.page.get_by_label("Check a changed graph").set_input_files(file)

    assert saving.value.suggested_filename == "book-search-scatter.jsonld"
    expect(seen.page.get_by_text("changed.jsonld could not run:")).to_be_visible()
    expect(seen.page.get_by_text("/nodes/10/outputs/empty")).to_be_visible()
