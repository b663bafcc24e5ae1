"""What a document is called where several are listed.

"TAX INVOICE" or "Minutes" is the title of many: such a document is told from the others by who sent
it and when, or by its file.
"""

import re

from pramana.chat.domain.document_dates import document_date
from pramana.chat.domain.question_words import pattern_of, words_of
from pramana.language.tokens import fold, terms

KINDS = frozenset(map(fold, words_of("KIND_TITLES")))
SENDER = re.compile(rf"{pattern_of('SENDER_LABELS').pattern}\s*[:：]\s*(?P<name>\S.*)", re.I)
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
