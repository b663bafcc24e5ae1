"""Measures whether answering excerpts are wholly inside the top passages.

`--data DIR` holds `questions_df.csv` (question, references with exact positions, corpus) and
`corpora/*.md`. Our passages and fixed windows of 350 tokens with an overlap of 60 are ranked
alike: BM25, and the packaged encoder where it is set up, over all corpora together.
"""

import argparse
import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench._ranking import Ranking
from pramana.documents.reading.passages import cut_passages
from pramana.documents.reading.text import fences, headings

TOP = 5
WINDOW, OVERLAP = 350, 60
Places = list[tuple[str, int, int]]
"""Corpus, start and end of each passage."""


@dataclass(frozen=True)
class Question:
    text: str
    excerpts: Places


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="bench chunking", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--lexical", action="store_true", help="rank by words alone (quick)")
    arguments = parser.parse_args(argv)
    corpora = {file.stem: file.read_text("utf-8") for file in _corpora(arguments.data)}
    questions = _questions(arguments.data / "questions_df.csv", corpora)
    dense = not arguments.lexical
    figures = {
        "passages": _measured(_ours(corpora), corpora, questions, dense),
        "fixed_windows": _measured(_windows(corpora), corpora, questions, dense),
    }
    return {
        "questions": len(questions),
        "excerpts": sum(len(question.excerpts) for question in questions),
        "top": TOP,
        "share": figures["passages"]["share"],
        "fixed_share": figures["fixed_windows"]["share"],
        **figures,
    }


def _corpora(folder: Path) -> list[Path]:
    files = sorted((folder / "corpora").glob("*.md"))
    if not files:
        raise SystemExit(f"There are no corpora/*.md in {folder}; name the data with --data.")
    return files


def _questions(file: Path, corpora: dict[str, str]) -> list[Question]:
    with file.open(encoding="utf-8", newline="") as rows:
        return [
            Question(row["question"], _excerpts(row))
            for row in csv.DictReader(rows)
            if row["corpus_id"] in corpora
        ]


def _excerpts(row: dict[str, str]) -> Places:
    corpus = row["corpus_id"]
    return [(corpus, r["start_index"], r["end_index"]) for r in json.loads(row["references"])]


def _ours(corpora: dict[str, str]) -> Places:
    return [(name, *place) for name, text in corpora.items() for place in passages_of(text)]


def passages_of(text: str) -> list[tuple[int, int]]:
    """Where the product's passages of a Markdown text begin and end."""
    code = fences(text)
    cuts = cut_passages(text, headings=headings(text, code), blocks=code)
    return [(passage.start, passage.end) for passage in cuts]


def _windows(corpora: dict[str, str]) -> Places:
    """Windows of so many tokens of the packaged encoder, or of 270 words where it is not set up."""
    places = []
    for name, text in corpora.items():
        spans, size, overlap = _tokens(text)
        for at in range(0, max(len(spans) - overlap, 1), size - overlap):
            window = spans[at : at + size]
            places.append((name, window[0][0], window[-1][1]))
    return places


def _tokens(text: str) -> tuple[list[tuple[int, int]], int, int]:
    from tokenizers import Tokenizer

    from bench._ranking import TOKENIZER

    if TOKENIZER.exists():
        tokenizer = Tokenizer.from_file(str(TOKENIZER))
        tokenizer.no_truncation()
        return tokenizer.encode(text, add_special_tokens=False).offsets, WINDOW, OVERLAP
    import re

    return [match.span() for match in re.finditer(r"\S+", text)], 270, 45


def _measured(
    places: Places, corpora: dict[str, str], questions: Sequence[Question], dense: bool
) -> dict[str, Any]:
    texts = [corpora[name][start:end] for name, start, end in places]
    ranking = Ranking(texts, dense=dense)
    inside = wanted = whole = 0
    for question in questions:
        found = [places[n] for n in ranking.first(question.text, TOP)]
        covered = [any(_within(excerpt, place) for place in found) for excerpt in question.excerpts]
        inside += sum(covered)
        wanted += len(covered)
        whole += all(covered)
    words = sum(len(text.split()) for text in texts)
    return {
        "share": round(inside / wanted, 4),
        "questions_fully_answered": round(whole / len(questions), 4),
        "passages": len(places),
        "words_per_passage": round(words / len(places), 1),
        "possible": round(_possible(places, questions), 4),
    }


def _possible(places: Places, questions: Sequence[Question]) -> float:
    """The share of excerpts that any passage holds whole: what the best ranking could reach."""
    excerpts = [excerpt for question in questions for excerpt in question.excerpts]
    return sum(any(_within(one, place) for place in places) for one in excerpts) / len(excerpts)


def _within(excerpt: tuple[str, int, int], place: tuple[str, int, int]) -> bool:
    return excerpt[0] == place[0] and place[1] <= excerpt[1] and excerpt[2] <= place[2]
