"""The pydantic-ai model behind an engine's name. Keys come from the providers' usual variables."""

import logging
import os
from collections.abc import Callable
from functools import cache

from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile

from pramana.llm.choice import Engine
from pramana.llm.errors import ModelNotConfigured

CHATTY = ("openai", "anthropic", "mistralai", "google_genai", "httpx", "httpx2", "httpcore",
          "httpcore2")  # fmt: skip
"""Loggers that write requests or answers when they are set to debug."""

COMPATIBLE = OpenAIModelProfile(
    openai_chat_streaming_requires_finish_reason=True,
    supports_json_schema_output=True,
    default_structured_output_mode="native",
)
"""Servers that speak OpenAI's protocol hold to a schema better than they call tools."""


def model_for(engine: Engine, *, url: str = "") -> Model:
    """The model of an engine. `url` is where an OpenAI-compatible server listens, if not OpenAI."""
    address = _address(engine, url)
    own_server = engine.provider == "openai" and bool(address)
    return _built(engine, address, _key(engine, optional=own_server))


def has_known_prices(engine: Engine, *, url: str = "") -> bool:
    """Whether the provider's published prices apply: they do not to a server of one's own."""
    return engine.provider != "ollama" and not (
        engine.provider == "openai" and _address(engine, url)
    )


@cache
def _built(engine: Engine, address: str, key: str) -> Model:
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    return _BUILDERS[engine.provider](engine.model, address or None, key)


def _address(engine: Engine, url: str) -> str:
    if engine.provider == "openai" and url:
        return url
    return os.environ.get(_ADDRESSES[engine.provider], "")


def _key(engine: Engine, *, optional: bool) -> str:
    names = _KEYS[engine.provider]
    for name in names:
        if os.environ.get(name):
            return os.environ[name]
    if optional or not names:
        return ""
    raise ModelNotConfigured(
        f"{engine.name} needs a key: set {names[0]} and start again, or set PRAMANA_MODEL=offline."
    )


def _anthropic(model: str, url: str | None, key: str) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(model, provider=AnthropicProvider(api_key=key, base_url=url))


def _google(model: str, url: str | None, key: str) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(api_key=key, base_url=url))


def _openai(model: str, url: str | None, key: str) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if url:
        server = OpenAICompatibleProvider("openai-compatible", base_url=url, api_key=key or "none")
        return OpenAIChatModel(model, provider=server, profile=COMPATIBLE)
    streaming = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    return OpenAIChatModel(model, provider=OpenAIProvider(api_key=key), profile=streaming)


def _mistral(model: str, url: str | None, key: str) -> Model:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    return MistralModel(model, provider=MistralProvider(api_key=key, base_url=url))


def _ollama(model: str, url: str | None, key: str) -> Model:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    server = OllamaProvider(base_url=url or "http://127.0.0.1:11434/v1", api_key=key or None)
    return OllamaModel(model, provider=server, profile=COMPATIBLE)


_KEYS: dict[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "openai": ("OPENAI_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "ollama": (),
}

_ADDRESSES: dict[str, str] = {
    "anthropic": "ANTHROPIC_BASE_URL",
    "google": "GOOGLE_GEMINI_BASE_URL",
    "openai": "OPENAI_BASE_URL",
    "mistral": "MISTRAL_BASE_URL",
    "ollama": "OLLAMA_BASE_URL",
}

_BUILDERS: dict[str, Callable[[str, str | None, str], Model]] = {
    "anthropic": _anthropic,
    "google": _google,
    "openai": _openai,
    "mistral": _mistral,
    "ollama": _ollama,
}
