"""What is no name: headings, labels, amounts, dates and general words."""

import re
from functools import cache

from pramana.agni.domain.document_types import type_mention
from pramana.agni.domain.name_reading import words as name_words
from pramana.agni.domain.name_reading.latin import HEADED, LOCATION, body_ends, is_body
from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, GREGORIAN_MONTHS
from pramana.language.positions import position_words
from pramana.language.tagging import NameMention

_AMOUNT = re.compile(
    r"(?:NPR|NRs|NOK|Rs|INR|USD|EUR|US\$|\$|€|रु|रू)\.?\s*[\d०-९]"
    r"|[\d०-९][\d०-९,.]*\s*(?:million|billion|crore|lakh|percent|%|प्रतिशत|करोड|लाख|अर्ब)",
    re.IGNORECASE,
)
MAX_HEADING = 60
MAX_NAME = 150
"""Characters; what is longer is a sentence."""

_DIGITS = re.compile(r"[\d०-९]")


def is_no_name(text: str, mention: NameMention) -> bool:
    """Whether a proposal is a heading, a label, an amount, a date or a general word."""
    words = mention.text
    if (
        not 2 <= len(words.strip(".")) <= MAX_NAME
        or _AMOUNT.search(words)
        or "@" in words
        or "_" in words
    ):
        return True
    if _DIGITS.search(words) and mention.kind is not LOCATION and not is_body(words):
        return True
    before = text[max(0, mention.start - 1) : mention.start]
    if before == "@" or text[mention.end : mention.end + 1] == "@":
        return True
    if words.endswith("इजलास") and "अदालत" not in words:
        return True  # a bench of a court
    if re.search(r"\b[Mm]embers? of (?:the )?$", text[max(0, mention.start - 16) : mention.start]):
        return "Assembly" in words or "Parliament" in words
    return is_general(words) or _is_position(words) or _is_in_heading(text, mention)


def _is_position(words: str) -> bool:
    """Whether the words only say what someone is: Senior Divisional Engineer."""
    if words.lower() in _positions():
        return True
    parts = words.split()
    if len(parts) < 2 or is_body(words) or HEADED.fullmatch(words):
        return False
    if parts[-1].lower() in _positions():
        return parts[-1].isascii() and not any(part.endswith(".") for part in parts)
    return False


@cache
def _positions() -> frozenset[str]:
    return frozenset(way.lower() for way in (*position_words("en"), *position_words("ne")))


def _is_in_heading(text: str, mention: NameMention) -> bool:
    """Whether it is a word of a heading in capitals: HOUSE LEASE AGREEMENT."""
    start = text.rfind("\n", 0, mention.start) + 1
    line = text[start : text.find("\n", mention.end) if "\n" in text[mention.end :] else len(text)]
    if len(line) > MAX_HEADING or not line.isupper() or is_body(mention.text.title()):
        return False
    return bool(type_mention(line))


def is_general(words: str) -> bool:
    """Whether every word names nothing by itself, and together they are no body's name."""
    if _is_named_body(words):
        return False
    parts = [part for part in re.split(r"[\s/–—-]+", words.lower()) if part.strip(".,:;()'’\"")]
    stripped = [part.strip(".,:;()'’\"") for part in parts]
    return all(
        part in general_words() or part.isdigit() or _DIGITS.fullmatch(part) for part in stripped
    )


def _is_named_body(words: str) -> bool:
    """District Police Office and Election Commission are names, Head Office is none."""
    parts = re.sub(r"[^\w\s\u0900-\u097f]", " ", words).lower().split()
    if HEADED.fullmatch(words):
        return True
    starts = name_words.NOT_BODY_STARTS.split()
    if len(parts) < 2 or parts[0] in starts or any(map(_has_digit, parts)):
        return False
    ends = {end.lower() for end in body_ends()} | set(name_words.STRONG_NEPALI_HEADS.split())
    return any(part in ends for part in parts[1:]) and parts[0] in name_words.BODY_STARTS.split()


def _has_digit(word: str) -> bool:
    return bool(_DIGITS.search(word))


@cache
def general_words() -> frozenset[str]:
    english = f"{name_words.GENERAL_WORDS} {name_words.COMPASS} " + " ".join(
        way.lower() for way in position_words("en") if " " not in way
    )
    months = " ".join((*BIKRAM_SAMBAT_MONTHS, *GREGORIAN_MONTHS)).casefold()
    return frozenset((*english.split(), *months.split(), *name_words.NEPALI_GENERAL_WORDS.split()))
