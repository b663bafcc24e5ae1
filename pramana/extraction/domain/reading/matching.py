"""A field by its own name: the label of the paper that is called so, and the value beside it."""

from dataclasses import replace

from rapidfuzz import fuzz

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.amounts import plain
from pramana.extraction.domain.reading.concepts import folded
from pramana.extraction.domain.reading.details import Pair, find_pairs
from pramana.extraction.domain.reading.paper import Paper
from pramana.extraction.domain.reading.wanted import LIKE, NUMBERS
from pramana.language.function_words import content_stems
from pramana.language.stems import stem

ALIKE = 0.6
"""How much of their words a label and a field's name must share."""

SHARED = 0.75
"""What words in common are worth at most: less than the name itself."""

_SMALL = frozenset({"no", "number", "name", "date", "amount", "नं"})
_YES, _NO = frozenset({"yes", "true", "छ", "हो"}), frozenset({"no", "false", "छैन", "होइन"})


def by_label(paper: Paper, spec: FieldSpec) -> Found | None:
    """The value beside a label that is the field's name, or nearly, or shares its words."""
    wanted = folded(spec.name)
    scored = [
        (_likeness(wanted, folded(pair.label)), -pair.start, pair)
        for pair in paper.once(find_pairs)
    ]
    best = max(scored, key=lambda item: item[:2], default=None)
    if best is None or best[0] < ALIKE:
        return None
    pair: Pair = best[2]
    value = " ".join(paper.text[pair.start : pair.end].split())
    found = paper.found("", value, pair.start, pair.end, 0.5 + 0.4 * best[0])
    return typed_as(paper, found, spec.type)


def _likeness(wanted: str, label: str) -> float:
    if wanted == label:
        return 1.0
    ratio = fuzz.ratio(wanted, label)
    if ratio >= LIKE:
        return ratio / 100
    one, other = _stems(wanted), _stems(label)
    return len(one & other) / max(len(one), len(other)) * SHARED if one and other else 0.0


def _stems(words: str) -> set[str]:
    return set(content_stems(stem(word) for word in words.split() if word not in _SMALL))


def typed_as(paper: Paper, found: Found, kind: FieldType) -> Found | None:
    """The stretch as the type that is asked for; None where it holds no such value."""
    if kind is FieldType.DATE:
        days = paper.dates_in(found.start, found.end)
        if not days:
            return None
        day = days[0]
        return paper.found("", day.day.isoformat(), day.start, day.end, found.confidence)
    if kind in NUMBERS:
        amounts = paper.amounts_in(found.start, found.end)
        best = next((each for each in amounts if each.exact), amounts[0] if amounts else None)
        if best is None:
            return None
        return paper.found("", plain(best.value), best.start, best.end, found.confidence)
    if kind is FieldType.BOOLEAN:
        said = found.quote.casefold().strip(" .।")
        return replace(found, value=said in _YES) if said in _YES | _NO else None
    return found
