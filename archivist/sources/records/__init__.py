"""Records by their address, one parser each: bytes of a service in, values of the books room out.

The tools read works this way when they fetch a description. The rest (editions, authors, votes, lists of articles)
costs a request that no question needs, and is here for a source of one's own. Each parser raises ValueError (pydantic's
own) for a document that is not what it reads, an error page included.
"""

from archivist.sources.records.author import Author, author
from archivist.sources.records.readers import Readers, rating, readers
from archivist.sources.records.work import Editions, Record, candidate_of_record, editions, record
from archivist.sources.wikipedia_records import titles

__all__ = [
    "Author",
    "Editions",
    "Readers",
    "Record",
    "author",
    "candidate_of_record",
    "editions",
    "rating",
    "readers",
    "record",
    "titles",
]
