"""How names are found again: the keys they share, and how alike two of them are."""

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from pramana.language.names import NameKind, folded_name, normalise, read_name, score
from pramana.language.scripts import holds_devanagari

NEAR = 0.9
"""Share of three-letter pieces from which two names of one script are one name."""

LEAST_ENTROPY = 1.5
LEAST_LETTERS = 6
"""Below these a name says too little for one letter not to matter: Ana is not Ann."""

SIGNATURE = 32
ROWS = 4
"""The signature in bands of four: names that are 0.9 alike share a band 9,998 times in 10,000."""

LONGEST_KEY = 100
MOST_WORDS = 6
LEAST_INITIALS = 3
KINDS = {
    "person": NameKind.PERSON,
    "organization": NameKind.ORGANIZATION,
    "organisation": NameKind.ORGANIZATION,
    "location": NameKind.LOCATION,
    "place": NameKind.LOCATION,
}


def exact_key(name: str) -> str:
    """Equal for names that differ in case, spacing or punctuation only.

    >>> exact_key("  ACME,  Inc. ") == exact_key("Acme Inc")
    True
    """
    return _key("n", normalise(name) or name.strip().casefold())


@lru_cache(maxsize=4096)
def keys_of(name: str) -> tuple[str, ...]:
    """Everything a name is found by; few, so that a large graph stays small."""
    written = normalise(name)
    keys = [exact_key(name), *word_keys(name), *initial_keys(name)]
    folded = folded_name(read_name(name))
    if folded:
        keys.append(_key("x", folded))
    if is_telling(written):
        keys += [_key(f"m{number}", band) for number, band in enumerate(_bands(written))]
    return tuple(dict.fromkeys(keys))


def word_keys(name: str) -> list[str]:
    """By each word as it sounds, in any script: what candidates are found by."""
    words = folded_name(read_name(name)).split()[:MOST_WORDS]
    return [_key("w", word) for word in words if len(word) > 1]


def initial_keys(name: str) -> list[str]:
    """A long name by its initials, and a short one in capitals as initials: NRB is a candidate
    for Nepal Rastra Bank, and no more than that.

    >>> initial_keys("Nepal Rastra Bank") == initial_keys("NRB")
    True
    """
    words = [word for word in name.replace(".", "").split() if word[0].isupper()]
    initials = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)
    if not (LEAST_INITIALS <= len(initials) <= MOST_WORDS and initials.isupper()):
        return []
    return [_key("i", initials.casefold())]


def is_telling(written: str) -> bool:
    """Whether a name holds enough for a small difference to be a slip.

    >>> is_telling("ana"), is_telling("anastasia romanova")
    (False, True)
    """
    letters = written.replace(" ", "")
    enough = len(letters) >= LEAST_LETTERS or len(written.split()) >= 2
    return enough and _entropy(letters) >= LEAST_ENTROPY


def likeness(one: str, other: str) -> float:
    """The share of three-letter pieces that two names have in common."""
    ours, theirs = _pieces(normalise(one)), _pieces(normalise(other))
    return len(ours & theirs) / len(ours | theirs) if ours and theirs else 0.0


def is_near(one: str, other: str) -> bool:
    """Whether both are spellings of one name beyond reasonable doubt, in one script."""
    telling = is_telling(normalise(one)) and is_telling(normalise(other))
    return telling and likeness(one, other) >= NEAR


def crosses(one: str, other: str) -> bool:
    """Whether one name is written in Devanagari and the other is not."""
    return holds_devanagari(one) != holds_devanagari(other)


def sounds_alike(one: str, other: str, type_: str = "") -> float:
    """How likely two names in different scripts are one name, in 0..1."""
    return score(one, other, KINDS.get(type_.casefold(), NameKind.PERSON)).value


def _key(kind: str, value: str) -> str:
    if len(value) > LONGEST_KEY:
        value = blake2b(value.encode(), digest_size=16).hexdigest()
    return f"{kind}:{value}"


def _entropy(letters: str) -> float:
    """Bits per letter."""
    total = len(letters)
    return -sum(n / total * math.log2(n / total) for n in Counter(letters).values())


@lru_cache(maxsize=4096)
def _pieces(written: str) -> frozenset[str]:
    letters = written.replace(" ", "")
    return frozenset(letters[at : at + 3] for at in range(max(1, len(letters) - 2)))


def _bands(written: str) -> Iterable[str]:
    """The MinHash signature in bands: a key each."""
    digests = [_digests(piece) for piece in _pieces(written)]
    signature = [min(column) for column in zip(*digests, strict=True)]
    for at in range(0, SIGNATURE, ROWS):
        yield "".join(f"{value:04x}" for value in signature[at : at + ROWS])


@lru_cache(maxsize=16384)
def _digests(piece: str) -> tuple[int, ...]:
    """A piece under each of the signature's hash functions: the words of two long digests."""
    raw = b"".join(blake2b(piece.encode(), salt=salt).digest()[:32] for salt in (b"one", b"two"))
    return tuple(int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2))
