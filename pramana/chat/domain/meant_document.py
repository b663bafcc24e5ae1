"""Which document a question means: by what it is called, its kind, its number and its date."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import log
from typing import TypeVar

from pramana.chat.domain.document_dates import AMENDING, AMENDING_HEAD, day_of, document_date
from pramana.chat.domain.question_words import families_of, words_of
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stem, stems

Key = TypeVar("Key")

HEAD_WORDS, TEXT_WORDS = 0.85, 0.4
"""What a word of the question counts in the first lines of a document and elsewhere in its text,
against one in its name."""

OWN_DATE, OTHER_DATE = 2.0, 0.8
"""What the day that a question names counts: as the date of a document, and further down in its
first lines."""

_KINDS = [
    frozenset(map(stem, family))
    for section in ("DOCUMENT_KINDS", "DOCUMENT_SIGNS")
    for family in families_of(section)
]
_OTHER_WORDS = {
    word: frozenset().union(*(family for family in _KINDS if word in family))
    for family in _KINDS
    for word in family
}
"""Other words for a kind of document, and words that such documents begin with."""

NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")
SHARED_NAMES = 3
"""Words with a capital that the first lines of two papers between the same parties share."""

REQUEST_STEMS = frozenset(map(stem, words_of("REQUEST_WORDS")))


@dataclass(frozen=True)
class DocumentProfile:
    """What is known of a document without reading all of it."""

    name: str
    """Its title and the name of its file."""
    head: str
    """Its first lines."""
    text: str
    """What search found of it."""
    is_found: bool
    """Whether search holds it for a match."""

    @cached_property
    def places(self) -> tuple[tuple[float, frozenset[str]], ...]:
        """The stems of its name, of its first lines and of its text, with what each counts."""
        name = frozenset(stems(re.sub(r"[_.-]", " ", self.name)))
        head, text = frozenset(stems(self.head)), frozenset(stems(self.text))
        return (1.0, name), (HEAD_WORDS, head), (TEXT_WORDS, text)

    def likeness(self, word: str) -> float:
        """What a word of the question counts here; in name and head also as its kind is called."""
        forms = _OTHER_WORDS.get(word, frozenset([word]))
        for worth, held in self.places:
            if word in held or (worth > TEXT_WORDS and not forms.isdisjoint(held)):
                return worth
        return 0.0


def kind_words(question: str) -> list[str]:
    """The words by which documents of the kind are found that a question names.

    >>> "minutes" in kind_words("What happened at the meeting?")
    True
    """
    asked = set(stems(question))
    lines = [*families_of("DOCUMENT_KINDS"), *families_of("DOCUMENT_SIGNS")]
    return [word for line in lines if not asked.isdisjoint(map(stem, line)) for word in line]


def meant_document(question: str, profiles: Mapping[Key, DocumentProfile]) -> Key | None:
    """The document that has most of what the question says about it; None if none is meant."""
    wanted = topic_stems(question)
    weights = {word: _rarity(word, list(profiles.values())) for word in wanted}
    days = {each.gregorian for each in find_dates(question) if each.gregorian}
    best, most = None, 0.0
    for key, profile in profiles.items():
        shares = {word: profile.likeness(word) for word in wanted}
        dated = _date_share(days, profile)
        named = dated or any(share > TEXT_WORDS for share in shares.values())
        score = dated + sum(weights[word] * share for word, share in shares.items())
        if (named or profile.is_found) and score > most:
            best, most = key, score
    return best


def topic_stems(question: str) -> list[str]:
    """The words of a question for a summary that say of what."""
    return [each for each in content_stems(stems(question)) if each not in REQUEST_STEMS]


def _rarity(word: str, profiles: Sequence[DocumentProfile]) -> float:
    held = sum(each.likeness(word) > TEXT_WORDS for each in profiles)
    return log(1 + (len(profiles) - held + 0.5) / (held + 0.5))


def _date_share(days: Collection[date], profile: DocumentProfile) -> float:
    if not days:
        return 0.0
    own = day_of(document_date(profile.name, profile.head))
    if own in days:
        return OWN_DATE
    return OTHER_DATE * any(each.gregorian in days for each in find_dates(profile.head))


def changes_paper(head: str, other: str) -> bool:
    """Whether a paper with these first lines changes the one that begins with the others: it is
    called an amendment, and names its date or the names in it.

    >>> changes_paper("Amendment 2 to the lease of 3 May 2024", "LEASE\\nmade on 3 May 2024")
    True
    """
    if not AMENDING.search(head[:AMENDING_HEAD]) or AMENDING.search(other[:AMENDING_HEAD]):
        return False
    days = {each.gregorian for each in find_dates(other) if each.gregorian}
    if any(each.gregorian in days for each in find_dates(head)):
        return True
    names = set(NAME.findall(head)) & set(NAME.findall(other))
    return len(names) >= SHARED_NAMES
