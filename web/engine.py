"""The script that PyScript runs in its worker."""

from archivist.browser.boot import start

start()
