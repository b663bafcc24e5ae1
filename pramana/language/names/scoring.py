"""How likely two names are to mean the same entity, as a number with reasons.

Each pair of words counts by its role in the name. What a place name says the place is (a district,
a municipality) is compared separately.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pramana.language.names.normalisation import NamedEntityType, normalise
from pramana.language.names.pairing import WordPair, pair_in_any_order, pair_in_order
from pramana.language.names.parsing import NameWord, ParsedName, parse_name
from pramana.language.names.sounds import fold_sounds, read_word

SAME_NAME = 0.89
"""From this score on, two names count as spellings of the same name."""

CLEAR_MATCH = 0.9
PENALTY_SLOPE = 0.5
"""Below `CLEAR_MATCH` similarity counts this much less: spellings differ a little, not a lot."""

WEAKEST_PART_PENALTY = 0.5
"""How far the weakest part lowers the score: one different part means another person."""

CONFLICT_FACTOR = 2.0
"""How much more it counts where both names lack a word of the other: Ram Kumar, Ram Bahadur."""

REORDERED_FACTOR = 0.97
"""The factor for words in another order."""

ONE_SIDED_FACTOR = 0.86
"""Only one of the names states a type."""

ONE_SIDED_DISTRICT_FACTOR = 0.96
"""Only one states a type, and it is district: a bare place name often means the district."""

DIFFERENT_FACTOR = 0.75
"""The names state different types."""


class NamePartRole(StrEnum):
    GIVEN = "given"
    MIDDLE = "middle"
    FAMILY = "family"
    OTHER = "other"
    """In brackets: a maiden name or a nickname."""
    NAME = "name"
    """A word of something that is not a person."""


MIDDLE_NAMES = """
बहादुर कुमार कुमारी प्रसाद राज लाल देवी माया मान नाथ सिंह दास जंग विक्रम शमशेर राम मणि भक्त कान्त चन्द्र
प्रकाश
"""

COMMON_MIDDLE = frozenset(fold_sounds(read_word(word)) for word in MIDDLE_NAMES.split())
"""Middle names so common that leaving one out matters little."""

WEIGHTS = {
    NamePartRole.GIVEN: 1.0,
    NamePartRole.FAMILY: 1.0,
    NamePartRole.MIDDLE: 0.7,
    NamePartRole.OTHER: 0.4,
    NamePartRole.NAME: 1.0,
}
GAPS = {
    NamePartRole.GIVEN: 0.8,
    NamePartRole.FAMILY: 0.5,
    NamePartRole.MIDDLE: 0.4,
    NamePartRole.OTHER: 0.35,
    NamePartRole.NAME: 0.8,
}
"""How much a word counts that the other name does not contain."""

COMMON_GAP = 0.28
MEANING_WEIGHT = 0.6
"""For words like Ministry and Party: they must agree, but distinguish less than others."""

ROLE_LABELS = {
    NamePartRole.GIVEN: "given name",
    NamePartRole.MIDDLE: "middle name",
    NamePartRole.FAMILY: "family name",
    NamePartRole.OTHER: "other name",
    NamePartRole.NAME: "name",
}
SAME_SOUND_FROM = 0.97
CLOSE_SOUND_FROM = 0.88


@dataclass(frozen=True)
class PartScore:
    """How similar one part of two names is."""

    role: NamePartRole
    ours: str
    theirs: str
    alike: float


@dataclass(frozen=True)
class NameScore:
    """A score from 0 to 1, the reasons for it, and the score of each part."""

    value: float
    reasons: tuple[str, ...]
    parts: tuple[PartScore, ...]


def score(one: str, other: str, kind: NamedEntityType = NamedEntityType.PERSON) -> NameScore:
    """Compare two names written in any script.

    >>> score("कृष्ण गोपाल श्रेष्ठ", "Krishna Gopal Shrestha").value > SAME_NAME
    True
    >>> score("Gita Basnet", "सिता बस्नेत").value > SAME_NAME
    False
    """
    return score_names(parse_name(one, kind), parse_name(other, kind))


def score_names(one: ParsedName, other: ParsedName) -> NameScore:
    """Compare two parsed names; symmetric."""
    pairs, value, reordered = _best_pairing(one, other)
    factor, said = compare_generics(one, other)
    parts = tuple(_part(pair, one, other) for pair in pairs)
    reasons = explain_score(one, other, parts, reordered=reordered)
    return NameScore(round(value * factor, 4), (*reasons, *said), parts)


def score_value(one: ParsedName, other: ParsedName) -> float:
    """The score without reasons, for ranking many names."""
    return round(_best_pairing(one, other)[1] * compare_generics(one, other)[0], 4)


def _best_pairing(one: ParsedName, other: ParsedName) -> tuple[list[WordPair], float, bool]:
    """The pairing with the highest score, the score, and whether the words were reordered."""
    if other.text < one.text:
        pairs, value, reordered = _best_pairing(other, one)
        return [WordPair(pair.theirs, pair.ours, pair.alike) for pair in pairs], value, reordered
    pairs = pair_in_order(one.words, other.words)
    value = _value(pairs, one, other)
    if value >= SAME_NAME or not _may_be_reordered(pairs):
        return pairs, value, False
    loose = pair_in_any_order(one.words, other.words)
    free = one.kind in (NamedEntityType.ORGANIZATION, NamedEntityType.PROJECT)
    loose_value = _value(loose, one, other) * (1 if free else REORDERED_FACTOR)
    return (loose, loose_value, not free) if loose_value > value else (pairs, value, False)


def _may_be_reordered(pairs: Sequence[WordPair]) -> bool:
    """Whether both names have words without a good partner."""
    poor = [pair for pair in pairs if pair.alike < CLEAR_MATCH]
    return len(poor) > 1 and any(pair.ours for pair in poor) and any(pair.theirs for pair in poor)


def _value(pairs: Sequence[WordPair], one: ParsedName, other: ParsedName) -> float:
    """The share of both names that is paired, lowered by the weakest part."""
    total = gained = ours_only = theirs_only = 0.0
    least = 1.0
    for pair in pairs:
        ours, theirs = _words(one, pair.ours), _words(other, pair.theirs)
        if not (ours and theirs):
            ours_only += gap_of(one, pair.ours)
            theirs_only += gap_of(other, pair.theirs)
            continue
        weight = (weight_of(one, pair.ours) + weight_of(other, pair.theirs)) / 2
        sure = _confidence(pair.alike)
        least = min(least, 1 - (1 - sure) * min(weight, 1))
        total += weight
        gained += weight * sure
    total += ours_only + theirs_only + CONFLICT_FACTOR * min(ours_only, theirs_only)
    return gained / total * (1 - WEAKEST_PART_PENALTY * (1 - least)) if total else 0.0


def _confidence(alike: float) -> float:
    """How much a similarity counts."""
    return (
        alike if alike >= CLEAR_MATCH else max(0.0, alike - PENALTY_SLOPE * (CLEAR_MATCH - alike))
    )


def _words(name: ParsedName, at: Sequence[int]) -> list[NameWord]:
    return [name.words[each] for each in at]


def _part(pair: WordPair, one: ParsedName, other: ParsedName) -> PartScore:
    role = role_of(one, pair.ours) if pair.ours else role_of(other, pair.theirs)
    ours = " ".join(word.text for word in _words(one, pair.ours))
    theirs = " ".join(word.text for word in _words(other, pair.theirs))
    return PartScore(role, ours, theirs, round(pair.alike, 3))


def role_of(name: ParsedName, at: Sequence[int]) -> NamePartRole:
    """The role of these neighbouring words: first given, last family, middle between."""
    if name.kind is not NamedEntityType.PERSON:
        return NamePartRole.NAME
    own = [place for place, word in enumerate(name.words) if not word.aside] or [0]
    if name.words[at[0]].aside and own != [0]:
        return NamePartRole.OTHER
    if at[0] == own[0]:
        return NamePartRole.GIVEN
    return NamePartRole.FAMILY if at[-1] == own[-1] else NamePartRole.MIDDLE


def weight_of(name: ParsedName, at: Sequence[int]) -> float:
    """How much these words count where they are paired."""
    return sum(_weight(name, place) for place in at)


def gap_of(name: ParsedName, at: Sequence[int]) -> float:
    """How much these words count where they have no partner."""
    return sum(_gap(name, place) for place in at)


def _weight(name: ParsedName, at: int) -> float:
    word = name.words[at]
    if word.meaning:
        return MEANING_WEIGHT
    return WEIGHTS[role_of(name, (at,))]


def _gap(name: ParsedName, at: int) -> float:
    role = role_of(name, (at,))
    if role is NamePartRole.MIDDLE and is_common(name.words[at]):
        return COMMON_GAP
    return GAPS[role]


def is_common(word: NameWord) -> bool:
    return bool(word.initial) or fold_sounds(word.sounds) in COMMON_MIDDLE


def compare_generics(one: ParsedName, other: ParsedName) -> tuple[float, tuple[str, ...]]:
    """A factor for the score, and the reason for it."""
    if one.kind is not NamedEntityType.LOCATION or one.generic == other.generic:
        return 1.0, ()
    if one.generic and other.generic:
        if one.generic.type == other.generic.type:
            return 1.0, (f"both are: {one.generic.text} / {other.generic.text}",)
        return DIFFERENT_FACTOR, (f"not the same: {one.generic.text} / {other.generic.text}",)
    said = one.generic or other.generic
    if said is None:
        return 1.0, ()
    factor = ONE_SIDED_DISTRICT_FACTOR if said.type == "district" else ONE_SIDED_FACTOR
    return factor, (f"only one of the names says: {said.text}",)


def explain_score(
    one: ParsedName, other: ParsedName, parts: Sequence[PartScore], *, reordered: bool
) -> tuple[str, ...]:
    """Reasons for a score that a person can check: one per part, and what was ignored."""
    if normalise(one.text) == normalise(other.text):
        return (f"the names are written the same: {one.text}",)
    said = [_sentence(part, _meaning_of(one, part.ours)) for part in parts]
    if reordered:
        said.append("the parts stand in another order")
    if one.titles != other.titles:
        said.append(f"titles do not count: {', '.join((*one.titles, *other.titles))}")
    return tuple(said)


def _sentence(part: PartScore, meaning: str) -> str:
    label = ROLE_LABELS[part.role]
    if not (part.ours and part.theirs):
        return f"{label} is in one of the names only: {part.ours or part.theirs}"
    shown = f"{part.ours} / {part.theirs}"
    if part.ours == part.theirs:
        return f"{label} is the same: {part.ours}"
    if meaning:
        return f"{label} means the same: {shown}"
    if part.alike >= SAME_SOUND_FROM:
        return f"{label} sounds the same: {shown}"
    if part.alike >= CLOSE_SOUND_FROM:
        return f"{label} sounds almost the same: {shown}"
    if min(len(part.ours), len(part.theirs)) == 1:
        return f"{label} may be shortened: {shown}"
    return f"{label} differs: {shown}"


def _meaning_of(name: ParsedName, text: str) -> str:
    return next((word.meaning for word in name.words if word.text == text), "")
