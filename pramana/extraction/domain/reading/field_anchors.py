"""Finds where a document names a field: the whole name, most of its words, or a synonym."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.domain.reading.field_questions import FieldQuestion, weight
from pramana.extraction.domain.reading.word_index import WordIndex
from pramana.language.glossary import translations

LONGEST_LABEL_GAP = 1
"""Words that may stand between two words of a name."""
MOST_ANCHORS = 40


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place where one of the field's names, or most of it, is written."""

    first: int
    last: int
    """Numbers of its first and last word."""
    cover: float
    """The share of the name that is written here."""
    is_own: bool
    """Whether it is the field's own name, not a known synonym."""


def find_anchors(index: WordIndex, question: FieldQuestion) -> list[Anchor]:
    """Return the places where the field is named, the best first."""
    best: dict[tuple[int, int], Anchor] = {}
    for number, name in enumerate(question.names):
        is_own = number == 0
        for anchor in _anchors_of_name(index, name, is_own=is_own):
            key = (anchor.first, anchor.last)
            if key not in best or best[key].cover < anchor.cover:
                best[key] = anchor
    ranked = sorted(best.values(), key=lambda each: (-each.cover, each.first))
    return ranked[:MOST_ANCHORS]


def _anchors_of_name(index: WordIndex, name: tuple[str, ...], *, is_own: bool) -> Iterator[Anchor]:
    wanted = frozenset(name)
    total = sum(weight(each) for each in wanted)
    if not total:
        return
    meant = {each: each for each in wanted}
    if is_own:
        meant |= {other: each for each in wanted for other in translations(each)}
    places = sorted({place for each in meant for place in index.places.get(each, ())})
    run: list[int] = []
    for place in [*places, -1]:
        if run and (place < 0 or not _continues(index, run[-1], place)):
            matched = {meant[index.words[each].stem] for each in run}
            cover = sum(weight(each) for each in matched) / total
            in_order = is_own or _is_in_order(index, run, name)
            if in_order and cover >= (0.5 if is_own else 0.99):
                yield Anchor(run[0], run[-1], min(1.0, cover), is_own)
            run = []
        run.append(place)


def _is_in_order(index: WordIndex, run: Sequence[int], name: tuple[str, ...]) -> bool:
    """Whether the words of a name stand in its order: a guaranteeing bank is no bank guarantee."""
    return tuple(dict.fromkeys(index.words[each].stem for each in run)) == tuple(
        dict.fromkeys(name)
    )


def _continues(index: WordIndex, before: int, place: int) -> bool:
    """Whether a word follows another in the same cell, with small words or one other between."""
    one, other = index.words[before], index.words[place]
    if one.cell != other.cell or place - before > 5:
        return False
    between = index.words[before + 1 : place]
    if sum(not word.is_small for word in between) > LONGEST_LABEL_GAP:
        return False
    return not re.search(r"[:：;।\n]|\.\s", index.text[one.end : other.start])
