"""Engines: which one answers which purpose, and what it is given.

One setting names the engine for all purposes, another overrides it for some.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256
from typing import Generic

from pramana.kit.errors import Misconfigured
from pramana.llm.calls import Function
from pramana.llm.contracts import OFFLINE, Prompt, T, Usage

PROVIDERS = ("anthropic", "google", "openai", "mistral", "ollama")


@dataclass(frozen=True)
class Engine:
    """A provider and one of its models; `offline` has no model."""

    provider: str
    model: str = ""

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}" if self.model else self.provider

    @property
    def is_offline(self) -> bool:
        return self.provider == OFFLINE


def parse_engine(written: str) -> Engine:
    """Read `provider:model`, or `offline`.

    >>> parse_engine("ollama:llama3.2:3b").model
    'llama3.2:3b'
    """
    provider, _, model = written.strip().partition(":")
    if written.strip() == OFFLINE:
        return Engine(OFFLINE)
    if provider not in PROVIDERS or not model:
        raise Misconfigured(
            f"PRAMANA_MODEL does not know {written!r}. Write offline, or a provider and its model "
            f"such as anthropic:NAME; providers: {', '.join(PROVIDERS)}."
        )
    return Engine(provider, model)


@dataclass(frozen=True)
class EngineChoice:
    """The default engine, and the engines of purposes that have their own."""

    default: Engine
    overrides: Mapping[str, Engine] = field(default_factory=dict)

    def engine_for(self, purpose: str) -> Engine:
        """The engine of the longest override that matches the purpose or a prefix before a dot."""
        wanted = purpose
        while wanted:
            if wanted in self.overrides:
                return self.overrides[wanted]
            wanted, _, _ = wanted.rpartition(".")
        return self.default


def parse_engine_choice(model: str, models: str = "") -> EngineChoice:
    """Read the two settings, `anthropic:x` and `chat.answer=anthropic:x,agni=openai:y`."""
    overrides = {}
    for part in filter(None, (part.strip() for part in models.split(","))):
        purpose, equals, engine = part.partition("=")
        if not equals or not purpose.strip():
            raise Misconfigured(
                f"PRAMANA_MODELS has {part!r}; write purpose=provider:model, with commas between."
            )
        overrides[purpose.strip()] = parse_engine(engine)
    return EngineChoice(parse_engine(model), overrides)


@dataclass(frozen=True)
class ModelAccess:
    """How the models are reached, beyond what the providers' environment variables say."""

    url: str = ""
    """The address of an OpenAI-compatible server, for engines named openai:…"""
    key: str = field(default="", repr=False)
    is_foreign: bool = False
    """Whether a tenant chose it: then the address is checked, and no key of ours is sent to it."""

    def breaker_name(self, engine: Engine) -> str:
        """What fails together: a tenant's own server or key says nothing about other tenants."""
        if not self.is_foreign:
            return engine.provider
        own = sha256(f"{self.url} {self.key}".encode()).hexdigest()[:16]
        return f"{engine.provider} {own}"


NO_ACCESS = ModelAccess()


class Verb(StrEnum):
    COMPLETE = "complete"
    STREAM = "stream"
    AGENT = "agent"


@dataclass(frozen=True)
class EngineRequest(Generic[T]):
    """A prompt on its way to an engine, with its limits and tools."""

    verb: Verb
    prompt: Prompt[T]
    engine: Engine
    timeout: float
    tools: Sequence[Function] = ()
    most_requests: int = 1


@dataclass
class CallCost:
    """What a call has used so far. It is updated during the call, so a failed call has it too."""

    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
