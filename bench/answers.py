"""Measures whether quoted sentences contain the answer. `./run bench answers --data DIR`

DIR is a SQuAD-like JSON file (also packed, `.json.xz`) or a folder of them, a folder in BEIR's
layout (whose queries may carry `answers`), or excerpts with positions (`questions_df.csv` and
`corpora/`). The texts are added, and each question is answered and checked without a model, as the
chat does it. Two baselines use the same passages: the sentence that BM25 ranks first, and the first
sentence of the first passage. `--negatives DIR` asks another set's questions, and `--leave-out`
those about texts that were left out: they must end in "not found".
"""

import argparse
import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench._asked import Asked, Known, leave_out, load
from bench._scratch import scratch_product

DOUBT = 0.5


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    known, near = load(options.data), list[Asked]()
    others = [Asked(each.item, each.question) for d in options.negatives for each in load(d).asked]
    if options.leave_out:
        known, far, near = leave_out(known)
        others += far
    asked = [part for each in (known.asked, others, near) for part in _some(each, options.limit)]
    with scratch_product() as scope:
        from bench._answering import answer, take_in

        names = take_in(scope, known.texts)
        answer(scope, asked[0])  # wakes everything up
        answered = [answer(scope, each) for each in asked]
        figures = _Figures(known, names).of(answered, {each.item for each in near})
    if options.out:
        options.out.write_text("".join(map(_line, answered)), "utf-8")
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench answers", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="questions with known answers")
    parser.add_argument("--negatives", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument(
        "--leave-out",
        action="store_true",
        help="leave out a third of the articles, and half of the others' paragraphs: questions "
        "about them must end in not found",
    )
    parser.add_argument("--limit", type=int, default=0, help="so many questions of each set")
    parser.add_argument("--out", type=Path, help="write each answer here, as JSON lines")
    return parser.parse_args(argv)


def _some(asked: list[Asked], limit: int) -> list[Asked]:
    """Spread over the whole set, because neighbours ask about the same text."""
    step = max(1, len(asked) // limit) if limit else 1
    return asked[::step][:limit] if limit else asked


def _line(answered: Any) -> str:
    quotes = [each.words for each in answered.quotes]
    said = " ".join(quotes) if quotes else None
    line = {"item": answered.asked.item, "answer": said, "quotes": quotes}
    return json.dumps(line, ensure_ascii=False) + "\n"


class _Figures:
    """What the answers come to."""

    def __init__(self, known: Known, names: dict[Any, str]) -> None:
        self._texts = {each.name: each.text for each in known.texts}
        self._names = names

    def of(self, answered: Sequence[Any], near: Collection[str]) -> dict[str, Any]:
        real = [each for each in answered if each.asked.documents]
        others = [each for each in answered if not each.asked.documents]
        beside = [each for each in others if each.asked.item in near]
        far = [each for each in others if each.asked.item not in near]
        quotes = [quote for each in answered for quote in each.quotes]
        lost = sum(each.unfound for each in answered)
        figures = {
            "questions": len(real),
            "answered": _share(bool(each.quotes) for each in real),
            **self._rates("", real, "quotes"),
            **self._rates("best_bm25_sentence_", real, "best_sentence"),
            **self._rates("first_sentence_", real, "first_sentence"),
            "quotes_in_their_passage": _share(
                [each.words in each.hit.text for each in quotes] + [False] * lost
            ),
            "quotes_per_answer": _mean(len(each.quotes) for each in real if each.quotes),
            "words_per_answer": _mean(
                sum(len(q.words.split()) for q in each.quotes) for each in real if each.quotes
            ),
            "negative_questions": len(far),
            "negative_not_found": _share(not each.quotes for each in far),
            "beside_questions": len(beside),
            "beside_not_found": _share(not each.quotes for each in beside),
            "strength_errors": _strength_errors(real, others),
            "cpu_ms_per_question": _cpu(answered),
        }
        _tell(figures)
        return figures

    def _rates(self, prefix: str, real: Sequence[Any], name: str) -> dict[str, Any]:
        known = [each for each in real if each.asked.answers]
        cited = [
            (each.asked, hit)
            for each in real
            for hit in {quote.hit.passage_id: quote.hit for quote in getattr(each, name)}.values()
        ]
        return {
            f"{prefix}answer_in_quotes": _share(_inside(e.asked, getattr(e, name)) for e in known),
            f"{prefix}answer_words_in_quotes": _mean(
                _words_inside(each.asked, getattr(each, name)) for each in known
            ),
            f"{prefix}citation_precision": _share(self._is_right(*pair) for pair in cited),
        }

    def _is_right(self, asked: Asked, hit: Any) -> bool:
        name = self._names.get(hit.document_id, "")
        if name not in asked.documents:
            return False
        if not asked.excerpts:
            return True
        starts = [(self._texts[name].find(each), len(each)) for each in asked.answers]
        return any(at >= 0 and at < hit.end and at + size > hit.start for at, size in starts)


def _inside(asked: Asked, quotes: Sequence[Any]) -> bool:
    from bench._answering import in_one_line

    shown = in_one_line(" ".join(each.words for each in quotes))
    return any(in_one_line(answer) in shown for answer in asked.answers)


def _words_inside(asked: Asked, quotes: Sequence[Any]) -> float:
    """The share of an answer's words that are quoted, of the answer that fares best."""
    from pramana.language.tokens import terms

    shown = {term for each in quotes for term in terms(each.words)}
    shares = []
    for answer in asked.answers:
        words = terms(answer)
        shares.append(sum(word in shown for word in words) / len(words) if words else 0.0)
    return max(shares, default=0.0)


def _strength_errors(real: Sequence[Any], others: Sequence[Any]) -> dict[str, float | None]:
    """At each threshold: real questions below it, and questions of another set above it."""
    from pramana.chat.domain.passage_selection import RELEVANCE_FLOOR

    errors: dict[str, float | None] = {}
    for threshold in (RELEVANCE_FLOOR, DOUBT):
        errors[f"real_below_{threshold}"] = _share(e.strength < threshold for e in real)
        errors[f"negative_from_{threshold}"] = _share(e.strength >= threshold for e in others)
    return errors


def _cpu(answered: Sequence[Any]) -> dict[str, float | None]:
    stages = {
        stage: _mean(each.cpu[stage] for each in answered)
        for stage in ("search", "read", "compose")
    }
    return stages | {"together": round(sum(each or 0 for each in stages.values()), 2)}


def _share(holds: Iterable[bool]) -> float | None:
    return _mean(float(each) for each in holds)


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return round(sum(known) / len(known), 4) if known else None


def _tell(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):<44} {value}")
