"""Other engines on the same questions: bm25s, the encoder alone, pgvector, faiss and MiniLM."""

import json
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy

from bench import _beir, _cpu_time
from bench._beir import Judged
from bench._embedded import KEPT, Vectors
from bench._peer_environment import told_by

MISSING = "bm25s is not installed, so its column is empty; ./run bench installs it"
DEPTH = 10
Figures = dict[str, Any]


def by_bm25s(data: Judged) -> Figures | None:
    """As Lucene scores, over the words as the product reads them."""
    if find_spec("bm25s") is None:
        print(MISSING, file=sys.stderr)
        return None
    import bm25s

    from pramana.language.stems import content_stems, stems

    peer = bm25s.BM25(method="lucene")
    peer.index([stems(text) for text in data.texts], show_progress=False)
    began = _cpu_time.own_ms()
    asked = [content_stems(stems(text)) for text in data.questions.values()]
    found, _ = peer.retrieve(asked, k=min(DEPTH, len(data.ids)), show_progress=False)
    return _judged(data, found.tolist(), (_cpu_time.own_ms() - began) / len(asked))


def question_vectors(data: Judged) -> Vectors:
    """By the product's encoder; None for what it cannot read, and for all where there is none."""
    from pramana.llm.embeddings.encoder import configured_encoder

    encoder = configured_encoder()
    if encoder is None:
        return [None] * len(data.questions)
    return list(encoder.embed_queries(list(data.questions.values())).vectors)


def by_encoder(data: Judged, vectors: Vectors, asked: Vectors) -> Figures:
    """By cosine alone; a question or text the encoder cannot read finds nothing."""
    readable = [place for place, vector in enumerate(vectors) if vector is not None]
    corpus = numpy.array([vectors[place] for place in readable])
    began = _cpu_time.own_ms()
    found: list[list[int]] = []
    for vector in asked:
        order = numpy.argsort(-(corpus @ numpy.array(vector)), kind="stable") if vector else ()
        found.append([readable[place] for place in order[:DEPTH]])
    return _judged(data, found, (_cpu_time.own_ms() - began) / len(asked))


def by_pgvector(data: Judged, vectors: Vectors, asked: Vectors) -> Figures | None:
    """A bare table in the same database, every vector compared, as ours are at this size."""
    if None in vectors or None in asked:
        return None
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bare (place int, vector halfvec({len(vectors[0] or [])}))")
        rows = [(place, str(vector)) for place, vector in enumerate(vectors)]
        cursor.executemany("INSERT INTO bare VALUES (%s, %s)", rows)
        found = []
        began = _cpu_time.own_ms() + _cpu_time.session_ms()
        for vector in asked:
            cursor.execute(
                "SELECT place FROM bare ORDER BY vector <=> %s LIMIT %s", [str(vector), DEPTH]
            )
            found.append([place for (place,) in cursor.fetchall()])
        spent = _cpu_time.own_ms() + _cpu_time.session_ms() - began
        cursor.execute("DROP TABLE bare")
    return _judged(data, found, spent / len(asked))


def by_faiss(data: Judged, vectors: Vectors, asked: Vectors) -> Figures | None:
    """Over the same vectors, handed over as files."""
    if None in vectors or None in asked:
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = {name: f"{folder}/{name}.npy" for name in ("corpus", "questions")}
        numpy.save(files["corpus"], numpy.array(vectors, dtype=numpy.float32))
        numpy.save(files["questions"], numpy.array(asked, dtype=numpy.float32))
        told = told_by("faiss", json.dumps(files))
    return told and _judged(data, told["places"], told["search_cpu_ms"])


def by_minilm(data: Judged) -> Figures | None:
    """With its own vectors, which are made once and kept."""
    digest = sha256("\x00".join(data.texts).encode()).hexdigest()[:32]
    KEPT.mkdir(parents=True, exist_ok=True)
    told = told_by(
        "minilm",
        json.dumps(
            {
                "texts": data.texts,
                "questions": list(data.questions.values()),
                "kept": str(Path(KEPT, f"minilm-{digest}.npy")),
            }
        ),
    )
    if told is None:
        return None
    found = _judged(data, told["places"], told["search_cpu_ms"])
    return {**found, "embedding_cpu_ms": told["embedding_cpu_ms"]}


def _judged(data: Judged, found: Sequence[Sequence[int]], cpu_ms: float) -> Figures:
    rankings = {
        question: [data.ids[place] for place in places]
        for question, places in zip(data.questions, found, strict=True)
    }
    ndcg, recall = _beir.judge(data, rankings)
    return {"ndcg@10": ndcg, "recall@10": recall, "search_cpu_ms": round(cpu_ms, 3)}
