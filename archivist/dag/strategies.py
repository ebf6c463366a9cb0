"""How a gather turns records into state. Standard library only.

A strategy folds records as they come (``reduce``), so a scatter of a hundred thousand items keeps none of them. One
that needs all records at the end says ``retains = True`` and folds in ``finalize``.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Final, Protocol

from archivist.dag import paths
from archivist.dag.copying import copied
from archivist.dag.errors import GatherError
from archivist.dag.records import GatherRecord
from archivist.dag.run import StateLike

__all__ = ["BUILT_IN", "Config", "GatherStrategy", "WholeGatherStrategy"]

Config = Mapping[str, object]
"""A gather's ``gather`` object as the document gives it."""


class GatherStrategy(Protocol):
    """Folds records into the state, some at a time, in order of their items."""

    @property
    def name(self) -> str:
        """The word documents use for it."""

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Folds the next records in; called once for each record, never twice, across resumes too."""


class WholeGatherStrategy(GatherStrategy, Protocol):
    """A strategy that has more to do than fold. Each of these is optional for the engine."""

    retains: bool

    def initial(self, config: Config, state: StateLike) -> None:
        """Called once before the first record; not again on resume."""

    def finalize(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Called once at the end, with every record when ``retains``, else with none."""


class Append:
    """Pushes a field of each record's state, or its item, onto the list at ``target``."""

    name = "append"

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Folds records onto the list; copies what belongs to a state that lives on."""
        field = config.get("field")
        target = _list_at(state, str(config["target"]))
        target.extend(record.item if field is None else _value(record, str(field)) for record in records)


class Collect:
    """Pushes a field of each record's state, or the port it took, onto the list at ``target``."""

    name = "collect"

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Folds records onto the list."""
        field = config.get("field")
        target = _list_at(state, str(config["target"]))
        target.extend(record.output if field is None else _value(record, str(field)) for record in records)


class Map:
    """For each pair in ``mapping`` pushes the value at the record's path onto the list at the state's path."""

    name = "map"

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Folds records; the state's values are always lists, for a single record too."""
        mapping = config["mapping"]
        if isinstance(mapping, Mapping):
            for source, target in mapping.items():
                _list_at(state, str(target)).extend(_value(record, str(source)) for record in records)


class Partition:
    """Pushes each record onto the list that ``partitions`` names for the port it took."""

    name = "partition"

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Folds records; ports without a partition are left out, as the document asks."""
        field = config.get("field")
        partitions = config["partitions"]
        for record in records:
            target = partitions.get(record.output) if isinstance(partitions, Mapping) else None
            if target is not None:
                value = record.item if field is None else _value(record, str(field))
                _list_at(state, str(target)).append(value)


class Discard:
    """Keeps nothing; the gather only waits."""

    name = "discard"

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Nothing to do."""


class Custom:
    """Hands all records to the node ``customNode`` as ``metadata['gatherResults']``; the engine runs that node."""

    name = "custom"
    retains = True

    def reduce(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Nothing before the end."""

    def finalize(self, config: Config, records: Sequence[GatherRecord], state: StateLike) -> None:
        """Puts the records, without their states, where the node looks for them."""
        del config
        state.metadata["gatherResults"] = [record.to_json() for record in records]


def _value(record: GatherRecord, path: str) -> object:
    value = paths.get(record.state, path)
    # A scatter item's clone ends with its record, so its values may move; a branch's state may live on.
    return value if record.index is not None else copied(value)


def _list_at(state: StateLike, path: str) -> MutableSequence[object]:
    found = paths.get(state, path)
    if isinstance(found, MutableSequence):
        return found
    made: list[object] = []
    if found is not None or not paths.put(state, path, made):
        msg = f"a gather cannot write a list to {path!r} of {type(state).__name__}; declare that field as a list"
        raise GatherError(msg)
    return made


BUILT_IN: Final[tuple[GatherStrategy, ...]] = (Append(), Collect(), Map(), Partition(), Discard(), Custom())
"""The strategies every registry knows."""
