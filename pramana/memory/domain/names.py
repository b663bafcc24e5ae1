"""Names of entities: keys by which spellings find each other, similarity, and short names.

A short name (a first name, a surname with a title, "the clinic") means the one entity of the group
that it fits. If it fits several people, it means the one who is nearest in the conversation. A
wrong merge costs more than a duplicate, so full names that differ are never merged.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations

from pramana.language.names import (
    SAME_NAME,
    NamedEntityType,
    folded_name,
    normalise,
    parse_name,
    score,
)
from pramana.language.names.scoring import MIDDLE_NAMES
from pramana.language.names.transliteration import to_latin
from pramana.language.scripts import contains_devanagari
from pramana.memory.contracts.extraction import OpenPair, ResolutionRequest, Verdicts
from pramana.memory.domain.reading.lexicon import WORKPLACES, word_set

NEAR_IDENTICAL = 0.9
"""Share of common trigrams from which two names in one script are the same name."""

LEAST_ENTROPY = 1.5
LEAST_LETTERS = 6
"""Below these, a name carries too little information to ignore one letter: Ana is not Ann."""

SIGNATURE = 32
ROWS = 4
"""Rows per band of the MinHash signature. Names of similarity 0.9 share a band in 99.98 %."""

LONGEST_KEY = 100
MOST_WORDS = 6
LEAST_INITIALS = 3
LEAST_GIVEN = 3
"""Letters of a given name before a middle name in the same word."""
_MIDDLE_NAMES = tuple(
    normalise(each)
    for word in MIDDLE_NAMES.split()
    for each in (word, to_latin(word))
    if len(word) >= 4
)
PERSON = "person"
KINDS = {
    PERSON: NamedEntityType.PERSON,
    "organization": NamedEntityType.ORGANIZATION,
    "organisation": NamedEntityType.ORGANIZATION,
    "location": NamedEntityType.LOCATION,
    "place": NamedEntityType.LOCATION,
}


def exact_key(name: str) -> str:
    """Equal for names that differ in case, spacing or punctuation only.

    >>> exact_key("  ACME,  Inc. ") == exact_key("Acme Inc")
    True
    """
    return _key("n", normalise(name) or name.strip().casefold())


@lru_cache(maxsize=4096)
def keys_of(name: str) -> tuple[str, ...]:
    """All keys of a name; only a few, to keep the key table small."""
    normalised = normalise(name)
    keys = [exact_key(name), *word_keys(name), *initial_keys(name)]
    folded = folded_name(parse_name(name))
    if folded:
        keys.append(_key("x", folded))
    if is_distinctive(normalised):
        keys += [_key(f"m{number}", band) for number, band in enumerate(_bands(normalised))]
    return tuple(dict.fromkeys(keys))


def word_keys(name: str) -> list[str]:
    """A key for each word by its sound, in any script. Candidates are found by these."""
    given = leading_given_name(next(iter(normalise(name).split()), ""))
    words = folded_name(parse_name(name)).split()[:MOST_WORDS]
    words += folded_name(parse_name(given)).split() if given else []
    return [_key("w", word) for word in words if len(word) > 1]


def leading_given_name(word: str) -> str:
    """The given name in a normalised word that ends in a middle name; else empty.

    >>> leading_given_name("दिलबहादुर"), leading_given_name("dilmaya"), leading_given_name("bahadur")
    ('दिल', 'dil', '')
    """
    ending = next((each for each in _MIDDLE_NAMES if word.endswith(each)), "")
    given = word.removesuffix(ending) if ending else ""
    return given if len(given) >= LEAST_GIVEN else ""


def initial_keys(name: str) -> list[str]:
    """The key of a long name's initials, or of a short name in capitals read as initials.

    It only makes a candidate: NRB may be Nepal Rastra Bank.

    >>> initial_keys("Nepal Rastra Bank") == initial_keys("NRB")
    True
    """
    words = [word for word in name.replace(".", "").split() if word[0].isupper()]
    initials = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)
    if not (LEAST_INITIALS <= len(initials) <= MOST_WORDS and initials.isupper()):
        return []
    return [_key("i", initials.casefold())]


def is_distinctive(normalised: str) -> bool:
    """Whether a name carries enough information for a small difference to be a misspelling.

    >>> is_distinctive("ana"), is_distinctive("anastasia romanova")
    (False, True)
    """
    letters = normalised.replace(" ", "")
    enough = len(letters) >= LEAST_LETTERS or len(normalised.split()) >= 2
    return enough and _entropy(letters) >= LEAST_ENTROPY


def similarity(one: str, other: str) -> float:
    """The share of trigrams that two names have in common."""
    ours, theirs = _trigrams(normalise(one)), _trigrams(normalise(other))
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


def is_near_identical(one: str, other: str) -> bool:
    """Whether both are spellings of the same name, in one script."""
    distinctive = is_distinctive(normalise(one)) and is_distinctive(normalise(other))
    return distinctive and similarity(one, other) >= NEAR_IDENTICAL


def differ_in_script(one: str, other: str) -> bool:
    """Whether one name is normalised in Devanagari and the other is not."""
    return contains_devanagari(one) != contains_devanagari(other)


def cross_script_score(one: str, other: str, type_: str = "") -> float:
    """How likely two names in different scripts are the same name, in 0..1."""
    return score(one, other, KINDS.get(type_.casefold(), NamedEntityType.PERSON)).value


def _key(kind: str, value: str) -> str:
    if len(value) > LONGEST_KEY:
        value = blake2b(value.encode(), digest_size=16).hexdigest()
    return f"{kind}:{value}"


def _entropy(letters: str) -> float:
    """Bits per letter."""
    total = len(letters)
    return -sum(n / total * math.log2(n / total) for n in Counter(letters).values())


@lru_cache(maxsize=4096)
def _trigrams(normalised: str) -> frozenset[str]:
    letters = normalised.replace(" ", "")
    return frozenset(letters[at : at + 3] for at in range(max(1, len(letters) - 2)))


def _bands(normalised: str) -> Iterable[str]:
    """The bands of the MinHash signature; each becomes a key."""
    digests = [_digests(piece) for piece in _trigrams(normalised)]
    signature = [min(column) for column in zip(*digests, strict=True)]
    for at in range(0, SIGNATURE, ROWS):
        yield "".join(f"{value:04x}" for value in signature[at : at + ROWS])


@lru_cache(maxsize=16384)
def _digests(piece: str) -> tuple[int, ...]:
    """A trigram under each of the signature's hash functions: the 16-bit words of two digests."""
    raw = b"".join(blake2b(piece.encode(), salt=salt).digest()[:32] for salt in (b"one", b"two"))
    return tuple(int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2))


TITLES = word_set(
    "dr mr mrs ms miss prof professor er adv sir madam maam mam nurse uncle aunt auntie doctor"
    " teacher dai daai didi bhai bahini bhauju bhinaju kaka kaki mama maiju ji jee jyu shri shree"
    " smt mayor minister सर म्याडम मिस जी ज्यू दाइ दाजु दिदी भाइ बहिनी भाउजू काका काकी मामा माइजू"
    " भिनाजु डा श्री श्रीमती"
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
    if not is_person or not fitting:
        return 0
    others = [(number, name) for number, name in fitting if name != speaker]
    near = sorted((_last_message(name, conversation), number) for number, name in others)
    if not near or near[-1][0] < 0 or (len(near) > 1 and near[-2][0] == near[-1][0]):
        return 0
    return near[-1][1]


def _last_message(name: str, conversation: Sequence[str]) -> int:
    """The place of the last message that names somebody in full, or whose speaker they are."""
    places = [place for place, body in enumerate(conversation) if f" {name} " in body]
    return places[-1] if places else -1


def _fits(pair: OpenPair, name: str, kind: str) -> bool:
    ours, theirs = bare_words(pair.name), bare_words(name)
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
    """Whether one is the first name or names of the other, a first name with an initial, or a
    surname with a title. A first name may be half a word: दिल for दिलबहादुर."""
    if list(short) == list(full):
        return True
    if len(short) == 1 and len(full) > 1:
        firsts = (full[0], leading_given_name(full[0]))
        return short[0] in firsts or (titled and short[0] == full[-1])
    if len(short) == 2 and len(full) > 1 and len(short[1]) == 1:
        return short[0] == full[0] and full[-1].startswith(short[1])
    return 1 < len(short) < len(full) and list(full[: len(short)]) == list(short)


def _is_short_thing(name: str, short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether one is how the other is called: "Marlpit" or "the clinic" for the whole name."""
    if len(short) >= len(full) or not short:
        return False
    begins, ends = list(full[: len(short)]), list(full[-len(short) :])
    is_noun = name.islower() or not name.isascii() or short[-1] in BODY_NOUNS
    return list(short) == begins or (is_noun and list(short) == ends)
