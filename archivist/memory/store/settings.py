"""The visitor's settings. Keys are not for here: they stay in the page's session memory unless the visitor says so."""

from __future__ import annotations

import json
from datetime import datetime

from pydantic import JsonValue

from archivist.memory.store.connection import Connection


class KeptSettings:
    """The settings of the kept file: JSON values by name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, name: str, value: JsonValue, *, at: datetime) -> None:
        """Keeps the value in place of the one before."""
        self._connection.put(
            "INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (name, json.dumps(value), at.timestamp())
        )

    def all(self) -> dict[str, JsonValue]:
        """Every setting."""
        rows = self._connection.rows("SELECT name, value FROM settings ORDER BY name")
        return {str(name): json.loads(str(value)) for name, value in rows}

    def drop(self, name: str) -> None:
        """Goes back to the setting's default."""
        self._connection.put("DELETE FROM settings WHERE name = ?", (name,))
