"""What a document says about itself, read without a model: each value with the words it rests on.

Pure rules over the text: a subject line, a letterhead, a date beside the word for date. A value
that no words support is left out; only the language and, where nothing names it, the type are
inferred, and say so by having no quote.
"""

from dataclasses import dataclass
from datetime import date

from pramana.agni.domain.metadata_dates import dated
from pramana.agni.domain.metadata_found import Found, lines_of
from pramana.agni.domain.metadata_offices import office
from pramana.agni.domain.metadata_titles import summary, title
from pramana.agni.domain.metadata_types import document_type
from pramana.language.scripts import Script, script_shares

LETTERHEAD = 40
"""Lines from the top in which a document introduces itself."""

HINDI = frozenset(("है", "हैं", "में", "था", "थे", "थी", "और", "ने", "नहीं"))
LANGUAGES = {Script.DEVANAGARI: "ne", Script.LATIN: "en"}


@dataclass(frozen=True)
class OfflineMetadata:
    """None where the text does not say."""

    title: Found[str] | None
    author: Found[str] | None
    date: Found[date] | None
    document_type: Found[str]
    language: Found[str] | None
    summary: Found[str] | None


def read_metadata(text: str) -> OfflineMetadata:
    """Read an NFC text. Offsets count its code points."""
    lines = lines_of(text)
    head = lines[:LETTERHEAD]
    by = office(head)
    on = dated(text, head)
    called = title(head, by)
    return OfflineMetadata(
        title=called,
        author=by,
        date=on,
        document_type=document_type(text, head, called),
        language=language(text),
        summary=summary(lines, called),
    )


def language(text: str) -> Found[str] | None:
    """By script, and Hindi by its small words; inferred, so it has no quote.

    >>> language("यो नेपाली हो ।").value, language("It is English.").value
    ('ne', 'en')
    """
    shares = script_shares(text)
    script = next(iter(shares), None)
    if script not in LANGUAGES:
        return None
    named = LANGUAGES[script]
    if named == "ne" and _is_hindi(text):
        named = "hi"
    return Found(named, round(0.9 * shares[script], 2), f"written mostly in {script}")


def _is_hindi(text: str) -> bool:
    words = text[:5000].split()
    return sum(word in HINDI for word in words) * 20 > len(words)
