"""What a document is called where several are listed, its date, and which one a question means.

"TAX INVOICE" or "Minutes" is the title of many: such a document is told from the others by who sent
it and when, or by its file.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import log
from typing import TypeVar

from pramana.chat.domain.question_words import families_of, pattern_of, words_of
from pramana.language.calendar import find_dates
from pramana.language.stems import content_stems, stem, stems
from pramana.language.tokens import fold, terms

MONTHS = "january february march april may june july august september october november december"
MONTH_NUMBERS = {name: number for number, name in enumerate(MONTHS.split(), start=1)}
MONTH = re.compile(rf"\b(?P<month>{'|'.join(MONTH_NUMBERS)})\s+(?P<year>20\d\d)\b", re.I)
AMENDING = pattern_of("AMENDING_PAPERS")
AMENDING_HEAD = 120
AMENDED_DATE = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|deed|policy)\b[^.;\n]{0,60}?"
    r"\b(?:of|dated|made on|from)\s+(?:the\s+)?"
    r"\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+[A-Za-z]+,?\s+20\d\d",
    re.I,
)
"""Where a paper that changes another says so in its first lines, and the date of that other."""

HEAD = 500
"""Characters of a document in which its own date is looked for."""


def document_date(title: str, text: str) -> str:
    """The words of the first date in a document's title or its first lines; empty without any.

    >>> document_date("Newsletter", "Newsletter, June 2025\\nFrom 1 July we open earlier.")
    'June 2025'
    """
    for place in (title, text[:HEAD]):
        if AMENDING.search(f"{title} {place[:AMENDING_HEAD]}"):
            place = AMENDED_DATE.sub(" ", place)
        days = [(each.start, place[each.start : each.end]) for each in find_dates(place)]
        months = [(match.start(), match.group()) for match in MONTH.finditer(place)]
        inside = [each for each in months if not any(each[1] in words for _, words in days)]
        found = sorted([*days, *inside])
        if found:
            return found[0][1]
    return ""


def day_of(words: str) -> date | None:
    """The day that such words stand for; the first of a month without a day."""
    days = [each.gregorian for each in find_dates(words) if each.gregorian]
    month = MONTH.search(words)
    if days:
        return days[0]
    if month is None:
        return None
    return date(int(month["year"]), MONTH_NUMBERS[month["month"].lower()], 1)


KINDS = frozenset(map(fold, words_of("KIND_TITLES")))
SENDER = re.compile(rf"{pattern_of('SENDER_LABELS').pattern}\s*[:：·]\s*(?P<name>\S.*)", re.I)
ORGANISATION = pattern_of("ORGANISATIONS")
LABELLED = re.compile(r"[^:：]{1,40}[:：]\s")
ADDRESS = re.compile(r"\s*(?:[,|·•\t(]|\s{2,}|\s[-–]\s).*\Z", re.S)
"""What follows a name in a letterhead."""

MOST_LINES, LONGEST_NAME = 12, 70
"""Lines at the head of a document in which its sender is looked for, and letters of its name."""

SHORT = 3
"""Letters of words that names write small: "of", "and"."""

SERIAL = 2
"""Digits of a number that only counts: "Amendment No. 1"."""


def document_name(title: str, head: str, filename: str = "") -> str:
    """The title; for one that only names its kind, with the sender and the date, or the file.

    >>> document_name("TAX INVOICE", "TAX INVOICE\\nTern Glass Ltd, Hull\\nDate: 3 May 2026")
    'TAX INVOICE – Tern Glass Ltd, 3 May 2026'
    >>> document_name("Glass for the hall", "Tern Glass Ltd")
    'Glass for the hall'
    """
    if not is_kind(title):
        return title
    parts = [part for part in (sender_of(title, head), document_date("", head)) if part]
    if not parts and filename.rpartition(".")[0].casefold() != title.casefold():
        parts = [filename] if filename else []
    return f"{title} – {', '.join(parts)}" if parts else title


def is_kind(title: str) -> bool:
    """
    >>> is_kind("TAX INVOICE"), is_kind("Invoice 7731"), is_kind("कार्यालयको सूचना")
    (True, False, True)
    """
    words = terms(title)
    return bool(words) and all(
        word in KINDS or (word.isdecimal() and len(word) <= SERIAL) for word in words
    )


def sender_of(title: str, head: str) -> str:
    """Who a document is from: what its label or its letterhead says; empty if neither does.

    >>> sender_of("OFFER", "OFFER\\nTo: Ann Hall\\nFrom: Wader Joinery, Leeds")
    'Wader Joinery'
    """
    lines = [line.strip(" \t#*_|") for line in head.splitlines()[:MOST_LINES]]
    for line in lines:
        labelled = SENDER.match(line)
        if labelled:
            return _name(labelled["name"])
    if ORGANISATION.search(title) and not is_kind(title) and _is_name(title):
        return _name(title)
    own = [line for line in lines if line and line != title and not LABELLED.match(line)]
    names = [name for line in own if (name := _name(line)) and _is_name(name)]
    return next((name for name in names if ORGANISATION.search(name)), "")


def _is_name(text: str) -> bool:
    """Whether most words have a capital, as in a name; Devanagari has none."""
    words = [word for word in text.split() if len(word) > SHORT]
    small = [word for word in words if word[0].islower()]
    return not text[0].islower() and len(small) * 2 < max(1, len(words))


def _name(line: str) -> str:
    name = ADDRESS.sub("", line).strip()
    return name if len(name) <= LONGEST_NAME else ""


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


def likeliest_document(question: str, profiles: Mapping[Key, DocumentProfile]) -> Key | None:
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
