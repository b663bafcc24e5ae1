"""Which engine answers which purpose. One setting for all, and overrides by purpose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pramana.kit.errors import Misconfigured
from pramana.llm.contracts import OFFLINE

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


def read_engine(written: str) -> Engine:
    """Read `provider:model`, or `offline`.

    >>> read_engine("ollama:llama3.2:3b").model
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
class Choice:
    """The default engine, and the engines of purposes that have their own."""

    default: Engine
    overrides: Mapping[str, Engine] = field(default_factory=dict)

    def engine_for(self, purpose: str) -> Engine:
        """The longest override that is the purpose or a part before one of its dots."""
        wanted = purpose
        while wanted:
            if wanted in self.overrides:
                return self.overrides[wanted]
            wanted, _, _ = wanted.rpartition(".")
        return self.default


def read_choice(model: str, models: str = "") -> Choice:
    """Read the two settings, `anthropic:x` and `chat.answer=anthropic:x,agni=openai:y`."""
    overrides = {}
    for part in filter(None, (part.strip() for part in models.split(","))):
        purpose, equals, engine = part.partition("=")
        if not equals or not purpose.strip():
            raise Misconfigured(
                f"PRAMANA_MODELS has {part!r}; write purpose=provider:model, with commas between."
            )
        overrides[purpose.strip()] = read_engine(engine)
    return Choice(read_engine(model), overrides)
