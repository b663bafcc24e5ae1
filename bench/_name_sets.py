"""Pairs of names in two scripts, the registry to search, and which answers are right."""

import csv
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pramana.language.names import NamedEntityType, tidy

TWINS = str.maketrans("वषशीूईऊ", "बससिुइउ")
"""Letters that are used for one another: विनोद and बिनोद are the same name."""


@dataclass(frozen=True)
class NameSet:
    """The queries, the registry they are searched in, and the right answers."""

    kind: NamedEntityType
    pairs: list[tuple[str, str]]
    """Nepali and English."""
    registry: list[str]
    """Every distinct Nepali string."""

    def is_right(self, english: str, found: str) -> bool:
        """True for a name the English one is paired with, and for its orthographic twins."""
        return self._twins[found] in self._answers[english]

    @cached_property
    def _twins(self) -> dict[str, str]:
        return {name: twin(name) for name in self.registry}

    @cached_property
    def _answers(self) -> dict[str, set[str]]:
        answers: dict[str, set[str]] = {}
        for nepali, english in self.pairs:
            answers.setdefault(english, set()).add(twin(nepali))
        return answers


def twin(name: str) -> str:
    """A name without orthographic differences: no spaces, one b, one s, one vowel length."""
    return re.sub(r"[\s.]", "", tidy(name)).translate(TWINS)


def load(pairs: Path, distractors: Path | None, first: int | None = None) -> NameSet:
    """Read the files, or exit with a sentence about what is missing; `first` limits the queries."""
    for file in (pairs, distractors):
        if file and not file.is_file():
            sys.exit(
                f"{file} does not exist. Give a CSV with name_np and name_en, and a list of names."
            )
    with pairs.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if not rows or not {"name_np", "name_en"} <= rows[0].keys():
        sys.exit(f"{pairs} has no columns name_np and name_en.")
    kind = NamedEntityType.LOCATION if "level" in rows[0] else NamedEntityType.PERSON
    both = [(row["name_np"].strip(), row["name_en"].strip()) for row in rows]
    others = distractors.read_text("utf-8").splitlines() if distractors else []
    names = [nepali for nepali, _ in both] + [line.strip() for line in others if line.strip()]
    return NameSet(kind, both[:first], list(dict.fromkeys(names)))
