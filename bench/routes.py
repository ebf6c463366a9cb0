"""Whether the page answers the same by both of its starts, and as the terminal does.

`python -m bench.routes batch --start snapshot|files IN.jsonl --out OUT.jsonl` answers a file of questions in the built
page (dist/) as `python -m archivist batch` does in the terminal, so that whatever takes the one takes the other.
`python -m bench.routes compare IN.jsonl` asks all of them by both starts and in the terminal, and prints what differs.
`python -m bench.routes replay IN.jsonl` has what one start recorded played again by the other, both ways.

Settings come from the environment, as in the terminal: with ARCHIVIST_GATEWAY the services are asked through it.

Every question is one for itself: it has a conversation of its own and is forgotten before the next one is asked, except
where it is to be played again. Comparisons leave out how long a source took (`ms`) and whether its reply came out of
the cache (`cached`), which the page empties with whatever it forgets. Build first: what is asked is dist/ as it is.
While a service fails they may differ. A browser hides errors without a CORS header, which Open Library's lack, so the
page says "perhaps too many requests" where the terminal says 503. And a host that failed is left alone for seconds on
the clock: whoever asks more slowly tries it again at an earlier question (tests/session/test_out_of_order.py).
The page's own script is replaced, so nothing is drawn; frame, worker, settings and messages are the page's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from archivist.cli.environment import settings
from archivist.librarian import Answer
from bench.browser import STARTS, served
from buildtools.browser import find

TERMINAL: Final = "terminal"
WAYS: Final = (TERMINAL, *STARTS)
LEFT_OUT: Final = frozenset({"ms", "cached"})
SHOWN: Final = 160
# A replay finds a run once it is saved, which is soon after its answer.
SAVED_MS: Final = 3000
SCRIPT: Final = """
import { connect } from "./engine.js";
const waiting = new Map();
const engine = connect({ onMessage(message) {
  if (message.t === "boot" && message.stage === "ready") document.body.dataset.ready = "yes";
  if (message.t === "failed" && message.id === null) document.body.dataset.ready = message.message;
  if (["answer", "failed", "reply"].includes(message.t)) waiting.get(message.id)?.(message);
} });
engine.send(%s);
window.ask = (message) => new Promise((resolve) => {
  waiting.set(message.id, resolve);
  engine.send(message);
});
"""
KEEP: Final = """if (self === top) localStorage.setItem("archivist:settings", %s);"""
Document = dict[str, object]
Question = tuple[str, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; exit status 0 when every question was answered, or everything was the same."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    batch = commands.add_parser("batch", help="answer a file of questions by one start")
    batch.add_argument("--start", choices=STARTS, default=STARTS[0])
    batch.add_argument("--out", type=Path, required=True)
    batch.set_defaults(does=lambda given: _batch(given.questions, given.start, given.out))
    compare = commands.add_parser("compare", help="ask by both starts and in the terminal, and print what differs")
    compare.set_defaults(does=lambda given: _compare(given.questions))
    replay = commands.add_parser("replay", help="have what one start recorded played again by the other")
    replay.set_defaults(does=lambda given: _replay(given.questions))
    for command in (batch, compare, replay):
        command.add_argument("questions", type=Path, metavar="IN.jsonl")
    given = parser.parse_args(arguments)
    status: int = given.does(given)
    return status


def _batch(questions: Path, start: str, out: Path) -> int:
    failed = 0
    with _browser() as (browser, site), _context(browser) as context, out.open("w", encoding="utf-8") as file:
        for answer in _answers(context, f"{site}{start}/index.html", _read(questions)):
            failed += answer.outcome == "failed"
            print(answer.model_dump_json(), file=file, flush=True)
    return int(failed > 0)


def _compare(questions: Path) -> int:
    asked = _read(questions)
    told = {TERMINAL: _by_terminal(questions)}
    with _browser() as (browser, site):
        for start in STARTS:
            with _context(browser) as context:
                told[start] = [_told(one) for one in _answers(context, f"{site}{start}/index.html", asked)]
    differing = 0
    for at, (name, question) in enumerate(asked):
        differences = list(_differences({way: told[way][at] for way in WAYS}))
        differing += bool(differences)
        if differences:
            print(f"{name} {question!r}", *differences, sep="\n  ")
    print(f"{len(asked) - differing} of {len(asked)} questions answered alike by {', '.join(WAYS)}")
    return int(differing > 0)


def _replay(questions: Path) -> int:
    asked, differing = _read(questions), 0
    with _browser() as (browser, site):
        for first, then in (STARTS, STARTS[::-1]):
            with _context(browser) as context:
                told = list(_answers(context, f"{site}{first}/index.html", asked, forget=False))
                lines = list(_played_again(context, f"{site}{then}/index.html", told))
            differing += len(lines)
            print(
                *lines, f"{first}, then {then}: {len(asked) - len(lines)} of {len(asked)} played again alike", sep="\n"
            )
    return int(differing > 0)


@contextmanager
def _browser() -> Iterator[tuple[Browser, str]]:
    flags = ["--no-sandbox", "--disable-background-networking"]
    with sync_playwright() as playwright, served() as site:
        browser = playwright.chromium.launch(executable_path=find(), args=flags)
        yield browser, site
        browser.close()


@contextmanager
def _context(browser: Browser) -> Iterator[BrowserContext]:
    known = settings().model_dump(mode="json")
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.add_init_script(KEEP % json.dumps(json.dumps({"gateway": known["gateway"]})))
    code = SCRIPT % json.dumps({"t": "configure", "settings": known})

    def script(route: Route) -> None:
        route.fulfill(body=code, headers={"content-type": "text/javascript"})

    context.route("**/web/main.js", script)
    yield context
    context.close()


def _answers(
    context: BrowserContext, address: str, asked: Sequence[Question], *, forget: bool = True
) -> Iterator[Answer]:
    """The answers in order, each under its question's id."""
    page = _opened(context, address)
    for at, (name, question) in enumerate(asked):
        run = f"q{at}"
        message = _said(page, t="ask", id=run, question=question, conversation=run)
        if forget:
            _said(page, t="request", id=f"forget-{run}", what="forget-run", run=run)
        yield _answer(message, name, question)
    if not forget:
        page.wait_for_timeout(SAVED_MS)
    page.close()


def _opened(context: BrowserContext, address: str) -> Page:
    """A tab in which Python is ready.

    Raises:
        RuntimeError: it did not start.
    """
    page = context.new_page()
    page.goto(address)
    ready = page.locator("body[data-ready]")
    ready.wait_for(state="attached", timeout=90_000)
    if (said := ready.get_attribute("data-ready")) != "yes":
        message = f"{address}: Python did not start: {said}"
        raise RuntimeError(message)
    return page


def _said(page: Page, **message: object) -> Document:
    """What the engine says to this in the end."""
    send: Callable[[str, object], Document] = page.evaluate
    return send("(message) => ask(message)", message)


def _answer(message: Document, name: str, question: str) -> Answer:
    """The answer in a message, or, as in the terminal's files, what it says in place of one."""
    if message["t"] == "answer":
        return Answer.model_validate_json(json.dumps(message["answer"])).model_copy(update={"id": name})
    text = f"{message['message']} {message['advice']}".strip()
    return Answer(id=name, question=question, intent="on-topic", outcome="failed", answer=text)


def _played_again(context: BrowserContext, address: str, told: Sequence[Answer]) -> Iterator[str]:
    """A line for each answer that another start does not give again."""
    page = _opened(context, address)
    for at, answer in enumerate(told):
        reply = _said(page, t="request", id=f"again-{at}", what="replay", run=f"q{at}")
        if reply["t"] == "failed":
            yield f"{answer.id} {answer.question!r}: {reply['message']}"
            continue
        again = _told(_answer({"t": "answer", "answer": reply["answer"]}, answer.id, answer.question))
        if not reply["same"] or again != _told(answer):
            differences = [*_differences({"recorded": _told(answer), "again": again})]
            yield f"{answer.id} {answer.question!r}: {reply['differences']} {differences}"
    page.close()


def _by_terminal(questions: Path) -> list[Document]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "answers.jsonl"
        command = [sys.executable, "-m", "archivist", "batch", str(questions), "--out", str(out)]
        subprocess.run(command, check=False)  # noqa: S603 - our own program, and no shell
        return [_timeless(json.loads(line)) for line in out.read_text("utf-8").splitlines()]


def _told(answer: Answer) -> Document:
    return _timeless(answer.model_dump(mode="json"))


def _timeless(document: Mapping[str, object]) -> Document:
    return {name: _without(value) for name, value in document.items()}


def _without(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without(one) for name, one in value.items() if name not in LEFT_OUT}
    return [_without(one) for one in value] if isinstance(value, list) else value


def _differences(told: Mapping[str, Document]) -> Iterator[str]:
    """What is not the same everywhere, by part of the answer."""
    for part in next(iter(told.values())):
        values = {way: json.dumps(document.get(part), sort_keys=True) for way, document in told.items()}
        if any(document.get(part) != other.get(part) for document in told.values() for other in told.values()):
            yield "; ".join(f"{part} by {way}: {_around(value, values)}" for way, value in values.items())


def _around(value: str, values: Mapping[str, str]) -> str:
    """The value from a little before where the others begin to differ."""
    same = next((at for at, chars in enumerate(zip(*values.values(), strict=False)) if len(set(chars)) > 1), len(value))
    return value[max(0, same - SHOWN // 2) : same + SHOWN]


def _read(questions: Path) -> list[Question]:
    lines = [json.loads(line) for line in questions.read_text("utf-8").splitlines() if line.strip()]
    return [(str(one["id"]), str(one["question"])) for one in lines]


if __name__ == "__main__":
    sys.exit(main())
