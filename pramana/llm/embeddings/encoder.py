"""What an encoder is, and what can go wrong with it. Without one, search uses words alone.

Vectors always come with the id and dimension of their model.
"""

import logging
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings

from pramana.kit.errors import AppError, Misconfigured, Unavailable
from pramana.kit.scope import Scope
from pramana.language.scripts import Script, script_shares
from pramana.tenancy.choices import EmbeddingChoice


class EncoderMissing(AppError):
    """The model is not on this machine, or is not configured."""

    code = "encoder_missing"
    status = 503


class EncoderUnavailable(Unavailable):
    """The provider of embeddings does not answer."""

    code = "encoder_unavailable"


class EncoderChanged(AppError):
    """The model returned vectors of another length than before; they must never be mixed."""

    code = "encoder_changed"
    status = 502


Vector = list[float]

KNOWN_SHARE = 0.5
"""The share of a text that must be in scripts the encoder can read. An English model halves the
quality of search in Devanagari, so such texts are searched by words alone."""


class TextKind(StrEnum):
    """Some models encode a question and a passage differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True)
class EmbeddingBatch:
    """Vectors of one model, in the order of the texts; None when it cannot read a text."""

    model: str
    dimension: int
    vectors: tuple[Vector | None, ...]

    @property
    def unknown(self) -> int:
        """How many texts got no vector."""
        return sum(vector is None for vector in self.vectors)


class Encoder(ABC):
    """Turns texts into vectors. A passage's has length one, and the inner product of a question's
    vector with it is their similarity."""

    id: str
    scripts: frozenset[Script] | None
    """The scripts it can read; None for all."""

    @property
    @abstractmethod
    def dimension(self) -> int: ...

    @abstractmethod
    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        """Vectors of texts that the encoder can read."""

    def embed_queries(self, texts: Sequence[str]) -> EmbeddingBatch:
        return self._embed(texts, TextKind.QUERY)

    def embed_passages(self, texts: Sequence[str]) -> EmbeddingBatch:
        return self._embed(texts, TextKind.PASSAGE)

    def calibration_id(self, question: str) -> str:
        """Under which name the strength of matches to the question is calibrated."""
        return self.id

    def knows(self, text: str) -> bool:
        """Whether the text is, for the most part, in scripts the encoder can read."""
        if not text.strip():
            return False
        if self.scripts is None:
            return True
        shares = script_shares(text)
        return not shares or sum(shares.get(each, 0) for each in self.scripts) >= KNOWN_SHARE

    def _embed(self, texts: Sequence[str], kind: TextKind) -> EmbeddingBatch:
        readable = [text for text in texts if self.knows(text)]
        vectors = iter(self._encode(readable, kind) if readable else [])
        found = tuple(next(vectors) if self.knows(text) else None for text in texts)
        return EmbeddingBatch(self.id, self.dimension, found)


def normalise(vector: Iterable[float]) -> Vector:
    """The vector scaled to length one."""
    values = [float(value) for value in vector]
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length else values


logger = logging.getLogger(__name__)

PACKAGED = "packaged"
MULTILINGUAL = "packaged:multilingual"
ENGLISH = "packaged:english"
NONE = "none"
MOST_ENCODERS = 64
"""How many encoders a process keeps; tenants may have their own."""
API_PROVIDERS = ("openai", "google", "cohere", "ollama")


@lru_cache(maxsize=MOST_ENCODERS)
def encoder_for(setting: str, *, assets: Path, key: str = "") -> Encoder | None:
    """The encoder of PRAMANA_EMBEDDINGS; None for `none`. Raises EncoderMissing, Misconfigured.

    Without a `key`, a provider's is taken from the environment.
    """
    provider, _, model = setting.strip().partition(":")
    if setting.strip() == NONE:
        return None
    if setting.strip() in (PACKAGED, MULTILINGUAL, ENGLISH):
        from pramana.llm.embeddings.local_encoders import choose_packaged_encoder

        wanted = {PACKAGED: None, MULTILINGUAL: True, ENGLISH: False}[setting.strip()]
        return choose_packaged_encoder(assets, multilingual=wanted)
    if provider == "fastembed" and model:
        from pramana.llm.embeddings.local_encoders import FastembedEncoder

        return FastembedEncoder(model, str(assets / "models" / "fastembed"))
    if provider in API_PROVIDERS and model:
        from pramana.llm.embeddings.api_encoder import ApiEncoder

        return ApiEncoder(provider, model, key)
    raise Misconfigured(
        f"PRAMANA_EMBEDDINGS does not know {setting!r}. Write packaged, packaged:english, none, "
        f"fastembed:NAME, or a provider and its model; providers: {', '.join(API_PROVIDERS)}."
    )


def configured_encoder(scope: Scope | None = None) -> Encoder | None:
    """The encoder to use, or None when search uses words alone; the reason is logged once.

    Without a scope it is the operator's, which tenants use that chose none.
    """
    # The children of the CPU pool import this module without Django's tables.
    from pramana.tenancy.services.stored_choices import choice_of, default_choice

    chosen = choice_of(scope, EmbeddingChoice) if scope else default_choice(EmbeddingChoice)
    assets, key = settings.PRAMANA.assets, chosen.embeddings_key
    try:
        return encoder_for(chosen.embeddings, assets=assets, key=key)
    except EncoderMissing as error:
        _warn_once(error.message)
        return None


@cache
def _warn_once(sentence: str) -> None:
    logger.warning("%s", sentence)
