"""Documents in the shapes that the services send; the facts in them are about real books."""

from __future__ import annotations

from pydantic import JsonValue

from archivist.sources import SourceResult
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
