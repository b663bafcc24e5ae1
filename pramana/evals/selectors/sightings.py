"""Documents that hold a record's name, though nobody has said yet that it is meant there."""

import re
from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.evals.contracts.threads import Sighting, Span
from pramana.kit.scope import Scope

MOST = 10
MOST_NAMES = 4
PASSAGES = 20
"""That are looked through for one name."""
SHORTEST = 3
AROUND = 80
"""Characters before and after the name."""


def sightings_of(scope: Scope, names: Sequence[str], *, but: Collection[UUID]) -> list[Sighting]:
    """The first place in each document, `but` those that are known to name it."""
    found: dict[UUID, Sighting] = {}
    for name in [each for each in names if len(each) >= SHORTEST][:MOST_NAMES]:
        for seen in _named(search(scope, name, limit=PASSAGES, recipe="fast"), name):
            if seen.document_id not in but:
                found.setdefault(seen.document_id, seen)
    return list(found.values())[:MOST]


def _named(hits: Sequence[Hit], name: str) -> Iterator[Sighting]:
    """Only where the whole name stands: a hit for one of its words is someone else."""
    for hit in hits:
        if at := spelling(name).search(hit.text):
            span = Span(hit.start + at.start(), hit.start + at.end())
            around = excerpt(hit.text, at.start(), at.end())
            yield Sighting(hit.document_id, hit.title, span, at.group(), around)


def excerpt(text: str, start: int, end: int) -> str:
    """What stands around a place, on one line and in whole words.

    >>> excerpt("a" * 90 + " met Sita Rai today", 95, 103)
    'met Sita Rai today'
    """
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        before = before.partition(" ")[2]
    if end + AROUND < len(text):
        after = after.rpartition(" ")[0]
    return " ".join(f"{before}{text[start:end]}{after}".split())


def spelling(name: str) -> re.Pattern[str]:
    """A name as a text may break and write it; what follows may be a case ending.

    >>> bool(spelling("Sita Rai").search("with SITA\\nRAI's report"))
    True
    """
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.compile(rf"(?<!\w){words}", re.IGNORECASE)
