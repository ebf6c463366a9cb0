"""The Archivist in a browser's worker: the only code that imports `js`, `pyodide` or `polyscript`.

`boot.start` is what PyScript's script calls. Nothing is imported here, so that `desk`, which knows no browser, can be
used without one.
"""

__all__: list[str] = []
