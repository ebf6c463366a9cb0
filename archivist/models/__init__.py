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
    BudgetSpent,
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
from archivist.models.metering import Ledger, Metered
from archivist.models.providers import PROVIDERS, Provider
from archivist.models.sse import ServerEvent, SseParser
from archivist.models.talking import asking, turn
from archivist.models.trial import Trial, tried

__all__ = [
    "PROVIDERS",
    "AuthFailed",
    "BudgetSpent",
    "Cascade",
    "ChatModel",
    "ChatReply",
    "ChatRequest",
    "Choice",
    "CreditExhausted",
    "Embedder",
    "Finish",
    "Host",
    "Ledger",
    "Limits",
    "Message",
    "Metered",
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
    "Trial",
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
    "tried",
    "turn",
]
