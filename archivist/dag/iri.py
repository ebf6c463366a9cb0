"""Identity: absolute IRIs, CURIE prefixes and the names derived from a DAG's IRI. Standard library only."""

from collections.abc import Mapping
from typing import NewType
from urllib.parse import quote

from archivist.dag.errors import DagError, DefinitionError

__all__ = [
    "DagIri",
    "NodeIri",
    "PlacementIri",
    "check_context",
    "compact",
    "entrypoint_iri",
    "expand",
    "is_absolute",
    "local_name",
    "placement_iri",
]

DagIri = NewType("DagIri", str)
NodeIri = NewType("NodeIri", str)
PlacementIri = NewType("PlacementIri", str)


def is_absolute(value: str) -> bool:
    """Whether a value needs no context: it starts with ``urn:`` or its first colon is followed by a slash."""
    return value.startswith("urn:") or value.partition(":")[2].startswith("/")


def namespaces(context: Mapping[str, object]) -> dict[str, str]:
    """The prefixes a JSON-LD context declares: keywords and term definitions that are objects are no prefixes."""
    return {key: value for key, value in context.items() if not key.startswith("@") and isinstance(value, str)}


def expand(value: str, context: Mapping[str, object]) -> str:
    """The absolute IRI a document's value stands for.

    Raises:
        DefinitionError: a bare name, or a prefix that the context does not declare. There is no default namespace.
    """
    if is_absolute(value):
        return value
    prefix, colon, rest = value.partition(":")
    namespace = namespaces(context).get(prefix) if colon else None
    if namespace is None:
        known = ", ".join(sorted(namespaces(context))) or "none"
        msg = f"{value!r} is no absolute IRI and no declared prefix starts it (declared: {known}); write it in full"
        raise DefinitionError(msg)
    return namespace + rest


def compact(iri: str, context: Mapping[str, object]) -> str:
    """The shortest way to write an IRI in a context: the longest namespace that fits wins."""
    fits = [(prefix, space) for prefix, space in namespaces(context).items() if iri.startswith(space)]
    if not fits:
        return iri
    prefix, space = max(fits, key=lambda pair: len(pair[1]))
    return f"{prefix}:{iri[len(space) :]}"


def check_context(context: Mapping[str, object]) -> None:
    """Refuses a context in which two prefixes share one namespace, since compaction would then be ambiguous.

    Raises:
        DagError: naming both prefixes.
    """
    owners: dict[str, str] = {}
    for prefix, space in namespaces(context).items():
        if space in owners:
            msg = f"prefixes {owners[space]!r} and {prefix!r} are both bound to {space!r}; keep one of them"
            raise DagError(msg)
        owners[space] = prefix


def placement_iri(dag: str, name: str) -> PlacementIri:
    """``<dag>/node/<name>``, the IRI of a placement.

    Raises:
        DefinitionError: the DAG's IRI is not absolute, or the name is empty.
    """
    if not (dag.startswith("urn:") or "://" in dag):
        msg = f"{dag!r} is no absolute IRI; begin it with 'urn:' or a scheme and '://'"
        raise DefinitionError(msg)
    if not name:
        msg = f"a placement of {dag!r} needs a name"
        raise DefinitionError(msg)
    return PlacementIri(f"{dag}/node/{name}")


def entrypoint_iri(dag: str, label: str) -> str:
    """``<dag>/entrypoint/<label>``, under which a gather names what comes straight from an entrypoint."""
    return f"{dag}/entrypoint/{quote(label, safe='')}"


def local_name(iri: str) -> str:
    """What is left of an IRI for people: the part after its last ``/``, ``#`` or ``:``."""
    return min((iri.rpartition(mark)[2] for mark in "/#:"), key=len) or iri
