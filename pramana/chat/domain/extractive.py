"""An answer made of the sources' own sentences: which of them answer, and which do not.

A sentence answers as far as it holds the question's words, rare ones counting more. Words next to
it or above it count in part, because a text does not repeat what it is about. That it holds the
kind of thing asked for, and stands in a passage that search put first, speaks for it too.
The figures were chosen on halves of two sets of questions; none of them is sharp.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.chat.contracts.composing import Material, Mode
from pramana.chat.domain.cues import Kind, asks_for_all, holds
from pramana.chat.domain.leaning import leans
from pramana.chat.domain.passage_lines import Line, lines_of
from pramana.chat.domain.sought import Sought, sought_by
from pramana.language.function_words import FUNCTION_STEMS

MOST = 3
BEFORE, AFTER, ABOVE = 0.4, 0.3, 0.5
KIND, RANK = 0.15, 0.2
LEAST = 0.2
"""Of the question's weight that must stand in or around a sentence, or nothing is answered: of
passages taken at random 97 % do not answer then, and of the right ones 5 % do not."""

CLOSE, AS_GOOD = 0.65, 0.97
"""Of the best sentence's score: from where its own passage adds a sentence, and another passage."""

OPENING = 2
"""Sentences that stand for a whole text, when it is the text that is asked about."""


@dataclass(frozen=True)
class Chosen:
    """A sentence of a material, word for word."""

    number: int
    words: str


@dataclass(frozen=True)
class Scored:
    line: Line
    score: float


def choose(question: str, materials: Sequence[Material], mode: Mode = "sources") -> list[Chosen]:
    """The sentences that answer, the best first; none when nothing does."""
    lines = lines_of(materials)
    if mode == "selection" and asks_for_all(question):
        picked = [line for line in lines if not line.announces][:OPENING]
    else:
        picked = _picked(question, lines)
    return [Chosen(line.number, line.words) for line in picked]


def _picked(question: str, lines: Sequence[Line]) -> list[Line]:
    sought = sought_by(question, [line.held for line in lines])
    telling = [line for line in lines if _tells(line, sought)]
    scored = [Scored(line, _score(sought, line)) for line in telling]
    best = max(scored, key=lambda each: each.score, default=None)
    if best is None or _around(sought, best.line) < LEAST:
        return []
    with_it = [line for line in telling if _belongs_to(best.line, line, sought.kind)]
    others = [each.line for each in _close(scored, best) if each.line not in with_it]
    return [best.line, *sorted([*with_it, *others][: MOST - 1], key=_place)]


def _tells(line: Line, sought: Sought) -> bool:
    """Whether it says anything the question did not: a heading or the question itself does not."""
    return not line.announces and bool(line.held - sought.weights.keys() - FUNCTION_STEMS)


def _score(sought: Sought, line: Line) -> float:
    words = sought.share(
        (1.0, line.held), (BEFORE, line.before), (AFTER, line.after), (ABOVE, line.above)
    )
    fits = sought.kind is not Kind.OTHER and holds(sought.kind, line.words, sought.words)
    return words + KIND * fits + RANK / (1 + line.rank)


def _around(sought: Sought, line: Line) -> float:
    return sought.share(*((1.0, each) for each in (line.held, line.before, line.after, line.above)))


def _close(scored: Sequence[Scored], best: Scored) -> list[Scored]:
    """Those nearly as good as the best, best first; no sentence twice, though passages overlap."""
    seen = {best.line.words}
    close = []
    for each in sorted(scored, key=lambda each: -each.score):
        needed = CLOSE if each.line.number == best.line.number else AS_GOOD
        if each.score >= needed * best.score and each.line.words not in seen:
            seen.add(each.line.words)
            close.append(each)
    return close


def _belongs_to(best: Line, other: Line, kind: Kind) -> bool:
    """Whether a sentence completes the best one.

    The one before says who "he" or what "it" is; the ones after it, why something is so.
    """
    if other.number != best.number:
        return False
    if other.place == best.place - 1:
        return leans(best.words)
    explains = kind is Kind.REASON and not holds(kind, best.words, ())
    return explains and best.place < other.place < best.place + MOST


def _place(line: Line) -> tuple[int, int]:
    return line.rank, line.place
