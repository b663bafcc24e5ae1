"""Search on judged questions, and as a tenant grows. `./run bench retrieval --data DIR`

Everything goes through the product's own index and search, on a database of its own. Beside it,
in the same run: BM25 by bm25s over the same words, and the encoder alone; with `--peers` also bare
pgvector and faiss over the same vectors, and MiniLM with its own. With `--passages N` the corpus
is grown to 5,000 and to N entries, and the same questions are timed at both sizes.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from uuid import UUID, uuid5

from bench import _beir, _beside, _cpu_time
from bench._embedded import Vectors, corpus_vectors
from bench._growth import grow
from bench._scratch import scratch_product
from pramana.kit.scope import Scope

SPACE = "bench"
NAMES = UUID("6f1d3c62-51a7-4b1c-9d0b-27f1d1a4c0de")
BATCH = 1000
ROWS = ("ndcg@10", "recall@10", "search_cpu_ms", "embedding_cpu_ms")


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    data = _beir.load(options.data)
    with scratch_product() as scope:
        vectors, seconds = corpus_vectors(data.texts)
        index(scope, zip(data.ids, data.texts, vectors, strict=True))
        rankings, costs = ask(scope, data, options.recipe)
        ndcg, recall = _beir.judge(data, rankings)
        figures: dict[str, Any] = {"ndcg@10": ndcg, "recall@10": recall}
        figures |= _summed(costs)
        figures |= _side_by_side(data, vectors, figures, peers=options.peers)
        figures |= {"embedding_corpus_s": round(seconds, 1), "recipe": options.recipe}
        if options.passages:
            figures["growth"] = grow(scope, data, vectors, options.passages, options.recipe)
    if options.out:
        _write(options.out, rankings)
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench retrieval", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder in BEIR's layout")
    parser.add_argument(
        "--out", type=Path, help="write each question's ranking here, as JSON lines"
    )
    parser.add_argument("--recipe", default="balanced")
    parser.add_argument("--peers", action="store_true", help="also pgvector, faiss and MiniLM")
    parser.add_argument("--passages", type=int, default=0, help="also time search at this size")
    return parser.parse_args(argv)


def index(scope: Scope, corpus: Iterable[tuple[str, str, list[float] | None]]) -> None:
    """Index texts with their vectors through the product's service."""
    from pramana.llm.embeddings.encoder import configured_encoder
    from pramana.retrieval.contracts import Embeddings, IndexEntry
    from pramana.retrieval.services import index_entries, settle_counts

    encoder = configured_encoder()
    lines = list(corpus)
    for start in range(0, len(lines), BATCH):
        items = {uuid5(NAMES, name): (text, vector) for name, text, vector in lines[start:][:BATCH]}
        entries = [
            IndexEntry(space=SPACE, item_id=item, parent_id=item, text=text)
            for item, (text, _) in items.items()
        ]
        vectors = {item: vector for item, (_, vector) in items.items()}
        given = Embeddings(encoder.id, encoder.dimension, vectors) if encoder else None
        index_entries(scope, entries, given)
    settle_counts(scope)


def ask(
    scope: Scope, data: _beir.Judged, recipe: str
) -> tuple[dict[str, list[str]], list[dict[str, float]]]:
    """Every question once, with what it cost, after one that wakes everything up."""
    names = {uuid5(NAMES, name): name for name in data.ids}
    _asked(scope, next(iter(data.questions.values())) + " ", recipe)
    rankings, costs = {}, []
    for question, text in data.questions.items():
        found, cost = _asked(scope, text, recipe)
        rankings[question] = [names[item] for item in found if item in names]
        costs.append(cost)
    return rankings, costs


def _asked(scope: Scope, text: str, recipe: str) -> tuple[list[UUID], dict[str, float]]:
    """One search in two steps: the question's vector, which is remembered, then the rest."""
    import time

    from pramana.retrieval.contracts import Query
    from pramana.retrieval.encoders import question_vector
    from pramana.retrieval.selectors import search
    from pramana.retrieval.stores import index_store

    model = index_store().active_model(scope, SPACE)
    began, own, children = time.perf_counter(), _cpu_time.own_ms(), _cpu_time.children_ms()
    if model:
        question_vector(scope, model, text)
    embedding = _cpu_time.own_ms() - own + _cpu_time.children_ms() - children
    own, session = _cpu_time.own_ms(), _cpu_time.session_ms()
    hits = search(scope, Query(text=text, spaces=(SPACE,), limit=10, recipe=recipe))
    cost = {
        "embedding": embedding,
        "process": _cpu_time.own_ms() - own,
        "database": _cpu_time.session_ms() - session,
        "wall": (time.perf_counter() - began) * 1000,
    }
    return [hit.item_id for hit in hits], cost


def asked_cost(scope: Scope, text: str, recipe: str) -> dict[str, float]:
    return _asked(scope, text, recipe)[1]


def _summed(costs: list[dict[str, float]]) -> dict[str, Any]:
    stages = {
        stage: round(sum(cost[stage] for cost in costs) / len(costs), 2)
        for stage in ("embedding", "process", "database")
    }
    walls = [cost["wall"] for cost in costs]
    return {
        "cpu_ms_per_query": round(sum(stages.values()), 2),
        "cpu_ms_per_stage": stages,
        "wall_ms_p50": round(median(walls), 1),
        "wall_ms_p95": round(quantiles(walls, n=20)[-1], 1),
    }


def _side_by_side(
    data: _beir.Judged, vectors: Vectors, figures: dict[str, Any], *, peers: bool
) -> dict[str, Any]:
    """What others make of the same questions, and ours beside it; a stage costs what it costs."""
    from bench import _search_peers as by

    asked = by.question_vectors(data)
    found: dict[str, dict[str, Any] | None] = {
        _beside.OURS: _ours(figures),
        "bm25s": by.by_bm25s(data),
        "encoder alone": by.by_encoder(data, vectors, asked),
    }
    if peers:
        found["pgvector"] = by.by_pgvector(data, vectors, asked)
        found["faiss"] = by.by_faiss(data, vectors, asked)
        found["MiniLM"] = by.by_minilm(data)
    _beside.say(found, ROWS)
    return {
        "bm25_ndcg@10": (found["bm25s"] or {}).get("ndcg@10"),
        "dense_ndcg@10": (found["encoder alone"] or {}).get("ndcg@10"),
        "peers": {name: each for name, each in found.items() if name != _beside.OURS},
        "ratios": _beside.ratios(found, ROWS),
    }


def _ours(figures: dict[str, Any]) -> dict[str, Any]:
    stages = figures["cpu_ms_per_stage"]
    return {
        "ndcg@10": figures["ndcg@10"],
        "recall@10": figures["recall@10"],
        "search_cpu_ms": round(stages["process"] + stages["database"], 2),
        "embedding_cpu_ms": stages["embedding"],
    }


def _write(file: Path, rankings: dict[str, list[str]]) -> None:
    lines = [
        json.dumps({"item": question, "ranked": ranked}) for question, ranked in rankings.items()
    ]
    file.write_text("\n".join(lines) + "\n", "utf-8")
