"""The Archivist: ask for a book in your own words and get books that exist, each with its source."""

__version__ = "0.1.0"
