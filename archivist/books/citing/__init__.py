"""Results to take along: BibTeX, RIS, CSL-JSON, CSV in Goodreads' import form, Markdown, JSON-LD.

Written here and not by libraries: the writers there are (bibtexparser, rispy) lay fields out but leave escaping, keys
and names to the caller, which is all there is to these formats, and each would be one more download before a page
answers. They read our output back in the tests instead.
"""

from archivist.books.citing.formats import FORMATS, Format, export

__all__ = ["FORMATS", "Format", "export"]
