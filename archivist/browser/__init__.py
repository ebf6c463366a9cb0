"""The Archivist in a browser's worker: the only code that imports `js`, `pyodide` or `polyscript`."""

from archivist.browser.boot import start

__all__ = ["start"]
