"""The providers that are known by name: where they are, how they are spoken to, and what helps when they refuse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["openai", "anthropic", "gemini"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One provider. `model` is used when none is chosen; empty means the first of its list that can chat.

    `tokens` is the name of the field that bounds an answer; `refused` is the advice for a fetch that a browser rejects.
    `in_page`: it runs in the visitor's browser, and its address is one that no network has (RFC 6761).
    """

    name: str
    label: str
    family: Family
    base_url: str
    model: str = ""
    local: bool = False
    tokens: str = "max_tokens"
    refused: str = ""
    in_page: bool = False

    @property
    def needs_key(self) -> bool:
        """Whether nobody is answered there without a key."""
        return not self.local


_OLLAMA = (
    "Check that Ollama runs. If it does, it refuses this page: start it with OLLAMA_ORIGINS set to the address of "
    "this page."
)
_LM_STUDIO = "Check that LM Studio's local server runs, and switch on “Enable CORS” in its server settings."
_LOCAL = "Check that the server runs and lets pages of other origins ask it (CORS)."
_COMPLETION = "max_completion_tokens"

PROVIDERS = {
    one.name: one
    for one in (
        Provider(
            name="ollama",
            label="Ollama",
            family="openai",
            base_url="http://127.0.0.1:11434/v1",
            local=True,
            refused=_OLLAMA,
        ),
        Provider(
            name="lm-studio",
            label="LM Studio",
            family="openai",
            base_url="http://127.0.0.1:1234/v1",
            local=True,
            refused=_LM_STUDIO,
        ),
        Provider(
            name="llama.cpp",
            label="llama.cpp",
            family="openai",
            base_url="http://127.0.0.1:8080/v1",
            local=True,
            refused=_LOCAL,
        ),
        Provider(
            name="vllm",
            label="vLLM",
            family="openai",
            base_url="http://127.0.0.1:8000/v1",
            local=True,
            refused=_LOCAL,
        ),
        Provider(
            name="openai",
            label="OpenAI",
            family="openai",
            base_url="https://api.openai.com/v1",
            model="gpt-4.1-mini",
            tokens=_COMPLETION,
        ),
        Provider(
            name="openrouter",
            label="OpenRouter",
            family="openai",
            base_url="https://openrouter.ai/api/v1",
            model="meta-llama/llama-3.3-70b-instruct:free",
        ),
        Provider(
            name="groq",
            label="Groq",
            family="openai",
            base_url="https://api.groq.com/openai/v1",
            model="llama-3.3-70b-versatile",
            tokens=_COMPLETION,
        ),
        Provider(
            name="cerebras",
            label="Cerebras",
            family="openai",
            base_url="https://api.cerebras.ai/v1",
            model="gpt-oss-120b",
            tokens=_COMPLETION,
        ),
        Provider(
            name="mistral",
            label="Mistral",
            family="openai",
            base_url="https://api.mistral.ai/v1",
            model="mistral-small-latest",
        ),
        Provider(
            name="anthropic",
            label="Anthropic",
            family="anthropic",
            base_url="https://api.anthropic.com/v1",
            model="claude-haiku-4-5",
        ),
        Provider(
            name="gemini",
            label="Gemini",
            family="gemini",
            base_url="https://generativelanguage.googleapis.com/v1beta",
            model="gemini-2.5-flash",
        ),
        Provider(
            name="built-in",
            label="the browser's own model",
            family="openai",
            base_url="https://built-in.invalid/v1",
            model="built-in",
            local=True,
            in_page=True,
        ),
        Provider(
            name="webllm",
            label="WebLLM",
            family="openai",
            base_url="https://webllm.invalid/v1",
            model="Llama-3.2-1B-Instruct-q4f16_1-MLC",
            local=True,
            in_page=True,
        ),
        Provider(name="custom", label="another server", family="openai", base_url="", local=True, refused=_LOCAL),
    )
}
"""By name. `custom` is any server that speaks OpenAI's chat completions; its address is the visitor's."""
