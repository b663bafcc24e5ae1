"""Measures whether the trust in a read value predicts that it is right. `./run bench trust`

Papers with known values are made from a seed (`--papers N --seed S`), their fields are read, and
each value is compared with the known one. It prints how many fields are right, how many absent ones
stay empty, the AUC of the trust, and a reliability diagram: for each range of trust, how often
values were right. `--rules` leaves the reading model out.
"""

import argparse
import math
import os
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bench._papers import MadePaper, make_invoice, make_receipt
from bench._prose_papers import make_bid, make_contract, make_minutes
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.reading.amounts import find_amounts

MAKERS = (
    make_invoice,
    make_receipt,
    make_invoice,
    make_contract,
    make_invoice,
    make_minutes,
    make_bid,
)
BINS = 5
WIDTH = 40
"""Characters of the longest bar of the diagram."""


@dataclass(frozen=True)
class JudgedField:
    """A field of a paper: whether the paper says it, the trust in what was read, and if right."""

    is_said: bool
    trust: float | None
    is_right: bool


def made_papers(count: int, seed: int) -> Iterator[MadePaper]:
    """Papers of every kind in turn."""
    for number in range(count):
        make = MAKERS[number % len(MAKERS)]
        paper = make(Random(f"{seed}-{number}"))
        paper.name = f"{make.__name__.removeprefix('make_')}-{seed}-{number}"
        yield paper


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from pramana.extraction.offline import reading_model

    read = None if options.rules else reading_model()
    papers = made_papers(options.papers, options.seed)
    judged = [each for paper in papers for each in judge_paper(paper, read)]
    figures = _figures(judged)
    for line in _diagram(judged):
        print(line)
    return figures | {"reader": read is not None}


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench trust", description=__doc__)
    parser.add_argument("--papers", type=int, default=42)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rules", action="store_true", help="read without the reading model")
    return parser.parse_args(argv)


def judge_paper(paper: MadePaper, read: Any) -> Iterator[JudgedField]:
    from pramana.extraction.domain.reading.field_reader import read_fields

    specs = [FieldSpec(name=name, type=FieldType(kind)) for name, kind in paper.expected]
    values = {parse_path(each.path)[0]: each for each in read_fields(paper.text, specs, read=read)}
    for (name, _), accepted in paper.expected.items():
        value = values.get(name)
        is_right = (
            value is None
            if accepted is None
            else value is not None and any(is_same(value.value, each) for each in accepted)
        )
        yield JudgedField(accepted is not None, value.confidence if value else None, is_right)


def is_same(value: Any, accepted: str) -> bool:
    """Whether two values are equal: numbers as numbers, words without case and punctuation."""
    ours, theirs = find_amounts(str(value)), find_amounts(accepted)
    if len(ours) == len(theirs) == 1 and not any(char.isalpha() for char in f"{value}{accepted}"):
        return math.isclose(ours[0].value, theirs[0].value, abs_tol=0.005)
    return _plain(str(value)) == _plain(accepted)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LNM")


def _figures(judged: Sequence[JudgedField]) -> dict[str, Any]:
    said = [each for each in judged if each.is_said]
    absent = [each for each in judged if not each.is_said]
    rated = [(each.trust, each.is_right and each.is_said) for each in judged if each.trust]
    return {
        "fields": len(said),
        "right": round(sum(each.is_right for each in said) / len(said), 3),
        "absent": len(absent),
        "left_empty": round(sum(each.is_right for each in absent) / len(absent), 3),
        "auc": round(area_under_curve(rated), 3),
        "brier": round(sum((trust - right) ** 2 for trust, right in rated) / len(rated), 3),
    }


def area_under_curve(rated: Sequence[tuple[float, bool]]) -> float:
    """The chance that a right value is trusted more than a wrong one."""
    good = [trust for trust, right in rated if right]
    bad = [trust for trust, right in rated if not right]
    if not good or not bad:
        return 1.0
    wins = sum((one > other) + (one == other) / 2 for one in good for other in bad)
    return wins / len(good) / len(bad)


def _diagram(judged: Sequence[JudgedField]) -> Iterator[str]:
    """A line for each range of trust: how many values, their mean trust, how often right."""
    rated = [(each.trust, each.is_right and each.is_said) for each in judged if each.trust]
    yield "trust      values  mean  right"
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        some = [(trust, right) for trust, right in rated if low <= trust < high]
        if some:
            mean = sum(trust for trust, _ in some) / len(some)
            share = sum(right for _, right in some) / len(some)
            bar = "█" * round(share * WIDTH)
            yield f"{low:.1f}–{high:.1f}  {len(some):8}  {mean:.2f}  {share:.2f} {bar}"
