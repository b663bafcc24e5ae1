"""The pydantic-ai model of each engine, and provider errors as our own.

Keys come from the providers' usual environment variables, unless a key was set for the product.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from functools import lru_cache

import httpx2
from pydantic_ai import exceptions as theirs
from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile

from pramana.llm import errors
from pramana.llm.engines import NO_ACCESS, Engine, ModelAccess
from pramana.llm.errors import ModelNotConfigured
from pramana.tenancy.addresses import checked_address

VERBOSE_LOGGERS = (
    *("openai", "anthropic", "mistralai", "google_genai"),
    *("httpx", "httpx2", "httpcore", "httpcore2"),
)
"""Loggers that log requests or answers at debug level."""

MOST_MODELS = 256
"""How many models with their connections a process keeps."""

COMPATIBLE = OpenAIModelProfile(
    openai_chat_streaming_requires_finish_reason=True,
    supports_json_schema_output=True,
    default_structured_output_mode="native",
)
"""OpenAI-compatible servers follow a JSON schema better than they call tools."""


def model_for(engine: Engine, access: ModelAccess = NO_ACCESS) -> Model:
    """The model of an engine."""
    address = _address(engine, access)
    own_server = engine.provider == "openai" and bool(address)
    is_guarded = access.is_foreign and own_server and bool(access.url)
    return _build_model(engine, address, _key(engine, access, optional=own_server), is_guarded)


def has_known_prices(engine: Engine, access: ModelAccess = NO_ACCESS) -> bool:
    """Whether the provider's published prices apply; they do not to a self-hosted server."""
    return engine.provider != "ollama" and not (
        engine.provider == "openai" and _address(engine, access)
    )


@lru_cache(maxsize=MOST_MODELS)
def _build_model(engine: Engine, address: str, key: str, is_guarded: bool) -> Model:
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    if is_guarded:
        return _guarded(engine.model, address, key)
    return _BUILDERS[engine.provider](engine.model, address or None, key)


def _address(engine: Engine, access: ModelAccess) -> str:
    if engine.provider == "openai" and access.url:
        return access.url
    return os.environ.get(_ADDRESSES[engine.provider], "")


def _key(engine: Engine, access: ModelAccess, *, optional: bool) -> str:
    """The key that was set for the product, else the environment's.

    A tenant's own server never gets a key from the environment.
    """
    if access.key:
        return access.key
    names = () if access.is_foreign and access.url else _KEYS[engine.provider]
    for name in names:
        if os.environ.get(name):
            return os.environ[name]
    if optional or not names:
        return ""
    raise ModelNotConfigured(
        f"{engine.name} needs a key: enter one in the settings, or set {names[0]} and start again."
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


class ModelServerTransport(httpx2.AsyncBaseTransport):
    """Connects only to an address that was just checked; TLS still uses the name."""

    def __init__(self) -> None:
        self._transport = httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        address = await asyncio.to_thread(checked_address, url.scheme, url.host, url.port)
        request.url = url.copy_with(host=address)
        request.extensions = {**request.extensions, "sni_hostname": url.host}
        return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()


def _guarded(model: str, url: str, key: str) -> Model:
    """A model on a server that a tenant's admin named."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = httpx2.AsyncClient(transport=ModelServerTransport())
    server = OpenAICompatibleProvider(
        "openai-compatible", base_url=url, api_key=key or "none", http_client=client
    )
    return OpenAIChatModel(model, provider=server, profile=COMPATIBLE)


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


def translate_error(error: Exception, engine: str) -> errors.ModelError:
    """Our own error for a provider's, which says who can act on it."""
    if isinstance(error, errors.ModelError):
        return error
    if isinstance(error, theirs.ModelAPIError):
        return _api_error(error, engine)
    if isinstance(error, theirs.ContentFilterError):
        return errors.ModelDeclined(f"The provider of {engine} withheld its answer.")
    return errors.ModelOutputInvalid(
        f"The model {engine} gave no answer of the form that was asked for, twice."
    )


def _api_error(error: theirs.ModelAPIError, engine: str) -> errors.ModelError:
    match error:
        case theirs.ModelRateLimitError():
            return errors.ModelRateLimited(engine, wait=error.retry_after)
        case theirs.ModelQuotaExceededError():
            return errors.QuotaExceeded(
                f"The account behind {engine} is used up. Raise its limit at the provider."
            )
        case theirs.ModelAuthenticationError() | theirs.ModelNotFoundError():
            return _not_configured(error, engine)
        case theirs.ModelContextWindowExceededError():
            return errors.ModelInputTooLong(f"The text is longer than {engine} can read at once.")
        case theirs.ModelRequestRejectedError():
            return errors.ModelRefusedRequest(f"{engine} refused our request{_http_status(error)}.")
        case _ if error.in_stream or "finish_reason" in error.message:
            return errors.ModelCutOff(f"The answer of {engine} broke off in the middle. Ask again.")
        case _:
            return errors.ModelUnavailable(
                f"The model {engine} is not available{_http_status(error)}. Try again later."
            )


def _not_configured(error: theirs.ModelAPIError, engine: str) -> errors.ModelError:
    if isinstance(error, theirs.ModelAuthenticationError):
        what = "The provider refuses the key"
    else:
        what = "The provider does not know the model, or the address is wrong,"
    return errors.ModelNotConfigured(
        f"{what} for {engine}{_http_status(error)}. See docs/howto/use-a-model.md."
    )


def _http_status(error: theirs.ModelAPIError) -> str:
    """The HTTP status, when there was one; never the provider's text."""
    return f" (HTTP {error.status_code})" if isinstance(error, theirs.ModelHTTPError) else ""
