"""Measures what learning from corrections brings. `./run bench learning`

Senders with labels of their own are made from a seed (`--senders N --papers K --seed S`). Each
sender's papers are read twice: as a stranger's, and after the first of them was corrected by a
person who knows its values. It prints how many fields of the later papers are right before and
after, and how many mistakes were repeated.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bench.trust import is_same
from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec, FieldType, LearnedLabel
from pramana.extraction.domain.field_tree import parse_path

FIRMS = ("Ashlar", "Birchfold", "Corvane", "Dunmere", "Elmstead", "Farrow", "Gadwall", "Himchuli")
TRADES = ("Timber Ltd", "Pumps Pvt. Ltd.", "Glass GmbH", "Seeds Inc.", "Cables Ltd", "Tools LLC")
LABELS = {
    "invoice_number": ("Voucher", "Slip", "Our paper", "Sheet", "Docket", "Leaf"),
    "due_date": ("Settle before", "Kindly remit by", "Last day", "Open until", "To be cleared by"),
    "total": ("Sum owed", "We ask for", "Comes to", "In all", "Please send", "Figure"),
    "customer": ("Goods went to", "On account of", "Made out for", "For the house of"),
}
"""Labels that no list of names holds."""
DECOYS = ("Stock code", "Route", "Printed on", "Store opens", "Pallet value", "Driver")
CUSTOMERS = (
    "Oakhill Dairy",
    "Lamjung Hotel",
    "Brook Street School",
    "Verdant Farms",
    "Port Clinic",
)
TYPES = {"total": FieldType.MONEY, "due_date": FieldType.DATE}


@dataclass(frozen=True)
class SenderPaper:
    text: str
    values: dict[str, str]


def sender_papers(random: Random, count: int) -> Iterator[SenderPaper]:
    """Papers of one sender: the same labels in the same order, other values."""
    name = f"{random.choice(FIRMS).upper()} {random.choice(TRADES)}"
    labels = {field: random.choice(words) for field, words in LABELS.items()}
    order = random.sample(sorted(labels), len(labels))
    decoys = random.sample(DECOYS, 3)
    for number in range(count):
        values = {
            "invoice_number": f"{random.choice('KRTV')}-{random.randint(100, 9999)}",
            "due_date": f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}",
            "total": f"{random.randint(100, 90_000)}.{random.randint(0, 99):02}",
            "customer": CUSTOMERS[number % len(CUSTOMERS)],
        }
        noise = (
            f"{decoys[0]}: {random.choice('XYZ')}{random.randint(10, 99)}",
            f"{decoys[1]}: 2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}",
            f"{decoys[2]}: {random.randint(100, 90_000)}.00",
        )
        lines = [f"{labels[field]}: {values[field]}" for field in order]
        body = random.sample([*lines, *noise], len(lines) + len(noise))
        yield SenderPaper("\n".join((name, "12 Mill Lane", "", *body, "")), values)


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from pramana.extraction.offline import reading_model

    read = None if options.rules else reading_model()
    judged: list[tuple[bool, bool]] = []
    for number in range(options.senders):
        papers = list(sender_papers(Random(f"{options.seed}-{number}"), options.papers))
        judged += judge_sender(papers, read)
    total = len(judged)
    wrong = [after for before, after in judged if not before]
    return {
        "fields": total,
        "before": round(sum(before for before, _ in judged) / total, 3),
        "after": round(sum(after for _, after in judged) / total, 3),
        "mistakes": len(wrong),
        "repeated": sum(not after for after in wrong),
        "reader": read is not None,
    }


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench learning", description=__doc__)
    parser.add_argument("--senders", type=int, default=12)
    parser.add_argument("--papers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--rules", action="store_true", help="read without the reading model")
    return parser.parse_args(argv)


def judge_sender(papers: Sequence[SenderPaper], read: Any) -> Iterator[tuple[bool, bool]]:
    """Yield for each field of the later papers whether it was right before and after learning."""
    first, *later = papers
    learned = lessons_of(first, _read(first, read, ()))
    for paper in later:
        before, after = _read(paper, read, ()), _read(paper, read, learned)
        for field, value in paper.values.items():
            yield _is_right(before.get(field), value), _is_right(after.get(field), value)


def lessons_of(paper: SenderPaper, values: dict[str, ExtractedValue]) -> list[LearnedLabel]:
    """What a person teaches who corrects the paper's wrong values and approves the others."""
    from pramana.extraction.services.lessons import label_at, sender_of

    sender, lessons = sender_of(paper.text), []
    for field, right in paper.values.items():
        known = values.get(field)
        places = [(paper.text.index(right), 1, 0)]
        if known is not None and not _is_right(known, right):
            places.append((known.start, 0, 1))
        for start, hits, misses in places:
            if label := label_at(paper.text, start):
                key = field.replace("_", " ")
                lessons.append(LearnedLabel(key, label.words, sender, label.position, hits, misses))
    return lessons


def _read(paper: SenderPaper, read: Any, learned: Sequence[LearnedLabel]) -> dict[str, Any]:
    from pramana.extraction.domain.reading.field_reader import read_fields

    specs = [FieldSpec(name=name, type=TYPES.get(name, FieldType.STRING)) for name in LABELS]
    values = read_fields(paper.text, specs, read=read, learned=learned)
    return {str(parse_path(each.path)[0]): each for each in values}


def _is_right(value: ExtractedValue | None, right: str) -> bool:
    return value is not None and is_same(value.value, right)
