"""What reading a question and planning for it costs, against its target of one millisecond a question.

    python bench/reading.py

The yardstick is `str.split` with a set look-up a word, the least that any reader does.
"""

from __future__ import annotations

import statistics
import sys
import time
from datetime import date

from archivist.librarian.reading import Turn, plan, read

TARGET_MS = 1.0
ROUNDS = 40
TODAY = date(2026, 11, 30)
QUESTIONS = (
    "Dune",
    "the left hand of darkness",
    "Do you have A Confederacy of Dunces by John Kennedy Toole?",
    "Who wrote The Hobbit?",
    "978-0-306-40615-7",
    "What has Agatha Christie written before 1950?",
    "books about love, war and exile in German",
    "Can you recommend a good novel about time travel from the 80s?",
    "What is Neuromancer about?",
    "I loved Ancillary Justice by Ann Leckie. What should I read next?",
    "What's the weather in Oslo tomorrow?",
    "Ich suche ein Buch über Drachen und Ritter",
    "a book where a girl finds a dragon egg in the attic of her grandmother and has to hide it from the whole village",
    "another one",
    "Zibberwick's Almanac of Unsaid Rivers",
)
CONVERSATION = (Turn(role="visitor", text="novels about whales"), Turn(role="archivist", text="Here you are."))
WORDS = frozenset(("the", "of", "and", "by", "about", "like", "book", "books"))


def milliseconds() -> dict[str, float]:
    """The median time of one reading with its plan, a question.

    The questions are read in turn, so that none finds what was kept of itself by the rules that keep a few texts.
    """
    times: dict[str, list[float]] = {question: [] for question in QUESTIONS}
    for _ in range(ROUNDS):
        for question in QUESTIONS:
            began = time.perf_counter()
            reading = read(question, CONVERSATION, today=TODAY)
            plan(reading.wanted, reading.intent, second=reading.second)
            times[question].append(1000 * (time.perf_counter() - began))
    return {question: statistics.median(taken) for question, taken in times.items()}


def yardstick(question: str) -> float:
    """The median time of splitting the question and looking its words up."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        sum(word in WORDS for word in question.casefold().split())
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def main() -> None:
    """Prints a line a question and the mean; the exit status is 1 when the mean misses the target."""
    costs = milliseconds()
    for question, cost in sorted(costs.items(), key=lambda pair: -pair[1]):
        sys.stdout.write(f"{cost:7.3f} ms  {cost / yardstick(question):6.0f} x split  {question[:80]}\n")
    mean = statistics.fmean(costs.values())
    sys.stdout.write(f"{mean:7.3f} ms  mean, {mean / TARGET_MS:.2f} of the target\n")
    sys.exit(mean > TARGET_MS)


if __name__ == "__main__":
    main()
