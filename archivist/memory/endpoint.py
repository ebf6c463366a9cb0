"""A memory shared by many readers, at a SPARQL 1.1 endpoint: rdflib's endpoint store, one request a question.

The graphs are those of a kept file, and the same facts; the words of questions stand in a graph of their own, so that
recall is one SPARQL query and reads no run that shares no word. Retention is the business of the endpoint's keeper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from archivist.books.record import BookId, Ranked
from archivist.memory.errors import EndpointFailed
from archivist.memory.facts import book_facts
from archivist.memory.library import Counts, KeptRun, PastRun, Question
from archivist.memory.reading import Facts, book_from
from archivist.memory.remote import Post, Remote, posted
from archivist.memory.terms import Iri, Quad, Value, from_nquads, name, term, to_nquads
from archivist.memory.vocabulary import DAG, MEMORY, PROV, RunId, dag, prov_graph, run_iri, run_of, state_graph
from archivist.memory.words import words_of

_WORDS = Iri("urn:dagonizer:words")
_PREFIXES = f"PREFIX dag: <{DAG}>\nPREFIX prov: <{PROV}>\n"
_BRIEF = f"GRAPH <{MEMORY}> {{ ?run dag:visitorQuery ?query ; dag:intent ?intent ; dag:runTimestamp ?at }}"
_RECENT_RUNS = 200


class SharedRuns:
    """The memory of many readers: a `Library` over a SPARQL 1.1 endpoint.

    `update_url` defaults to the query address with `update` in place of a last `query`, as Oxigraph and Fuseki have it.
    `post` sends a request (in a browser, where there are no sockets, whoever may import it passes one); each takes at
    most `timeout` seconds. Recall is by words: embeddings of other readers are not fetched.

    Raises:
        EndpointFailed: by every method, when the endpoint does not answer as SPARQL 1.1 says.
    """

    def __init__(self, query_url: str, update_url: str | None = None, *, post: Post = posted) -> None:
        update = update_url or query_url.removesuffix("query") + "update"
        self._remote = Remote(query_url, update, post)

    def put(self, run: KeptRun) -> None:
        """Remembers the run in place of what was remembered under its id, in one update."""
        words = words_of(run.query)
        index = [Quad(run_iri(run.id), dag("queryWord"), word, _WORDS) for word in sorted(words)]
        index.append(Quad(run_iri(run.id), dag("wordCount"), len(words), _WORDS))
        known = [Quad(*fact, MEMORY) for book in run.books for fact in book_facts(book)]
        books = {*self._alone(run.id), *(book.id for book in run.books)}
        self._update(
            *_without_run(run.id),
            *(step for book in sorted(books) for step in _without_facts(book)),
            _insert([*from_nquads(run.nquads), *known, *index]),
        )

    def alike(self, question: Question, *, floor: float, besides: str | None, limit: int) -> list[PastRun]:
        """Runs whose question shares enough words with this one, most alike first."""
        words = " ".join(term(word) for word in sorted(question.words))
        rows = self._rows(
            f"""SELECT ?run ?query ?intent ?at ?count (COUNT(?word) AS ?shared) WHERE {{
              VALUES ?word {{ {words} }}
              GRAPH <{_WORDS}> {{ ?run dag:queryWord ?word ; dag:wordCount ?count }}
              {_BRIEF}
            }} GROUP BY ?run ?query ?intent ?at ?count"""
        )
        found = [_past(*row[:4], likeness=_jaccard(len(question.words), row[4], row[5])) for row in rows]
        kept = [run for run in found if run.likeness >= floor and run.id != besides]
        return sorted(kept, key=lambda run: (-run.likeness, -run.at.timestamp()))[:limit]

    def newest(self, limit: int, *, besides: str | None = None) -> list[PastRun]:
        """The last runs, newest first."""
        rows = self._rows(
            f"SELECT ?run ?query ?intent ?at WHERE {{ {_BRIEF} {_not(besides)} }} ORDER BY DESC(?at) LIMIT {limit:d}"
        )
        return [_past(*row) for row in rows]

    def shortlist(self, run: str) -> list[Ranked]:
        """The books that the run showed, in its order, as they are known today."""
        return self._ranked([run])

    def shown(self, limit: int, *, besides: str | None = None) -> list[Ranked]:
        """The books shown by the last 200 runs, each once, newest first."""
        found: dict[BookId, Ranked] = {}
        runs = [run.id for run in self.newest(_RECENT_RUNS, besides=besides)]
        # Ten runs at a time: the first requests nearly always suffice.
        for start in range(0, len(runs), limit):
            for one in self._ranked(runs[start : start + limit]):
                found.setdefault(one.book.id, one)
            if len(found) >= limit:
                break
        return list(found.values())[:limit]

    def _ranked(self, runs: list[str] | list[RunId]) -> list[Ranked]:
        """The shortlists of the runs, one after the other."""
        graphs = " ".join(f"(<{run_iri(run)}> <{state_graph(run)}>)" for run in runs)
        shown = f"VALUES (?run ?state) {{ {graphs} }} GRAPH ?state {{ ?run dag:shortlisted ?book }}"
        judged = self._rows(
            f"""SELECT ?run ?book ?rank ?score ?reasons WHERE {{ {shown}
              GRAPH ?state {{ ?book dag:rank ?rank ; dag:score ?score . OPTIONAL {{ ?book dag:rankReason ?reasons }} }}
            }}"""
        )
        facts = Facts(
            Quad(Iri(str(subject)), Iri(str(predicate)), value, MEMORY)
            for subject, predicate, value in self._rows(
                f"""SELECT DISTINCT ?s ?p ?o WHERE {{ {shown} GRAPH <{MEMORY}> {{
                  {{ ?book dag:title ?any . BIND(?book AS ?s) }} UNION {{ ?book prov:hadPrimarySource ?s }} ?s ?p ?o
                }} }}"""
            )
            if value is not None
        )
        places = {run_iri(run): place for place, run in enumerate(runs)}
        ordered = sorted(judged, key=lambda row: (places[Iri(str(row[0]))], _number(row[2])))
        known = set(facts.of_type(dag("Book")))
        return [_judged(facts, *row[1:]) for row in ordered if str(row[1]) in known]

    def showed(self, book: str) -> list[PastRun]:
        """The runs that showed the book, newest first."""
        rows = self._rows(
            "SELECT ?run ?query ?intent ?at WHERE {"
            f" GRAPH <{MEMORY}> {{ ?run dag:shortlisted {name(book)} }} {_BRIEF} }} ORDER BY DESC(?at)"
        )
        return [_past(*row) for row in rows]

    def counts(self, *, besides: str | None = None) -> Counts:
        """How much is remembered."""
        books = self._rows(
            f"SELECT (COUNT(DISTINCT ?book) AS ?n)"
            f" WHERE {{ GRAPH <{MEMORY}> {{ ?run dag:shortlisted ?book }} {_not(besides)} }}"
        )
        intents = self._rows(
            f"SELECT ?intent (COUNT(?run) AS ?n) WHERE {{ {_BRIEF} {_not(besides)} }}"
            " GROUP BY ?intent ORDER BY DESC(?n) ?intent"
        )
        told = [(str(intent), int(_number(n))) for intent, n in intents]
        return Counts(books=int(_number(books[0][0])), queries=sum(n for _, n in told), intents=told)

    def nquads(self, run: str) -> str | None:
        """The run's own facts as N-Quads."""
        subject = run_iri(run)
        rows = self._rows(
            f"""SELECT ?s ?p ?o ?g WHERE {{
              {{ VALUES ?g {{ <{state_graph(run)}> <{prov_graph(run)}> }} GRAPH ?g {{ ?s ?p ?o }} }} UNION
              {{ VALUES (?s ?g) {{ (<{subject}> <{MEMORY}>) }} GRAPH ?g {{ ?s ?p ?o }} }}
            }}"""
        )
        return to_nquads(_quads(rows)) or None

    def everything(self) -> Iterator[str]:
        """All remembered facts as N-Quads."""
        rows = self._rows(
            f"SELECT ?s ?p ?o ?g WHERE {{ GRAPH ?g {{ ?s ?p ?o }} {_OURS} FILTER(?g != <{_WORDS}>) }} ORDER BY ?g ?s ?p"
        )
        yield to_nquads(_quads(rows))

    def forget_run(self, run: str, *, at: datetime) -> bool:  # noqa: ARG002  nothing to tell another window
        """Forgets the run, and the books that no other run showed."""
        known = bool(self._rows(f"SELECT ?p WHERE {{ GRAPH <{MEMORY}> {{ <{run_iri(run)}> ?p ?o }} }} LIMIT 1"))
        self._update(*_without_run(run), *(step for book in self._alone(run) for step in _without_facts(book)))
        return known

    def _alone(self, run: str) -> list[str]:
        """The books that no other run showed."""
        others = "FILTER NOT EXISTS { ?other dag:shortlisted ?book FILTER(?other != ?run) }"
        shown = f"VALUES ?run {{ <{run_iri(run)}> }} ?run dag:shortlisted ?book . {others}"
        return [str(book) for (book,) in self._rows(f"SELECT ?book WHERE {{ GRAPH <{MEMORY}> {{ {shown} }} }}")]

    def forget_book(self, book: str, *, at: datetime) -> bool:  # noqa: ARG002  nothing to tell another window
        """Forgets the book in every run."""
        known = bool(self.showed(book))
        records = f"GRAPH <{MEMORY}> {{ {name(book)} prov:hadPrimarySource ?r . {_ALONE.format(book=name(book))} }}"
        self._update(
            f"DELETE {{ GRAPH ?g {{ ?r ?p ?o }} }} WHERE {{ {records} GRAPH ?g {{ ?r ?p ?o }} }}",
            f"DELETE {{ GRAPH ?g {{ ?s ?p ?r }} }} WHERE {{ {records} GRAPH ?g {{ ?s ?p ?r }} }}",
            f"DELETE {{ GRAPH ?g {{ {name(book)} ?p ?o }} }} WHERE {{ GRAPH ?g {{ {name(book)} ?p ?o }} }}",
            f"DELETE {{ GRAPH ?g {{ ?s ?p {name(book)} }} }} WHERE {{ GRAPH ?g {{ ?s ?p {name(book)} }} }}",
        )
        return known

    def forget_everything(self, *, at: datetime) -> None:  # noqa: ARG002  nothing to tell another window
        """Forgets all runs, books and ratings, and nothing else that the endpoint may hold."""
        self._update(f"DELETE {{ GRAPH ?g {{ ?s ?p ?o }} }} WHERE {{ GRAPH ?g {{ ?s ?p ?o }} {_OURS} }}")

    def retain(self, *, runs: int, since: datetime | None) -> int:  # noqa: ARG002  see the module's docstring
        """Forgets nothing: one reader's retention must not take another's runs."""
        return 0

    def rate(self, book: str, stars: float, *, at: datetime) -> None:  # noqa: ARG002  the last word counts
        """Remembers what was thought of the book; all readers share it."""
        rating = f"{name(book)} <{dag('visitorRating')}>"
        self._update(
            f"DELETE WHERE {{ GRAPH <{MEMORY}> {{ {rating} ?old }} }}",
            f"INSERT DATA {{ GRAPH <{MEMORY}> {{ {rating} {term(float(stars))} }} }}",
        )

    def ratings(self) -> dict[BookId, float]:
        """What was thought of books."""
        rows = self._rows(f"SELECT ?b ?n WHERE {{ GRAPH <{MEMORY}> {{ ?b dag:visitorRating ?n }} }} ORDER BY ?b")
        return {BookId(str(book)): _number(stars) for book, stars in rows}

    def _rows(self, query: str) -> list[tuple[Value | None, ...]]:
        return self._remote.rows(_PREFIXES + query)

    def _update(self, *steps: str) -> None:
        self._remote.update(_PREFIXES + " ;\n".join(steps))


_OURS = 'FILTER(STRSTARTS(STR(?g), "urn:dagonizer:"))'
_ALONE = "FILTER NOT EXISTS {{ ?other prov:hadPrimarySource ?r FILTER(?other != {book}) }}"


def _not(run: str | None) -> str:
    return "" if run is None else f"FILTER(?run != <{run_iri(run)}>)"


def _without_run(run: str) -> list[str]:
    subject = run_iri(run)
    return [
        f"DROP SILENT GRAPH <{state_graph(run)}>",
        f"DROP SILENT GRAPH <{prov_graph(run)}>",
        f"DELETE WHERE {{ GRAPH <{MEMORY}> {{ <{subject}> ?p ?o }} }}",
        f"DELETE WHERE {{ GRAPH <{_WORDS}> {{ <{subject}> ?p ?o }} }}",
    ]


def _without_facts(book: str) -> list[str]:
    """Takes out what is known of the book and its records; what somebody thought of it stays."""
    subject = name(book)
    records = f"{subject} prov:hadPrimarySource ?r . ?r ?p ?o . {_ALONE.format(book=subject)}"
    known = f"{subject} ?p ?o FILTER(?p != dag:visitorRating)"
    return [
        f"DELETE {{ GRAPH <{MEMORY}> {{ ?r ?p ?o }} }} WHERE {{ GRAPH <{MEMORY}> {{ {records} }} }}",
        f"DELETE {{ GRAPH <{MEMORY}> {{ {subject} ?p ?o }} }} WHERE {{ GRAPH <{MEMORY}> {{ {known} }} }}",
    ]


def _insert(quads: Iterable[Quad]) -> str:
    lines = (f"GRAPH {name(q.graph)} {{ {name(q.subject)} {name(q.predicate)} {term(q.object)} }}" for q in quads)
    return "INSERT DATA {\n" + "\n".join(lines) + "\n}"


def _quads(rows: Iterable[tuple[Value | None, ...]]) -> Iterator[Quad]:
    for subject, predicate, value, graph in rows:
        if value is not None:
            yield Quad(Iri(str(subject)), Iri(str(predicate)), value, Iri(str(graph)))


def _past(
    run: Value | None, query: Value | None, intent: Value | None, at: Value | None, *, likeness: float = 0.0
) -> PastRun:
    when = datetime.fromtimestamp(_number(at) / 1000.0, UTC)
    return PastRun(id=run_of(str(run)), query=str(query), intent=str(intent), at=when, likeness=likeness)


def _jaccard(asked: int, theirs: Value | None, shared: Value | None) -> float:
    both = _number(shared)
    return both / (asked + _number(theirs) - both)


def _judged(facts: Facts, book: Value | None, _rank: Value | None, score: Value | None, why: Value | None) -> Ranked:
    reasons = tuple(str(why).split("\n")) if why is not None else ()
    return Ranked(book=book_from(facts, str(book)), score=_number(score), reasons=reasons)


def _number(value: Value | None) -> float:
    if isinstance(value, (int, float)):
        return float(value)
    raise EndpointFailed.odd(value)
