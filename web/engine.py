"""The script that PyScript runs in its worker."""

from archivist.browser.boot import start

await start()  # noqa: F704, PLE1142 - PyScript runs it so
