"""What nodes report without raising, and the JSON they report it in. Standard library only."""

from dataclasses import dataclass

__all__ = ["NodeError", "NodeWarning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeError:
    """An error that a node met and survived.

    Attributes:
        code: a word for programs; message: a sentence for people; operation: the placement or tool it happened in.
        recoverable: False when the result cannot be trusted.
    """

    code: str
    message: str
    operation: str = ""
    recoverable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeWarning:
    """Something worth knowing that is no error."""

    code: str
    message: str
    operation: str = ""
