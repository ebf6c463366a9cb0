"""Nodes: what runs at a placement. Standard library only.

A node is an async function under `node`, or an instance of a subclass of `Node` whose constructor takes what it needs.
"""

import typing
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, runtime_checkable

from archivist.dag.errors import DefinitionError
from archivist.dag.iri import NodeIri, is_absolute, local_name
from archivist.dag.run import Run, ServicesT, StateT

__all__ = ["AnyNode", "FunctionNode", "Node", "node"]

Schema = Mapping[str, object]
if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar

    PortT = DefaultTypeVar("PortT", bound=str, default=str)
else:
    PortT = TypeVar("PortT", bound=str)
PARKED = "parked"


@runtime_checkable
class AnyNode(Protocol):
    """What the engine needs of a node, whatever its state and services are."""

    @property
    def id(self) -> NodeIri:
        """Absolute IRI under which documents name the node."""

    @property
    def name(self) -> str:
        """For people."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """Every port `execute` may return, ``parked`` excepted."""

    @property
    def timeout(self) -> float | None:
        """Seconds one firing may take, retries included; None for no limit."""

    @property
    def input_schema(self) -> Schema | None:
        """JSON Schema of the state the node needs; None when nothing is promised."""

    @property
    def output_schema(self) -> Mapping[str, Schema] | None:
        """JSON Schema of the state by port; None when nothing is promised."""

    @property
    def execute(self) -> Callable[..., Awaitable[str]]:
        """Awaited with state and run: changes the state and returns a port."""


class Node(Generic[StateT, ServicesT]):
    """Base of nodes written as classes: set ``id`` and ``outputs``, write ``execute``.

    A node may also define ``async def execute_many(states, run) -> list[str]``; then all items that wait at a
    placement, and each batch of a reservoir, reach it in one call, and it returns one port for each, in order.
    """

    id: NodeIri | str
    outputs: tuple[str, ...] = ("success",)
    timeout: float | None = None
    input_schema: Schema | None = None
    output_schema: Mapping[str, Schema] | None = None

    if not TYPE_CHECKING:

        def __class_getitem__(cls, parameters: object) -> object:
            """``Node[MyState]`` means any services, also where Python itself knows no defaults of type variables."""
            given = parameters if isinstance(parameters, tuple) else (parameters,)
            return super().__class_getitem__((*given, object)[:2])

    @property
    def name(self) -> str:
        """The last part of the IRI unless a subclass says otherwise."""
        return local_name(self.id)

    async def execute(self, state: StateT, run: Run[ServicesT]) -> str:
        """Changes the state and returns one of ``outputs``, or ``parked``."""
        raise NotImplementedError


class FunctionNode(Generic[StateT, ServicesT, PortT]):
    """A node made of an async function by `node`. Calling it calls the function."""

    def __init__(  # noqa: PLR0913 - made by `node` alone
        self,
        function: Callable[[StateT, Run[ServicesT]], Awaitable[PortT]],
        iri: str,
        outputs: tuple[str, ...],
        *,
        name: str | None,
        timeout: float | None,
        input_schema: Schema | None,
        output_schema: Mapping[str, Schema] | None,
    ) -> None:
        self.execute = function
        self.id = NodeIri(iri)
        self.name = name or local_name(iri)
        self.outputs = outputs
        self.timeout = timeout
        self.input_schema = input_schema
        self.output_schema = output_schema
        self.__doc__ = function.__doc__

    def __call__(self, state: StateT, run: Run[ServicesT]) -> Awaitable[PortT]:
        """The function's own call, for tests of a node alone."""
        return self.execute(state, run)

    def __repr__(self) -> str:
        return f"<node {self.id} -> {', '.join(self.outputs)}>"


def node(  # noqa: PLR0913 - the facts of a node
    iri: str,
    outputs: Sequence[str] | None = None,
    *,
    name: str | None = None,
    timeout: float | None = None,
    input_schema: Schema | None = None,
    output_schema: Mapping[str, Schema] | None = None,
) -> Callable[[Callable[[StateT, Run[ServicesT]], Awaitable[PortT]]], FunctionNode[StateT, ServicesT, PortT]]:
    """Makes a node of ``async def f(state, run) -> Literal["done", "retry"]``.

    Args:
        iri: absolute IRI under which documents name the node.
        outputs: its ports; may be left out when the function's return annotation is a ``Literal``.
        name: for people; else the last part of the IRI.
        timeout: seconds one firing may take, retries included.
        input_schema: JSON Schema of the state the node needs.
        output_schema: JSON Schema of the state it leaves, by port; then every port needs one.

    Raises:
        DefinitionError: the IRI is not absolute, there are no ports, or the annotation promises other ports.
    """
    if not is_absolute(iri):
        msg = f"node {iri!r} needs an absolute IRI such as 'urn:example:node:{iri}'"
        raise DefinitionError(msg)

    def decorate(
        function: Callable[[StateT, Run[ServicesT]], Awaitable[PortT]],
    ) -> FunctionNode[StateT, ServicesT, PortT]:
        ports = _ports(iri, outputs, _promised(function))
        return FunctionNode(
            function, iri, ports, name=name, timeout=timeout, input_schema=input_schema, output_schema=output_schema
        )

    return decorate


def _promised(function: Callable[..., object]) -> tuple[str, ...] | None:
    try:
        annotation = typing.get_type_hints(function).get("return")
    except NameError:  # names that exist for type checkers only: nothing is promised at run time
        return None
    return typing.get_args(annotation) if typing.get_origin(annotation) is Literal else None


def _ports(iri: str, outputs: Sequence[str] | None, promised: tuple[str, ...] | None) -> tuple[str, ...]:
    ports = tuple(outputs) if outputs is not None else promised
    if not ports:
        msg = f"node {iri!r} has no outputs; list them, or annotate the function as returning a Literal"
        raise DefinitionError(msg)
    strange = sorted(set(promised or ()) - set(ports) - {PARKED})
    if strange:
        msg = f"node {iri!r} is annotated to return {strange!r}, which its outputs {ports!r} do not list"
        raise DefinitionError(msg)
    return ports


if TYPE_CHECKING:

    def _conforms(one: FunctionNode[StateT, ServicesT, str]) -> AnyNode:
        return one
