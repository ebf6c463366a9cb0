"""Documents in the shapes that the services send; the facts in them are about real books."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from pydantic import JsonValue

from archivist.sources import ScriptedTransport, SourceResult
from archivist.tools import ToolReturn

Json = dict[str, JsonValue]


def found(*docs: Json) -> Json:
    """search.json's frame around rows."""
    return {
        "numFound": len(docs),
        "start": 0,
        "numFoundExact": True,
        "num_found": len(docs),
        "q": "",
        "docs": list(docs),
    }


def work(key: str, title: str, *authors: str, **more: JsonValue) -> Json:
    """A row of search.json."""
    return {"key": f"/works/{key}", "title": title, "author_name": list(authors), **more}


def hits(*titles: str, suggestion: str | None = None) -> Json:
    """The action API's answer to a search."""
    info: Json = {"totalhits": len(titles), **({"suggestion": suggestion} if suggestion else {})}
    return {
        "batchcomplete": True,
        "query": {"searchinfo": info, "search": [{"ns": 0, "title": title} for title in titles]},
    }


def told(title: str, description: str, extract: str | None, index: int, **more: JsonValue) -> Json:
    """A page of a search by generator, with its beginning as text where the service had room for it."""
    url = f"https://en.wikipedia.org/wiki/{title.replace(' ', '_')}"
    page: Json = {"pageid": 9, "ns": 0, "title": title, "index": index, "description": description, "fullurl": url}
    return page | ({"extract": extract} if extract is not None else {}) | more


def article(title: str, description: str, extract: str, kind: str = "standard", lang: str = "en") -> Json:
    """A page summary."""
    url = f"https://{lang}.wikipedia.org/wiki/{title.replace(' ', '_')}"
    return {
        "type": kind,
        "title": title,
        "displaytitle": f"<i>{title}</i>",
        "lang": lang,
        "description": description,
        "extract": extract,
        "extract_html": f"<p>{extract}</p>",
        "content_urls": {"desktop": {"page": url}},
    }


def volumes(*items: Json) -> Json:
    """A search's answer of Google Books; without `items` where there are none, as the service does it."""
    frame: Json = {"kind": "books#volumes", "totalItems": len(items)}
    return {**frame, "items": list(items)} if items else frame


def volume(number: str, title: str, *authors: str, isbn: str = "", **more: JsonValue) -> Json:
    """One volume."""
    info: Json = {"title": title, **({"authors": list(authors)} if authors else {}), **more}
    if isbn:
        info["industryIdentifiers"] = [{"type": "ISBN_13", "identifier": isbn}]
    return {"kind": "books#volume", "id": number, "volumeInfo": info}


def value_of(returned: object) -> SourceResult:
    """The typed result in what a tool's call returns."""
    assert isinstance(returned, ToolReturn)
    assert isinstance(returned.value, SourceResult)
    return returned.value


EMPTY = found()
DUNE = work(
    "OL893414W",
    "Dune",
    "Frank Herbert",
    first_publish_year=1965,
    isbn=["0441172717", "9780441013593"],
    subject=["Science fiction", "Fiction", "nyt:mass-market=2021-10-10", "Accessible book", "series:Dune"],
    language=["eng", "ger"],
    cover_i=11481354,
    ratings_average=4.29,
    ratings_count=412,
    number_of_pages_median=604,
)


def searches(web: ScriptedTransport) -> list[dict[str, str]]:
    """The searches so far, without what every one of them says."""
    queries = [{k: v[0] for k, v in parse_qs(urlsplit(url).query).items()} for url in web.urls if "search.json" in url]
    return [{k: v for k, v in query.items() if k not in {"fields", "limit"}} for query in queries]
