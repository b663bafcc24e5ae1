"""The page of benchmarks names every benchmark there is, and no other."""

import re

from bench.__main__ import names
from config.environment import ROOT


def test_every_benchmark_has_its_line() -> None:
    page = (ROOT / "docs" / "reference" / "benchmarks.md").read_text("utf-8")
    assert re.findall(r"^\| `\./run bench ([\w-]+)", page, re.M) == names()
