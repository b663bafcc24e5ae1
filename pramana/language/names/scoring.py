"""How likely two names are to be names of one thing, as a number and as sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.language.names.comparing import compared_generics
from pramana.language.names.kinds import NameKind
from pramana.language.names.pairing import Pair, in_any_order, in_order
from pramana.language.names.roles import Role, gap_of, role_of, weight_of
from pramana.language.names.sentences import sentences
from pramana.language.names.words import Name, Word, read_name

SAME = 0.89
"""From here on two names are taken for spellings of one name."""

CLEAR = 0.9
STEEP = 0.5
"""Below `CLEAR` likeness falls this much faster: a spelling wavers a little, not a lot."""

LEAST_ALIKE = 0.5
"""How far the least alike part pulls the whole down: one wrong part is another person."""

AGAINST = 2.0
"""How much more it counts when both names have words the other lacks: Ram Kumar, Ram Bahadur."""

OTHER_ORDER = 0.97
"""What is left of a score when the words stand in another order."""


@dataclass(frozen=True)
class PartScore:
    """How one part of a name was matched."""

    role: Role
    ours: str
    theirs: str
    alike: float


@dataclass(frozen=True)
class NameScore:
    """A score between 0 and 1, why it is what it is, and how each part was matched."""

    value: float
    reasons: tuple[str, ...]
    parts: tuple[PartScore, ...]


def score(one: str, other: str, kind: NameKind = NameKind.PERSON) -> NameScore:
    """Compare two names written in any script.

    >>> score("कृष्ण गोपाल श्रेष्ठ", "Krishna Gopal Shrestha").value > SAME
    True
    >>> score("Gita Basnet", "सिता बस्नेत").value > SAME
    False
    """
    return score_names(read_name(one, kind), read_name(other, kind))


def score_names(one: Name, other: Name) -> NameScore:
    """Compare two names already taken apart; the same both ways."""
    pairs, value, reordered = _best(one, other)
    factor, said = compared_generics(one, other)
    parts = tuple(_part(pair, one, other) for pair in pairs)
    reasons = sentences(one, other, parts, reordered=reordered)
    return NameScore(round(value * factor, 4), (*reasons, *said), parts)


def value_of(one: Name, other: Name) -> float:
    """The score alone, for choosing among many."""
    return round(_best(one, other)[1] * compared_generics(one, other)[0], 4)


def _best(one: Name, other: Name) -> tuple[list[Pair], float, bool]:
    """The pairing that speaks most for the two, from whichever side it is looked at."""
    if other.text < one.text:
        pairs, value, reordered = _best(other, one)
        return [Pair(pair.theirs, pair.ours, pair.alike) for pair in pairs], value, reordered
    pairs = in_order(one.words, other.words)
    value = _value(pairs, one, other)
    if value >= SAME or not _may_be_reordered(pairs):
        return pairs, value, False
    loose = in_any_order(one.words, other.words)
    free = one.kind in (NameKind.ORGANIZATION, NameKind.PROJECT)
    loose_value = _value(loose, one, other) * (1 if free else OTHER_ORDER)
    return (loose, loose_value, not free) if loose_value > value else (pairs, value, False)


def _may_be_reordered(pairs: Sequence[Pair]) -> bool:
    """Both names have words that nothing, or nothing much like them, answers to."""
    poor = [pair for pair in pairs if pair.alike < CLEAR]
    return len(poor) > 1 and any(pair.ours for pair in poor) and any(pair.theirs for pair in poor)


def _value(pairs: Sequence[Pair], one: Name, other: Name) -> float:
    """The share of both names that is accounted for, pulled down by the least alike part."""
    total = gained = ours_only = theirs_only = 0.0
    least = 1.0
    for pair in pairs:
        ours, theirs = _words(one, pair.ours), _words(other, pair.theirs)
        if not (ours and theirs):
            ours_only += gap_of(one, pair.ours)
            theirs_only += gap_of(other, pair.theirs)
            continue
        weight = (weight_of(one, pair.ours) + weight_of(other, pair.theirs)) / 2
        sure = _sure(pair.alike)
        least = min(least, 1 - (1 - sure) * min(weight, 1))
        total += weight
        gained += weight * sure
    total += ours_only + theirs_only + AGAINST * min(ours_only, theirs_only)
    return gained / total * (1 - LEAST_ALIKE * (1 - least)) if total else 0.0


def _sure(alike: float) -> float:
    """How sure a likeness makes us."""
    return alike if alike >= CLEAR else max(0.0, alike - STEEP * (CLEAR - alike))


def _words(name: Name, at: Sequence[int]) -> list[Word]:
    return [name.words[each] for each in at]


def _part(pair: Pair, one: Name, other: Name) -> PartScore:
    role = role_of(one, pair.ours) if pair.ours else role_of(other, pair.theirs)
    ours = " ".join(word.text for word in _words(one, pair.ours))
    theirs = " ".join(word.text for word in _words(other, pair.theirs))
    return PartScore(role, ours, theirs, round(pair.alike, 3))
