"""The visitor's own shelf: six kinds of files in, a source that asks nobody out.

A package of its own, because a visitor without a shelf should not wait for it to be imported.
"""

from archivist.sources.shelf.book import Note, ShelfBook
from archivist.sources.shelf.importing import Imported, ShelfFileError, read_shelf
from archivist.sources.shelf.search import Shelf, ShelfSearch

__all__ = ["Imported", "Note", "Shelf", "ShelfBook", "ShelfFileError", "ShelfSearch", "read_shelf"]
