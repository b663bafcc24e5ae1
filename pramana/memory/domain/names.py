"""Names of entities: keys by which spellings find each other, and how similar two names are."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from pramana.language.names import (
    NamedEntityType,
    folded_name,
    normalise,
    parse_name,
    score,
)
from pramana.language.names.scoring import MIDDLE_NAMES
from pramana.language.names.transliteration import to_latin
from pramana.language.scripts import contains_devanagari
from pramana.memory.domain.reading import nepali_grammar

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


def written_out(name: str) -> str:
    """A name with the words that its abbreviations stand for.

    >>> written_out("सरस्वती मावि"), written_out("सरस्वती मा.वि.")
    ('सरस्वती माध्यमिक विद्यालय', 'सरस्वती माध्यमिक विद्यालय')
    """
    return _ABBREVIATION.sub(lambda match: _SHORT_FORMS[_letters(match.group())], name)


def _letters(word: str) -> str:
    return re.sub(r"[.\s]", "", word)


_SHORT_FORMS = {_letters(short): full for short, full in nepali_grammar.SHORT_FORMS.items()}
_SYLLABLE = re.compile(r"[\u0904-\u0939][\u093a-\u094f]*")
_ABBREVIATION = re.compile(
    rf"(?<!{nepali_grammar.LETTER})(?:"
    + "|".join(
        r"(?:\.\s?)?".join(_SYLLABLE.findall(short))
        for short in sorted(_SHORT_FORMS, key=len, reverse=True)
    )
    + rf")(?!{nepali_grammar.LETTER})\.?"
)


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
    keys = [exact_key(name), exact_key(written_out(name)), *word_keys(name), *initial_keys(name)]
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
    full, other_full = written_out(one), written_out(other)
    distinctive = is_distinctive(normalise(full)) and is_distinctive(normalise(other_full))
    return distinctive and similarity(full, other_full) >= NEAR_IDENTICAL


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
