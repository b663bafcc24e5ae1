"""Vectors of a corpus, computed once by the product's encoder and cached."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy

KEPT = Path(__file__).resolve().parent.parent / ".cache" / "bench"
BATCH = 32
PROBE = "The means by which something is validly known."

Vectors = list[list[float] | None]


def corpus_vectors(texts: list[str]) -> tuple[Vectors, float]:
    """The vector of each text, None where the encoder cannot read it; and the seconds it took."""
    import time

    from pramana.llm.embeddings.encoder import configured_encoder

    encoder = configured_encoder()
    if encoder is None:
        return [None] * len(texts), 0.0
    readable = [text for text in texts if encoder.knows(text)]
    began = time.monotonic()
    found = iter(_made(encoder, readable) if readable else [])
    vectors: Vectors = [next(found) if encoder.knows(text) else None for text in texts]
    return vectors, time.monotonic() - began


def _made(encoder: Any, texts: list[str]) -> list[list[float]]:
    # A model made anew keeps its id, so what it makes of one text is part of the name.
    probe = [f"{value:.6f}" for value in encoder.embed_passages([PROBE]).vectors[0]]
    digest = sha256("\x00".join([encoder.id, *probe, *texts]).encode()).hexdigest()[:32]
    file = KEPT / f"{digest}.npy"
    if not file.exists():
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        with ThreadPoolExecutor(2) as threads:
            made = list(threads.map(lambda batch: encoder.embed_passages(batch).vectors, batches))
        KEPT.mkdir(parents=True, exist_ok=True)
        numpy.save(file, numpy.array([v for batch in made for v in batch], dtype=numpy.float32))
    kept: list[list[float]] = numpy.load(file).tolist()
    return kept
