"""Questions with known answers, read from several dataset layouts.

The layouts: SQuAD's JSON (a file, or a folder of them), also packed as a list of paragraphs; a
folder in BEIR's layout, whose queries may carry `answers`; and excerpts with their positions
(`questions_df.csv` and `corpora/`).
"""

import csv
import json
import lzma
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import _beir


@dataclass(frozen=True)
class Text:
    """One document to take in: a paragraph, or a whole corpus."""

    name: str
    title: str
    text: str
    group: str = ""
    """What it belongs to, such as the article of a paragraph."""


@dataclass(frozen=True)
class Asked:
    """A question; the words that answer it, if known; and the documents they may stand in.

    Without a document it is a question that the texts do not answer.
    """

    item: str
    question: str
    answers: tuple[str, ...] = ()
    documents: frozenset[str] = frozenset()
    group: str = ""
    """What its text belongs to, such as the article of a paragraph."""
    excerpts: bool = False
    """The answers are whole excerpts, and the right passage is one that holds some of one."""


@dataclass(frozen=True)
class Known:
    texts: list[Text] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


def load(data: Path) -> Known:
    """Whatever of the three lies there; exits with a sentence when it is none of them."""
    if data.is_file() and data.suffix == ".xz":
        return _packed(data)
    if data.is_file():
        return _squad([data])
    if (data / "questions_df.csv").exists():
        return _excerpts(data)
    if (data / "corpus.jsonl").exists():
        return _judged(data)
    if files := sorted(data.glob("*.json")):
        return _squad(files)
    raise SystemExit(f"There are no questions with answers in {data}: see --help for the layouts.")


def _squad(files: list[Path]) -> Known:
    known = Known()
    for file in files:
        for article in json.loads(file.read_text("utf-8"))["data"]:
            title = str(article.get("title", "")).replace("_", " ")
            for paragraph in article["paragraphs"]:
                _add(known, title, paragraph)
    return known


def _packed(file: Path) -> Known:
    """A packed list of paragraphs, each with its article and `[question, [[start, answer]]]`."""
    known = Known()
    for paragraph in json.loads(lzma.decompress(file.read_bytes())):
        qas = [
            {"id": f"{len(known.texts)}-{n}", "question": question,
             "answers": [{"text": text} for _, text in answers]}
            for n, (question, answers) in enumerate(paragraph["qas"])
        ]  # fmt: skip
        _add(known, paragraph["doc"].replace("_", " "), {"context": paragraph["text"], "qas": qas})
    return known


def leave_out(known: Known) -> tuple[Known, list[Asked], list[Asked]]:
    """A library without every third group, and without every second text of the others.

    Also the questions about what was left out: of other groups, and of other texts of a group.
    """
    groups = list(dict.fromkeys(each.group for each in known.texts))
    gone = set(groups[2::3])
    places: Counter[str] = Counter()
    kept = []
    for text in known.texts:
        places[text.group] += 1
        if text.group not in gone and places[text.group] % 2:
            kept.append(text)
    names = {each.name for each in kept}
    inside = [each for each in known.asked if each.documents & names]
    outside = [
        Asked(e.item, e.question, group=e.group) for e in known.asked if not e.documents & names
    ]
    far = [each for each in outside if each.group in gone]
    near = [each for each in outside if each.group not in gone]
    return Known(kept, inside), far, near


def _add(known: Known, title: str, paragraph: dict[str, Any]) -> None:
    name = str(len(known.texts))
    known.texts.append(Text(name, title or name, paragraph["context"], title))
    for qa in paragraph["qas"]:
        answers = tuple(dict.fromkeys(each["text"] for each in qa.get("answers", ())))
        of = frozenset({name}) if answers else frozenset[str]()
        known.asked.append(Asked(str(qa["id"]), qa["question"], answers, of, group=title))


def _judged(folder: Path) -> Known:
    data = _beir.load(folder)
    answers = {}
    for line in (folder / "queries.jsonl").read_text("utf-8").splitlines():
        query = json.loads(line)
        answers[query["_id"]] = tuple(query.get("answers", ()))
    texts = [Text(name, name, text) for name, text in zip(data.ids, data.texts, strict=True)]
    asked = [
        Asked(item, question, answers[item], frozenset(data.judgements[item]))
        for item, question in data.questions.items()
    ]
    return Known(texts, asked)


def _excerpts(folder: Path) -> Known:
    files = sorted((folder / "corpora").glob("*.md"))
    texts = [Text(file.stem, file.stem, file.read_text("utf-8")) for file in files]
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as lines:
        asked = [
            Asked(
                item=str(number),
                question=row["question"],
                answers=tuple(each["content"] for each in json.loads(row["references"])),
                documents=frozenset({row["corpus_id"]}),
                excerpts=True,
            )
            for number, row in enumerate(csv.DictReader(lines))
        ]
    return Known(texts, asked)
