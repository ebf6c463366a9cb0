"""From what the visitor set to a model that can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from archivist.dag import Clock
from archivist.models.anthropic import AnthropicDialect
from archivist.models.chat import ChatModel, ChatReply, ChatRequest, OnText
from archivist.models.client import Limits, ModelClient
from archivist.models.dialect import Dialect
from archivist.models.errors import AuthFailed, Misconfigured
from archivist.models.gemini import GeminiDialect
from archivist.models.host import Host
from archivist.models.openai import OpenAiDialect
from archivist.models.providers import PROVIDERS, Family, Provider
from archivist.models.remote import RemoteModel
from archivist.transport import Transport

_DIALECTS: dict[Family, Callable[..., Dialect]] = {
    "openai": OpenAiDialect,
    "anthropic": AnthropicDialect,
    "gemini": GeminiDialect,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """A model as it was set: a provider of `PROVIDERS`, its address if not the usual one, a model's name, a key."""

    provider: str
    base_url: str = ""
    model: str = ""
    key: str | None = field(default=None, repr=False)

    @classmethod
    def named(cls, text: str) -> Self:
        """A model by `PROVIDER` or `PROVIDER:NAME`, at its usual address."""
        provider, _, model = text.strip().partition(":")
        return cls(provider=provider, model=model)


def provider_of(config: ModelConfig) -> Provider:
    """The provider that the settings name.

    Raises:
        Misconfigured: there is no such provider.
    """
    provider = PROVIDERS.get(config.provider)
    if provider is None:
        message = f"no model provider is called {config.provider!r}; there are {', '.join(PROVIDERS)}"
        raise Misconfigured(message)
    return provider


def host_of(config: ModelConfig) -> Host:
    """The one host that a model with these settings is asked at.

    Raises:
        Misconfigured: see `Host.of`.
    """
    return Host.of(_address(config))


def _address(config: ModelConfig) -> str:
    """The address that was set, or the usual one; a model in the page has no other."""
    provider = provider_of(config)
    return provider.base_url if provider.in_page else config.base_url or provider.base_url


def check(config: ModelConfig) -> None:
    """Looks at settings without asking anybody.

    Raises:
        Misconfigured: a model cannot be asked with them; the message is for the visitor.
    """
    host_of(config)
    _key(config)


def model_of(config: ModelConfig, transport: Transport, *, clock: Clock, limits: Limits | None = None) -> ChatModel:
    """The model, not yet asked anything.

    Raises:
        Misconfigured: the settings cannot be.
    """
    provider = provider_of(config)
    dialect, client = dialect_of(config, transport, clock=clock, limits=limits)
    if provider.needs_key and not _key(config):
        return _Keyless(provider, config.model)
    return RemoteModel(provider, dialect, client, config.model)


class _Keyless:
    """A model whose key is missing, after a new start say: nothing is sent to a host that would not answer it."""

    def __init__(self, provider: Provider, model: str) -> None:
        self._label = provider.label
        self.id = f"{provider.name}:{model or provider.model}"

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        """Fails at once."""
        del request, deadline, on_text
        raise self._missing()

    async def probe(self) -> bool:
        """It can be asked, and says what it lacks."""
        return True

    async def models(self) -> tuple[str, ...]:
        """Fails at once."""
        raise self._missing()

    def _missing(self) -> AuthFailed:
        return AuthFailed(
            f"{self._label} answers nobody without a key", advice="Enter the key in the model's settings."
        )


def dialect_of(
    config: ModelConfig, transport: Transport, *, clock: Clock, limits: Limits | None = None
) -> tuple[Dialect, ModelClient]:
    """How the host is spoken to, and the client that asks it and no other.

    Raises:
        Misconfigured: the settings cannot be.
    """
    provider, key = provider_of(config), _key(config)
    client = ModelClient(
        transport,
        provider=provider,
        base_url=_address(config),
        clock=clock,
        secrets=(key,) if key else (),
        limits=limits,
    )
    return _DIALECTS[provider.family](provider=provider, key=key), client


def _key(config: ModelConfig) -> str | None:
    """The key as a header can carry it.

    Raises:
        Misconfigured: it holds something that no key holds, such as a line break from a clumsy paste.
    """
    key = (config.key or "").strip()
    if not (key.isascii() and key.isprintable()) or " " in key:
        message = "the key holds characters that no key has; copy it again"
        raise Misconfigured(message)
    return key or None
