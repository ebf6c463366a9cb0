"""The script that PyScript runs in its worker."""

from archivist.browser import start

start()
