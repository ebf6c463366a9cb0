"""The outside world: one file a source, and the one HTTP client that all of them use."""

from archivist.sources.cache import Cache, Kept, MemoryCache
from archivist.sources.client import Attempt, HttpClient, Limits, Question, Reply
from archivist.sources.errors import (
    KeyRefused,
    NoSuchRecord,
    NotAsked,
    SourceError,
    SourceFailed,
    SourceRefused,
    SourceResting,
    SourceThrottled,
    SourceTimedOut,
    SourceUnreached,
)
from archivist.sources.googlebooks import GoogleBooksSearch
from archivist.sources.httpx_transport import HttpxTransport
from archivist.sources.openlibrary import OpenLibrarySearch
from archivist.sources.result import Asking, SourceResult
from archivist.sources.scripted import ScriptedTransport
from archivist.sources.service import Service
from archivist.sources.subjects import SubjectSearch
from archivist.sources.tool import SourceTool
from archivist.sources.toolbox import all_tools, cannot_be_asked, source_names, source_of, warm_up, warming_up
from archivist.sources.wikipedia import WikipediaSummary
from archivist.transport import (
    Request,
    Response,
    Transport,
    TransportBroken,
    TransportError,
    TransportRefused,
    TransportTimedOut,
    TransportUnconnected,
)

__all__ = [
    "Asking",
    "Attempt",
    "Cache",
    "GoogleBooksSearch",
    "HttpClient",
    "HttpxTransport",
    "Kept",
    "KeyRefused",
    "Limits",
    "MemoryCache",
    "NoSuchRecord",
    "NotAsked",
    "OpenLibrarySearch",
    "Question",
    "Reply",
    "Request",
    "Response",
    "ScriptedTransport",
    "Service",
    "SourceError",
    "SourceFailed",
    "SourceRefused",
    "SourceResting",
    "SourceResult",
    "SourceThrottled",
    "SourceTimedOut",
    "SourceTool",
    "SourceUnreached",
    "SubjectSearch",
    "Transport",
    "TransportBroken",
    "TransportError",
    "TransportRefused",
    "TransportTimedOut",
    "TransportUnconnected",
    "WikipediaSummary",
    "all_tools",
    "cannot_be_asked",
    "source_names",
    "source_of",
    "warm_up",
    "warming_up",
]
