"""Questions with judged answers in the layout of BEIR, and the two figures they are judged by."""

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Judged:
    """A corpus, the questions that have judgements, and which answers were judged good."""

    ids: list[str]
    texts: list[str]
    questions: dict[str, str]
    judgements: dict[str, dict[str, int]]


def load(folder: Path) -> Judged:
    """Read corpus.jsonl, queries.jsonl and every qrels/*.tsv."""
    corpus = _lines(folder / "corpus.jsonl")
    judgements: dict[str, dict[str, int]] = defaultdict(dict)
    for file in sorted((folder / "qrels").glob("*.tsv")):
        for line in file.read_text("utf-8").splitlines()[1:]:
            question, item, grade = line.split("\t")
            if int(grade) > 0:
                judgements[question][item] = int(grade)
    questions = {
        line["_id"]: line["text"]
        for line in _lines(folder / "queries.jsonl")
        if line["_id"] in judgements
    }
    texts = [f"{line.get('title', '')} {line['text']}".strip() for line in corpus]
    return Judged([line["_id"] for line in corpus], texts, questions, dict(judgements))


def ndcg(ranked: Sequence[str], judged: Mapping[str, int], at: int = 10) -> float:
    """How much of the possible gain the first places hold, early places counting more."""
    gain = sum(judged.get(item, 0) / math.log2(place + 2) for place, item in enumerate(ranked[:at]))
    best = sorted(judged.values(), reverse=True)[:at]
    return gain / sum(grade / math.log2(place + 2) for place, grade in enumerate(best))


def recall(ranked: Sequence[str], judged: Mapping[str, int], at: int = 10) -> float:
    """The share of good answers among the first places."""
    return len(set(ranked[:at]) & judged.keys()) / len(judged)


def mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)


def judge(data: Judged, rankings: Mapping[str, Sequence[str]]) -> tuple[float, float]:
    """Mean nDCG@10 and recall@10 over the questions."""
    pairs = [(rankings[question], data.judgements[question]) for question in data.questions]
    return mean([ndcg(*pair) for pair in pairs]), mean([recall(*pair) for pair in pairs])


def _lines(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
