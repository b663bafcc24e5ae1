"""What an encoder is. Vectors never travel without the id and dimension of their model."""

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pramana.language.scripts import Script, script_shares

Vector = list[float]

KNOWN_SHARE = 0.5
"""How much of a text must be in scripts the encoder knows. An English model on Devanagari halves
the quality of search, so such texts are left to lexical search."""


class Kind(StrEnum):
    """Some models write a question and a passage differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True)
class Embedded:
    """Vectors of one model, in the order of the texts; None where the model cannot read a text."""

    model: str
    dimension: int
    vectors: tuple[Vector | None, ...]

    @property
    def unknown(self) -> int:
        """How many texts got no vector."""
        return sum(vector is None for vector in self.vectors)


class Encoder(ABC):
    """Turns texts into vectors of length one."""

    id: str
    scripts: frozenset[Script] | None
    """The scripts it knows; None when it knows them all."""

    @property
    @abstractmethod
    def dimension(self) -> int: ...

    @abstractmethod
    def _encode(self, texts: Sequence[str], kind: Kind) -> list[Vector]:
        """Vectors of texts the encoder knows."""

    def embed_queries(self, texts: Sequence[str]) -> Embedded:
        return self._embed(texts, Kind.QUERY)

    def embed_passages(self, texts: Sequence[str]) -> Embedded:
        return self._embed(texts, Kind.PASSAGE)

    async def aembed_queries(self, texts: Sequence[str]) -> Embedded:
        return await asyncio.to_thread(self.embed_queries, texts)

    def knows(self, text: str) -> bool:
        """Whether the text is, for the most part, in scripts the encoder can read."""
        if not text.strip():
            return False
        if self.scripts is None:
            return True
        shares = script_shares(text)
        return not shares or sum(shares.get(each, 0) for each in self.scripts) >= KNOWN_SHARE

    def _embed(self, texts: Sequence[str], kind: Kind) -> Embedded:
        readable = [text for text in texts if self.knows(text)]
        vectors = iter(self._encode(readable, kind) if readable else [])
        found = tuple(next(vectors) if self.knows(text) else None for text in texts)
        return Embedded(self.id, self.dimension, found)


def of_length_one(vector: Iterable[float]) -> Vector:
    """The vector's direction: what cosine compares."""
    values = [float(value) for value in vector]
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length else values
