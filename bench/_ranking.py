"""A small in-memory search, for benchmarks that compare passages and not search engines."""

import heapq
import os
from collections import defaultdict
from pathlib import Path

import numpy

from pramana.language.stems import stems
from pramana.retrieval.domain.fusion import fuse_by_score
from pramana.retrieval.domain.lexical import entry_weights, idf

ROOT = Path(__file__).resolve().parent.parent
ASSETS = Path(os.environ.get("PRAMANA_ASSETS") or ROOT / ".assets")
MODEL = ASSETS / "models" / "gte-small"
TOKENIZER = MODEL / "tokenizer.json"
KEPT = ROOT / ".cache" / "bench"
CANDIDATES = 100


class Ranking:
    """BM25 over texts, and their cosines where the packaged encoder is set up."""

    def __init__(self, texts: list[str], *, dense: bool) -> None:
        self._weights: dict[str, dict[int, float]] = defaultdict(dict)
        for place, text in enumerate(texts):
            for term, weight in entry_weights(stems(text)).items():
                self._weights[term][place] = weight
        self._size = len(texts)
        self.dense = dense and TOKENIZER.exists()
        self._vectors = _vectors(texts) if self.dense else None

    def first(self, question: str, count: int) -> list[int]:
        """The places of the best texts, best first."""
        words = self._by_words(question)
        scores = words if self._vectors is None else self._fused(question, words)
        return heapq.nlargest(count, scores, key=lambda place: (scores[place], -place))

    def _by_words(self, question: str) -> dict[int, float]:
        scores: dict[int, float] = defaultdict(float)
        for term in set(stems(question)):
            holding = self._weights.get(term, {})
            for place, weight in holding.items():
                scores[place] += weight * idf(len(holding), self._size)
        return dict(scores)

    def _fused(self, question: str, words: dict[int, float]) -> dict[int, float]:
        assert self._vectors is not None
        cosines = self._vectors @ numpy.array(_embed([question])[0])
        nearest = numpy.argsort(-cosines)[:CANDIDATES].tolist()
        chosen = {*heapq.nlargest(CANDIDATES, words, key=lambda n: words[n]), *nearest}
        return fuse_by_score(
            {place: words.get(place, 0.0) for place in chosen},
            {place: float(cosines[place]) for place in chosen},
        )


def _vectors(texts: list[str]) -> "numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]":
    """Made once and kept beside the checkout: they take a minute or two."""
    from hashlib import sha256

    file = KEPT / f"{sha256(chr(0).join(texts).encode()).hexdigest()[:32]}.npy"
    if not file.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        numpy.save(file, numpy.array(_embed(texts), dtype=numpy.float32))
    kept: numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]] = numpy.load(file)
    return kept


def _embed(texts: list[str]) -> list[list[float]]:
    from pramana.llm.embeddings.encoder import TextKind
    from pramana.llm.embeddings.local_encoders import ENGLISH_ID, embed_texts

    return embed_texts(ENGLISH_ID, str(MODEL.parent), texts, TextKind.PASSAGE)
