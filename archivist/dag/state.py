"""The typed state a run works on. Its JSON is the checkpoint.

Subclass `State` and declare fields; the engine's bookkeeping (metadata, errors, warnings, retry counters) rides along
in fields of the base class, so one ``snapshot`` holds everything.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from archivist.dag.copying import copied, is_shared
from archivist.dag.errors import CheckpointError
from archivist.dag.notes import NodeError, NodeWarning

__all__ = ["State"]

# Where `itemKey`, `itemIndex` and `correlationKey` live, under the names the documents use.
CORRELATION_KEY = "correlationKey"
_NOTES = ("errors", "warnings", "retries")
_FRESH = ("metadata", *_NOTES)
StateT = TypeVar("StateT", bound="State")
_LAZY = "lazy fields of a clone"  # no identifier, so that it can never be a field


class State(BaseModel):
    """Base of every run's state: subclass it and declare fields that have a JSON form.

    Attributes:
        metadata: JSON values beside the fields; a scatter puts its item and index here for the body.
        errors, warnings: what nodes reported without raising.
        retries: attempts counted by key, see `within_budget`.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    metadata: dict[str, object] = Field(default_factory=dict)
    errors: list[NodeError] = Field(default_factory=list)
    warnings: list[NodeWarning] = Field(default_factory=list)
    retries: dict[str, int] = Field(default_factory=dict)

    def collect_error(self, code: str, message: str, recoverable: bool = True, *, operation: str = "") -> None:  # noqa: FBT001, FBT002 - `collect_error(code, message, False)` is the vocabulary's own order
        """Reports an error without raising; an unrecoverable one still lets the node choose its output."""
        self.errors.append(NodeError(code=code, message=message, operation=operation, recoverable=recoverable))

    def warn(self, code: str, message: str, *, operation: str = "") -> None:
        """Reports something worth knowing that is no error."""
        self.warnings.append(NodeWarning(code=code, message=message, operation=operation))

    def park(self, key: str) -> None:
        """Names what the run will wait for; then return the output ``parked``."""
        self.metadata[CORRELATION_KEY] = key

    def record_attempt(self, key: str) -> int:
        """Counts one more attempt under a key and returns the count."""
        count = self.retries.get(key, 0) + 1
        self.retries[key] = count
        return count

    def within_budget(self, key: str, limit: int) -> bool:
        """Counts an attempt; True while fewer than ``limit`` have been made. Three gives True, True, False."""
        return self.record_attempt(key) < limit

    def clear_attempts(self, key: str) -> None:
        """Forgets the attempts made under a key."""
        self.retries.pop(key, None)

    def clone(self) -> Self:
        """An independent copy of fields and metadata, with no errors, warnings or attempts of its own."""
        self._settle()
        fields = {name: copied(value) for name, value in self.__dict__.items() if name not in _NOTES}
        fields |= {"errors": [], "warnings": [], "retries": {}}
        return _assembled(type(self), fields, self.__pydantic_fields_set__, self.__pydantic_private__)

    def cloner(self) -> Callable[[], Self]:
        """A maker of clones of the state as it is now, whatever happens to it later.

        Making a clone copies nothing that cannot change and copies the rest field by field when first touched, so
        thousands of clones of a state with long lists cost little each.
        """
        self._settle()
        kind = type(self)
        fixed, changing = self._split()
        metadata = copied(self.metadata)
        private = self.__pydantic_private__
        given = self.__pydantic_fields_set__

        def fields() -> dict[str, object]:
            return {
                **fixed, "metadata": copied(metadata), "errors": [], "warnings": [], "retries": {},
                _LAZY: changing.copy(),
            }  # fmt: skip

        return lambda: _assembled(kind, fields(), given, private)

    def _split(self) -> tuple[dict[str, object], dict[str, object]]:
        fixed: dict[str, object] = {}
        changing: dict[str, object] = {}
        for name, value in self.__dict__.items():
            if name in _FRESH:
                continue
            if is_shared(value):
                fixed[name] = value
            else:
                changing[name] = copied(value)
        return fixed, changing

    def __getattr__(self, name: str) -> object:
        lazy = self.__dict__.get(_LAZY)
        if lazy is not None and name in lazy:
            value = copied(lazy.pop(name))
            self.__dict__[name] = value
            return value
        return super().__getattr__(name)  # type: ignore[misc]  # pydantic defines it at run time only

    def _settle(self) -> None:
        """Copies what a clone has not touched yet: whoever reads ``__dict__`` as a whole needs every field there."""
        lazy = self.__dict__.pop(_LAZY, None)
        if lazy:
            order = type(self).model_fields
            fields = self.__dict__ | {name: copied(value) for name, value in lazy.items()}
            object.__setattr__(self, "__dict__", {name: fields[name] for name in order if name in fields})

    def snapshot(self) -> dict[str, object]:
        """The state as JSON values; `restore` makes an equal state of them."""
        return self.model_dump(mode="json")

    @classmethod
    def restore(cls, snapshot: Mapping[str, object]) -> Self:
        """The state a snapshot was taken of.

        Raises:
            CheckpointError: the snapshot does not fit this class; says which fields.
        """
        try:
            return cls.model_validate(dict(snapshot))
        except ValidationError as error:
            msg = f"the snapshot does not fit {cls.__name__!r}: {error}"
            raise CheckpointError(msg) from error

    def model_dump(self, **options: object) -> dict[str, object]:
        """As pydantic's, after copying what a clone has not touched yet."""
        self._settle()
        return super().model_dump(**options)  # type: ignore[arg-type]  # checked by pydantic

    def model_dump_json(self, **options: object) -> str:
        """As pydantic's, after copying what a clone has not touched yet."""
        self._settle()
        return super().model_dump_json(**options)  # type: ignore[arg-type]  # checked by pydantic

    def __eq__(self, other: object) -> bool:
        for side in (self, other):
            if isinstance(side, State):
                side._settle()
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # states change

    def __repr_args__(self) -> object:  # type: ignore[override]  # pydantic's alias is not exported
        self._settle()
        return super().__repr_args__()

    def __iter__(self) -> object:  # type: ignore[override]  # as pydantic's
        self._settle()
        return super().__iter__()

    def __copy__(self) -> Self:
        self._settle()
        return super().__copy__()

    def __deepcopy__(self, memo: dict[int, object] | None = None) -> Self:
        self._settle()
        return super().__deepcopy__(memo)

    def __getstate__(self) -> dict[object, object]:
        self._settle()
        return super().__getstate__()


def _assembled(
    kind: type[StateT], fields: dict[str, object], given: Iterable[str], private: Mapping[str, object] | None
) -> StateT:
    """A state of fields that were checked once, when the state they are a copy of was made."""
    made = kind.__new__(kind)
    object.__setattr__(made, "__dict__", fields)
    object.__setattr__(made, "__pydantic_fields_set__", set(given))
    object.__setattr__(made, "__pydantic_extra__", None)
    object.__setattr__(made, "__pydantic_private__", None if private is None else dict(private))
    return made
