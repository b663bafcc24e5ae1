"""Made-up passages for a large library: words by a law like Zipf's, and vectors around centres.

The same tenant and number always give the same passage, so a library can be grown later.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any
from uuid import UUID

import numpy

Array = numpy.ndarray[Any, Any]

SHORTEST, LONGEST = 150, 250
"""Words of a passage."""
FLATTENED = 2.7
"""Makes the first words less frequent than Zipf's law, as in English (Mandelbrot)."""
PER_DOCUMENT = 10
CENTRES = 300
"""Matters that vectors lie around."""
BATCH = 2_000
"""Passages made at once; a whole number of documents."""
FUNCTION_WORDS = 100
"""So many of the most frequent words are in no question, as "the" and "of" are not."""


@dataclass(frozen=True)
class Batch:
    """Passages of one tenant, in order. Words are ranks: 0 is the most frequent."""

    first: int
    """The number of the first passage in its tenant."""
    ids: tuple[UUID, ...]
    """One per passage, then one per entry, per vector row and per document."""
    texts: tuple[str, ...]
    lengths: Array
    """The number of words of each passage."""
    owners: Array
    """For each different word of a passage, the place of the passage in this batch."""
    ranks: Array
    counts: Array
    """How often that passage contains that word."""
    vectors: Array


def make_batches(
    tenant: int, first: int, last: int, vocabulary: int, dimension: int
) -> Iterator[Batch]:
    """The passages of a tenant from `first` up to `last`, which are multiples of a document's."""
    for start in range(first, last, BATCH):
        yield _make_batch(tenant, start, min(BATCH, last - start), vocabulary, dimension)


def _make_batch(tenant: int, first: int, size: int, vocabulary: int, dimension: int) -> Batch:
    chance = numpy.random.default_rng((7, tenant, first))
    lengths = chance.integers(SHORTEST, LONGEST + 1, size)
    ranks = _draw_ranks(chance, int(lengths.sum()), vocabulary)
    owners = numpy.repeat(numpy.arange(size), lengths)
    keys, counts = numpy.unique(owners * vocabulary + ranks, return_counts=True)
    words = numpy.array(made_words(vocabulary), dtype=object)[ranks].tolist()
    ends = numpy.cumsum(lengths).tolist()
    texts = (" ".join(words[a:b]) for a, b in zip([0, *ends], ends, strict=False))
    near = _centres(dimension)[chance.integers(0, CENTRES, size)]
    near = near + chance.standard_normal((size, dimension), dtype=numpy.float32)
    ids = chance.bytes(16 * (3 * size + size // PER_DOCUMENT))
    return Batch(
        first=first,
        ids=tuple(UUID(bytes=ids[at : at + 16], version=4) for at in range(0, len(ids), 16)),
        texts=tuple(texts),
        lengths=lengths,
        owners=keys // vocabulary,
        ranks=keys % vocabulary,
        counts=counts,
        vectors=near / numpy.linalg.norm(near, axis=1, keepdims=True),
    )


def _draw_ranks(chance: numpy.random.Generator, number: int, vocabulary: int) -> Array:
    """Ranks such that the word of rank r is drawn about 1 / (r + FLATTENED) as often."""
    spread = math.log((vocabulary + FLATTENED) / FLATTENED)
    drawn = FLATTENED * (numpy.exp(chance.random(number) * spread) - 1)
    return numpy.minimum(drawn.astype(numpy.int64), vocabulary - 1)


@cache
def _centres(dimension: int) -> Array:
    return numpy.random.default_rng(7).standard_normal((CENTRES, dimension), dtype=numpy.float32)


@cache
def made_words(vocabulary: int) -> tuple[str, ...]:
    """Different words by rank, none of which the stemmer changes or leaves out of questions."""
    from pramana.language.stems import FUNCTION_STEMS, stem

    words: dict[str, None] = {}
    for number in count():
        word = _spell(number)
        if stem(word) == word and word not in FUNCTION_STEMS:
            words[word] = None
            if len(words) == vocabulary:
                return tuple(words)
    raise AssertionError("there are words without end")


def _spell(number: int) -> str:
    """A number in syllables.

    >>> _spell(0), _spell(1), _spell(85)
    ('babak', 'cabak', 'bacak')
    """
    syllables = [consonant + vowel for vowel in "aeiou" for consonant in "bcdfghjklmnprstvz"]
    spelled: list[str] = []
    while number or len(spelled) < 2:
        number, digit = divmod(number, len(syllables))
        spelled.append(syllables[digit])
    return "".join(spelled) + "k"
