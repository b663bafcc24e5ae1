"""Which known entity a short name means, judged without a model.

A short name (a first name, a surname with a title, "the clinic") means the one entity of the group
that it fits. If it fits several people, it means the one who is nearest in the conversation, or
else the one relative of the speaker among them. A wrong merge costs more than a duplicate, so full
names that differ are never merged.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from pramana.language.names import SAME_NAME, normalise
from pramana.language.scripts import contains_devanagari
from pramana.memory.contracts.extraction import OpenPair, ResolutionRequest, Verdicts
from pramana.memory.domain.names import (
    PERSON,
    cross_script_score,
    differ_in_script,
    leading_given_name,
    written_out,
)
from pramana.memory.domain.reading.lexicon import OFFICES, WORKPLACES, is_occupation, word_set

TITLES = word_set(
    "dr mr mrs ms miss prof professor er adv sir madam maam mam nurse uncle aunt auntie doctor"
    " teacher dai daai didi bhai bahini bhauju bhinaju kaka kaki mama maiju ji jee jyu shri shree"
    " smt mayor minister don dona doña señor señora sr sra kuya ate tito tita ninang ninong father"
    " sister brother rev reverend fr pastor imam haji ustad herr frau monsieur madame signor"
    " signora captain capt col colonel major sgt lady lord सर म्याडम मिस जी ज्यू दाइ दाजु दिदी भाइ"
    " बहिनी भाउजू काका काकी मामा माइजू भिनाजु डा श्री श्रीमती"
)
"""Words around a name that are no part of it."""
SURNAME_TITLES = word_set("dr mr mrs ms miss prof professor doctor sir madam mayor minister")
"""Titles that a surname may follow; an uncle goes by his first name."""
PLACES = frozenset(("location", "place", "city"))

BODY_NOUNS = WORKPLACES | word_set(
    "players trust society association club union choir band church league cooperative committee"
    " council company group foundation institute academy party team orchestra theatre parish"
)
"""Nouns that stand for the one body of a group that ends in them: "the Players", "the Trust"."""

_BODY_ARTICLES = word_set("the our हाम्रो")


def judge_by_conversation(request: ResolutionRequest) -> Verdicts:
    """Decide which candidate each short name means. No fact is closed: that needs understanding."""
    bodies = (*(each.body for each in request.previous), request.body)
    conversation = [f" {normalise(body)} " for body in bodies]
    speaker = normalise(request.body.split("(", 1)[0])
    pairs = [_with_title(pair, request.body) for pair in request.pairs]
    same = [_matching_candidate(pair, conversation, speaker) for pair in pairs]
    same = _without_joined_namesakes(request.pairs, same)
    return Verdicts(same=same, contradicted=[[] for _ in request.facts])


def _with_title(pair: OpenPair, body: str) -> OpenPair:
    """The pair with the title that the message gives to a surname: "Dr Abara", for Abara."""
    if " " in pair.name or pair.type.casefold() in PLACES:
        return pair
    match = re.search(rf"\b([A-Z][a-z]+)\.? {re.escape(pair.name)}\b", body)
    titled = match and match[1].casefold() in SURNAME_TITLES
    return replace(pair, name=f"{match[1]} {pair.name}") if match and titled else pair


def _without_joined_namesakes(pairs: Sequence[OpenPair], same: Sequence[int]) -> list[int]:
    """The verdicts without those that would make one of two people with the same first name.

    "Ana Ruiz" and "Ana Berg" both fit a known "Ana"; the first of them is her.
    """
    chosen = {
        pair.name: pair.candidates[number - 1]
        for pair, number in zip(pairs, same, strict=True)
        if number
    }
    names: dict[str, list[str]] = {}
    kept = []
    for pair, number in zip(pairs, same, strict=True):
        joined = names.setdefault(_last_of_chain(pair.name, chosen), [])
        joined = joined or [_last_of_chain(pair.name, chosen)]
        is_other = number and any(_are_namesakes(pair.name, each) for each in joined)
        names[_last_of_chain(pair.name, chosen)] = joined if is_other else [*joined, pair.name]
        kept.append(0 if is_other else number)
    return kept


def namesake_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """The full names among these that share the first name only.

    >>> namesake_pairs(["Ana Ruiz", "Ana", "Ana Berg"])
    [('Ana Ruiz', 'Ana Berg')]
    """
    return [pair for pair in combinations(names, 2) if _are_namesakes(*pair)]


def _last_of_chain(name: str, chosen: Mapping[str, str]) -> str:
    seen = {name}
    while chosen.get(name, name) not in seen:
        name = chosen[name]
        seen.add(name)
    return name


def _are_namesakes(one: str, other: str) -> bool:
    """Whether two full names share the first name only.

    >>> _are_namesakes("Ana Ruiz", "Ana Berg"), _are_namesakes("Ana Ruiz", "Ana")
    (True, False)
    """
    ours, theirs = bare_words(one), bare_words(other)
    both_full = len(ours) > 1 and len(theirs) > 1 and ours[0] == theirs[0]
    return both_full and not (_is_short_person(ours, theirs) or _is_short_person(theirs, ours))


def is_fuller(name: str, known: str) -> bool:
    """Whether a name is a known one with more words: Carys Bevan, for Carys or Nurse Carys."""
    ours, theirs = bare_words(name), bare_words(known)
    titled = bool(_titles(known) & SURNAME_TITLES)
    return len(ours) > len(theirs) and _is_short_person(theirs, ours, titled=titled)


def bare_words(name: str) -> list[str]:
    """The words of a name without titles.

    >>> bare_words("Dr. Sushma Aryal")
    ['sushma', 'aryal']
    """
    words = normalise(name).split()
    return [each for each in words if each not in TITLES] or words


def _matching_candidate(pair: OpenPair, conversation: Sequence[str], speaker: str) -> int:
    """The number of the candidate that a name means, or 0."""
    kinds = pair.kinds or ("",) * len(pair.candidates)
    is_person = pair.type.casefold() == PERSON
    fitting = [
        (number, normalise(name))
        for number, (name, kind) in enumerate(zip(pair.candidates, kinds, strict=True), start=1)
        if _fits(pair, name, kind)
    ]
    exact = [number for number, name in fitting if bare_words(name) == bare_words(pair.name)]
    if len(fitting) == 1 or exact:
        return exact[0] if exact else fitting[0][0]
    if is_person and not fitting:
        return _only_bearer(pair, kinds)
    if not is_person or not fitting:
        return 0
    parts = sorted((len(bare_words(name)), number) for number, name in fitting)
    if parts[-1][0] < len(bare_words(pair.name)) and parts[-2][0] < parts[-1][0]:
        return parts[-1][1]  # of "Mr Goh" and "Boon Kiat", the more of "Goh Boon Kiat"
    others = [(number, name) for number, name in fitting if name != speaker]
    near = sorted((_last_message(name, conversation), number) for number, name in others)
    nearest = [number for place, number in near if place == near[-1][0]]
    if len(nearest) == 1 and near[-1][0] >= 0:
        return nearest[0]
    relatives = [number for number in nearest if number in pair.relatives]
    return relatives[0] if len(relatives) == 1 else 0


def _only_bearer(pair: OpenPair, kinds: Sequence[str]) -> int:
    """The number of the one known person with this surname, or 0: "Ortiz says …"."""
    found = [
        number
        for number, (name, kind) in enumerate(zip(pair.candidates, kinds, strict=True), start=1)
        if kind.casefold() == PERSON
        and not _names_other_things(pair.name, name)
        and _is_short_person(bare_words(pair.name), bare_words(name), titled=True)
    ]
    return found[0] if len(found) == 1 else 0


def _last_message(name: str, conversation: Sequence[str]) -> int:
    """The place of the last message that names somebody in full, or whose speaker they are."""
    places = [place for place, body in enumerate(conversation) if f" {name} " in body]
    return places[-1] if places else -1


OWNED = re.compile(r"['’]s\s+\S")
"""A description by its owner ("Ram's two sons"), which is no longer form of the owner's name."""


def _names_other_things(one: str, other: str) -> bool:
    """Whether one name is made of the other and yet names something else: Ram's sons, an address
    that begins with Ram, or what somebody is in the shop ("shop foreman", for "the shop")."""
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if "@" in longer or bool(OWNED.search(longer)) != bool(OWNED.search(shorter)):
        return "@" in longer or not shorter.islower()
    ours, theirs = normalise(longer).split(), normalise(shorter).split()
    is_role = bool(ours) and (ours[-1] in OFFICES or is_occupation(ours[-1]))
    is_role = is_role and longer.split()[-1].islower()  # Rahman is no role
    return is_role and len(ours) > len(theirs) > 0 and ours[-1] != theirs[-1]


def _fits(pair: OpenPair, name: str, kind: str) -> bool:
    if _names_other_things(pair.name, name):
        return False
    ours, theirs = bare_words(written_out(pair.name)), bare_words(written_out(name))
    if differ_in_script(pair.name, name):
        theirs = [_respelt(each, ours) for each in theirs]
    if ours == theirs and (len(ours) > 1 or not _is_person_or_place(pair.type, kind)):
        return True  # without a model, kinds are weaker than names
    if pair.type.casefold() == PERSON or kind.casefold() == PERSON:
        if _is_initials(pair.name, theirs) or _is_initials(name, ours):
            return True
        if {pair.type.casefold(), kind.casefold()} & PLACES:
            return False
        titles, known = _titles(pair.name), _titles(name)
        if pair.type.casefold() != PERSON and not (
            len(ours) == 1 and (ours[0] == theirs[0] or titles & SURNAME_TITLES)
        ):
            return False
        if _is_short_person(ours, theirs, titled=bool(titles)):
            return True
        is_surname = bool(known & SURNAME_TITLES) and (not titles or titles == known)
        return _is_short_person(theirs, ours, titled=is_surname)
    if (kind.casefold() in PLACES) != (pair.type.casefold() in PLACES):
        return False
    return _is_short_thing(pair.name, ours, theirs)


def _titles(name: str) -> frozenset[str]:
    """The titles around a name."""
    return frozenset(normalise(name).split()) & TITLES - set(bare_words(name))


def _respelt(word: str, others: Sequence[str]) -> str:
    """A word as one of these in another script spells it, if one does."""
    return next((each for each in others if cross_script_score(each, word) >= SAME_NAME), word)


def _is_person_or_place(one: str, other: str) -> bool:
    """Whether a single word may be a person here and a place there, such as Florence."""
    kinds = {one.casefold(), other.casefold()}
    return PERSON in kinds and bool(kinds & PLACES)


def _is_initials(name: str, full: Sequence[str]) -> bool:
    """Whether a name in capitals is made of the first letters of another: RT for Ram Thapa."""
    letters = name.replace(".", "").strip()
    return (
        letters.isupper()
        and len(letters) == len(full) > 1
        and letters.casefold() == "".join(word[0] for word in full)
    )


def _is_short_person(short: Sequence[str], full: Sequence[str], *, titled: bool = False) -> bool:
    """Whether one is the first name or names of the other, a first name with an initial, two or
    more of its last words, or a surname with a title. A first name may be half a word: दिल for
    दिलबहादुर."""
    if list(short) == list(full):
        return True
    if len(short) == 1 and len(full) > 1:
        firsts = (full[0], leading_given_name(full[0]))
        return short[0] in firsts or (titled and short[0] == full[-1])
    if len(short) == 2 and len(full) > 1 and len(short[1]) == 1:
        return short[0] == full[0] and full[-1].startswith(short[1])
    if not 1 < len(short) < len(full):
        return False
    is_end = not contains_devanagari(full[-1]) and list(full[-len(short) :]) == list(short)
    return is_end or list(full[: len(short)]) == list(short)


def names_same_body(one: str, other: str) -> bool:
    """Whether two names may be one body's: the whole name, or what it is called for short.

    >>> names_same_body("the club", "Fjord Rowing Club"), names_same_body("Acme", "Himal")
    (True, False)
    """
    (name, short), (_, full) = sorted(
        ((each, _body_words(each)) for each in (one, other)), key=lambda named: len(named[1])
    )
    return bool(short) and (short == full or _is_short_thing(name, short, full))


def _body_words(name: str) -> list[str]:
    return [each for each in normalise(written_out(name)).split() if each not in _BODY_ARTICLES]


def _is_short_thing(name: str, short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether one is how the other is called: "Marlpit" or "the clinic" for the whole name.

    A common noun stands for what ends in it alone: "the garden" is no Garden Street.
    """
    if len(short) >= len(full) or not short:
        return False
    begins, ends = list(full[: len(short)]), list(full[-len(short) :])
    is_common = name.islower() and name.isascii()
    is_noun = is_common or not name.isascii() or short[-1] in BODY_NOUNS
    return (not is_common and list(short) == begins) or (is_noun and list(short) == ends)
