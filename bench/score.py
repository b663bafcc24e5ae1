"""Scoring without a model, on judged questions. `./run bench score --data DIR`

Each question is searched for through the product, and what it finds is scored as the research flow
does, with the heuristic fallback. `found` is search's own order and `scored` the order after it.
Then every second entry is taken for a page from outside: `in_turns` merges the two lists place by
place, `mixed` is the scored order of both. Cost is CPU time for fifty candidates whose vectors are
given.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid5

from bench import _beir, _cpu_time
from bench._embedded import corpus_vectors
from bench._scratch import scratch_product
from bench.retrieval import NAMES, SPACE, index
from pramana.kit.scope import Scope

CANDIDATES = 50
AT = datetime(2026, 11, 15, tzinfo=UTC)

Vectors = Mapping[str, list[float] | None]
Rankings = dict[str, list[str]]


@dataclass(frozen=True)
class Asked:
    """A question, its vector, and what search found for it, best first."""

    text: str
    vector: Sequence[float] | None
    found: list[str]


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    if not (options.data / "corpus.jsonl").exists():
        print(f"There is no corpus.jsonl in {options.data}: give a folder in BEIR's layout.")
        sys.exit(1)
    data = _beir.load(options.data)
    with scratch_product() as scope:
        made, _ = corpus_vectors(data.texts)
        vectors: Vectors = dict(zip(data.ids, made, strict=True))
        index(scope, zip(data.ids, data.texts, made, strict=True))
        asked = {name: _asked(scope, data, text) for name, text in data.questions.items()}
        rankings, costs = _scored(scope, data, vectors, asked)
    figures = {f"{name}_ndcg@10": _beir.judge(data, each)[0] for name, each in rankings.items()}
    fallen = _fallen(data, rankings["found"], rankings["scored"])
    for name, figure in figures.items():
        print(f"{name:20} {figure:.4f}")
    print(f"{fallen} of {len(asked)} questions fell; {median(costs):.1f} CPU ms for {CANDIDATES}")
    if options.out:
        _write(options.out, rankings)
    return {
        **figures,
        "never_falls": figures["scored_ndcg@10"] >= figures["found_ndcg@10"],
        "questions": len(asked),
        "questions_fallen": fallen,
        "candidates": CANDIDATES,
        "cpu_ms_p50": round(median(costs), 2),
        "cpu_ms_mean": _beir.mean(costs),
    }


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench score", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder in BEIR's layout")
    parser.add_argument("--out", type=Path, help="write each question's rankings, as JSON lines")
    return parser.parse_args(argv)


def _asked(scope: Scope, data: _beir.Judged, text: str) -> Asked:
    from pramana.retrieval.contracts import Query
    from pramana.retrieval.encoders import question_vector
    from pramana.retrieval.selectors import search
    from pramana.retrieval.stores import index_store

    names = {uuid5(NAMES, name): name for name in data.ids}
    model = index_store().active_model(scope, SPACE)
    vector = question_vector(scope, model, text)[0] if model else None
    hits = search(scope, Query(text=text, spaces=(SPACE,), limit=CANDIDATES))
    return Asked(text, vector, [names[hit.item_id] for hit in hits])


def _scored(
    scope: Scope, data: _beir.Judged, vectors: Vectors, asked: Mapping[str, Asked]
) -> tuple[dict[str, Rankings], list[float]]:
    """Every question's four orders, and what the mixed one cost where it had all its candidates."""
    texts, costs = dict(zip(data.ids, data.texts, strict=True)), list[float]()
    outside = set(data.ids[1::2])
    rankings: dict[str, Rankings] = {"found": {}, "scored": {}, "in_turns": {}, "mixed": {}}
    for name, each in asked.items():
        rankings["found"][name] = each.found
        rankings["scored"][name], own = _order(scope, each, texts, vectors, set())
        rankings["in_turns"][name] = _in_turns(each.found, outside)
        rankings["mixed"][name], mixed = _order(scope, each, texts, vectors, outside)
        if len(each.found) == CANDIDATES:
            costs.append(max(own, mixed))
    return rankings, costs


def _order(
    scope: Scope, asked: Asked, texts: Mapping[str, str], vectors: Vectors, outside: set[str]
) -> tuple[list[str], float]:
    """The scored order of what was found, and the CPU milliseconds it took."""
    from pramana.llm.embeddings.local_encoders import ID
    from pramana.retrieval.scoring.contracts import CandidateOrigin, ScoringContext, SearchCandidate
    from pramana.retrieval.scoring.domain.candidate_ranking import cosines
    from pramana.retrieval.scoring.scorer import Scoring, score_candidates

    began = _cpu_time.own_ms()
    given = {name: vectors[name] for name in asked.found}
    alike = cosines(asked.vector, given) if asked.vector else {}
    candidates = [
        SearchCandidate(
            id=name,
            origin=CandidateOrigin.WEB if name in outside else CandidateOrigin.CORPUS,
            text=texts[name],
            cosine=alike.get(name),
        )
        for name in asked.found
    ]
    scoring = Scoring(context=ScoringContext(question=asked.text), at=AT, encoder=ID)
    result = score_candidates(scope, scoring, candidates)
    return [each.candidate_id for each in result.ranked], _cpu_time.own_ms() - began


def _in_turns(found: Sequence[str], outside: set[str]) -> list[str]:
    from pramana.retrieval.domain.fusion import fuse_by_rank

    lists = [[n for n in found if n not in outside], [n for n in found if n in outside]]
    scores = fuse_by_rank([each for each in lists if each])
    return sorted(scores, key=lambda name: -scores[name])


def _fallen(data: _beir.Judged, before: Rankings, after: Rankings) -> int:
    def gain(name: str, rankings: Rankings) -> float:
        return _beir.ndcg(rankings[name], data.judgements[name])

    return sum(gain(name, after) < gain(name, before) for name in data.questions)


def _write(file: Path, rankings: Mapping[str, Rankings]) -> None:
    lines = [
        json.dumps({"item": name, **{kind: each[name] for kind, each in rankings.items()}})
        for name in rankings["found"]
    ]
    file.write_text("\n".join(lines) + "\n", "utf-8")
