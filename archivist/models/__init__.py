"""Chat models and embedders: bring your own, or none.

One file a provider family; the one client asks the one host that was set and no other. Nothing here knows of books.
"""

from archivist.models.cascade import Cascade
from archivist.models.chat import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Choice,
    Finish,
    Message,
    OnText,
    Output,
    Role,
    Usage,
)
from archivist.models.client import Limits, ModelClient
from archivist.models.embedding import Embedder, Vector, cosine, embedder_of
from archivist.models.errors import (
    AuthFailed,
    CreditExhausted,
    Misconfigured,
    ModelError,
    ModelNotFound,
    ModelRefused,
    ModelTimedOut,
    NetworkFailed,
    NoModelAnswers,
    QuotaExhausted,
    Rejected,
    SchemaViolation,
)
from archivist.models.host import Host
from archivist.models.listing import cheapest, cost
from archivist.models.making import ModelConfig, check, host_of, model_of
from archivist.models.providers import PROVIDERS, Provider
from archivist.models.sse import ServerEvent, SseParser
from archivist.models.talking import asking

__all__ = [
    "PROVIDERS",
    "AuthFailed",
    "Cascade",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "Choice",
    "CreditExhausted",
    "Embedder",
    "Finish",
    "Host",
    "Limits",
    "Message",
    "Misconfigured",
    "ModelClient",
    "ModelConfig",
    "ModelError",
    "ModelNotFound",
    "ModelRefused",
    "ModelTimedOut",
    "NetworkFailed",
    "NoModelAnswers",
    "OnText",
    "Output",
    "Provider",
    "QuotaExhausted",
    "Rejected",
    "Role",
    "SchemaViolation",
    "ServerEvent",
    "SseParser",
    "Usage",
    "Vector",
    "asking",
    "cheapest",
    "check",
    "cosine",
    "cost",
    "embedder_of",
    "host_of",
    "model_of",
]
