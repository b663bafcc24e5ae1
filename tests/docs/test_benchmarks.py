"""The page of benchmarks names every benchmark there is, and a ratio is ours over a peer's."""

import re

from bench.__main__ import names
from bench._beside import ratios
from tests.docs.pages import DOCS, text


def test_every_benchmark_has_its_line() -> None:
    page = text(DOCS / "reference" / "benchmarks.md")
    assert re.findall(r"^\| `\./run bench ([\w-]+)", page, re.M) == names()


def test_a_ratio_needs_both_figures() -> None:
    figures = {"ours": {"ms": 2.0, "calls": 1}, "theirs": {"ms": 8.0}, "away": None}
    assert ratios(figures, ("ms", "calls")) == {"theirs": {"ms": 0.25}}
