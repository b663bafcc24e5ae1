"""Names in Latin letters: their parts, the kind that their words state, and what is no name."""

import re
from dataclasses import replace
from functools import cache

from pramana.agni.domain.document_types import type_mention
from pramana.agni.domain.name_reading import words as name_words
from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, GREGORIAN_MONTHS
from pramana.language.names import NamedEntityType
from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.names.translations import meaning_of
from pramana.language.places import district_of, is_town
from pramana.language.positions import position_words
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention
from pramana.language.tagging.english import PLACES_OF_NEPAL, SURNAMES_OF_NEPAL
from pramana.language.tagging.nepali_words import SURNAMES
from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary
from pramana.language.tagging.words import hints, sound

PERSON, ORGANIZATION, LOCATION = (
    MentionKind.PERSON,
    MentionKind.ORGANIZATION,
    MentionKind.LOCATION,
)
TITLE = (
    r"(?:Mr|Mrs|Ms|Miss|Dr|Er|Adv|Prof|Professor|Hon|Hon'ble|Honou?rable|Shri|Shree|Smt|Justice|Judge|"
    r"Advocate|Late|CA|DSP|SSP|SP|DIG|IGP|AIG|ASI|Capt|Col|Maj|Insp)\b\.?"
)
LATIN_WORD = r"[A-ZÀ-Þ](?:[\w'’-]*[^\W_]|\.)?"
_PARTICLE = r"(?:(?:von|van|de|da|di|del|della|der|den|ter|bin|bint|al|el|la|le|dos) ){0,2}"
"""Small words within a name: Anna van der Berg."""
NAME_REST = rf" {_PARTICLE}{LATIN_WORD}"
NAME = rf"{LATIN_WORD}(?:{NAME_REST}){{1,3}}"


SURE, LIKELY, POSSIBLE = 0.94, 0.85, 0.75

TRAILING = re.compile(
    r"(?: (?:Subscribe|Log in|Log|Login|Sign in|Sign|Menu|Search|Home)\b"
    r"| (?:didi|dai|ji|jyu|sir|madam|bhai|saab)\b|['’]s|['’]|[\s,;:()\[\]/–—\"“”|-]+"
    r"|(?<![A-Z])(?<!Ltd)(?<!Co)\.)+$"
)


def after_position(text: str, start: int, end: int) -> int:
    """Where the name begins after a position: "Area Sales Manager of X", "chair X"."""
    match = _position_first().match(text, start, end)
    return match.end() if match and match.end() < end else start


@cache
def _position_first() -> re.Pattern[str]:
    ways = "|".join(re.escape(way) for way in position_words("en"))
    return re.compile(
        rf"(?-i:(?:[A-Z][\w&-]+ ){{0,3}})(?:{ways}) (?:of|at|for)(?: the)? "
        rf"|(?:(?:Deputy|Vice|Chief|Joint|Senior|Assistant|Former|Acting) )*(?:{ways}) ",
        re.IGNORECASE,
    )


_FOR_BODY = re.compile(r"(?:[A-Z][\w'’-]*,? (?:and |& )?)+(?:for|of)(?: the)? (?=[A-Z])")


def after_object(text: str, start: int, end: int) -> int:
    """Where the body begins after what is done or bought for it: "School Desks for Jaya School"."""
    match = _FOR_BODY.match(text, start, end)
    if not match:
        return start
    *own, last, _ = re.sub(r" the $", " ", match.group()).split()
    joints = ("and", "&", "for", "of")
    is_object = all(is_in_dictionary(part) or part in joints for part in (*own, last))
    is_body_of = last in body_ends() or HEADED.match(text, start, end)
    return after_object(text, match.end(), end) if is_object and not is_body_of else start


def by_own_words(mention: NameMention) -> NameMention:
    """The kind that the words of the name itself say."""
    words = mention.text.split()
    lowered = [word.lower().strip(".,") for word in words]
    if len(words) == 1 and is_place_of_nepal(mention.text):
        return replace(mention, kind=LOCATION, confidence=max(mention.confidence, LIKELY))
    if len(words) > 1 and words[-1].strip(".,") in place_ends():
        return replace(mention, kind=LOCATION, confidence=max(mention.confidence, LIKELY))
    if len(words) > 1 and words[-1] in name_words.BROADCASTS.split():
        return replace(mention, kind=ORGANIZATION, confidence=max(mention.confidence, POSSIBLE))
    is_national = len(words) > 1 and words[-1] == "Nepal" and lowered[0] not in _REGIONS
    if len(words) > 1 and (is_body(mention.text) or is_national):
        return replace(mention, kind=ORGANIZATION, confidence=max(mention.confidence, LIKELY))
    if 1 < len(words) <= 4 and is_surname(lowered[-1]):
        return replace(mention, kind=PERSON, confidence=max(mention.confidence, LIKELY))
    return mention


_REGIONS = frozenset((*name_words.COMPASS.split(), "far", "mid", "central", "rural", "of", "in"))


def is_place_of_nepal(word: str) -> bool:
    """Whether a single word names a district, a province, or a town of Nepal."""
    return bool(district_of(word)) or word.lower() in PLACES_OF_NEPAL or is_town(word)


@cache
def _surname_sounds() -> frozenset[str]:
    return frozenset(fold_sounds(read_word(word)) for word in SURNAMES.split())


def is_surname(word: str) -> bool:
    """Whether a word in either script is a Nepali surname, however it is spelt."""
    if contains_devanagari(word):
        return "surname" in hints(sound(word))
    word = word.lower()
    return word in SURNAMES_OF_NEPAL or (
        len(word) > 3 and word.isalpha() and fold_sounds(read_word(word)) in _surname_sounds()
    )


def is_body(name: str) -> bool:
    return bool(BODY.fullmatch(name)) or bool(re.search(rf"\b{name_words.LEGAL_FORMS}\.?$", name))


@cache
def place_ends() -> frozenset[str]:
    return frozenset(name_words.ENGLISH_PLACE_ENDS.split()) - {"Road"}


PIECE = r"[A-Z][\w'’&-]*"
_BODY_END = "|".join(sorted(name_words.ENGLISH_BODY_ENDS.split(), key=len, reverse=True))
BODY = re.compile(
    rf"{PIECE}(?:(?: and| &)? {PIECE}){{0,6}} (?:{_BODY_END})\b"
    rf"(?:,? {name_words.LEGAL_FORMS}\b\.?|,? of Nepal\b)?"
)
LEGAL = re.compile(rf"{PIECE}(?: (?:(?:and|&|of) )?{PIECE}){{0,6}},? {name_words.LEGAL_FORMS}\b\.?")
_WORDS = rf"{PIECE}(?: {PIECE}){{0,4}}"
HEADED = re.compile(
    r"\b(?:Ministry|Department|Commission|Office|Bureau|Bank|University|Institute|Government|Council|"
    r"Federation|Association|Board|Embassy|Directorate|Forum|Committee|Centre|Center|Authority|Chamber)"
    rf" (?:of|for)(?: the)? {_WORDS}(?:(?:, {_WORDS})*,? and {_WORDS})?(?: of(?: the)? {_WORDS})?"
)
_STARTERS = re.compile(
    r"(?:The|This|That|These|A|An|In|On|At|For|By|With|From|Its|Our|Your|His|Her|Their|And|To|Of|Auditors?|"
    r"Dear|Signed|Under|When|While|After|Before|As|Former|However|Meanwhile|Both|Attention|Copy|"
    r"Between)[ ,]+"
)


@cache
def body_ends() -> frozenset[str]:
    return frozenset(name_words.ENGLISH_BODY_ENDS.split())


def after_starters(text: str, start: int, end: int) -> int:
    while match := _STARTERS.match(text, start, end):
        start = match.end()
    return start


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
    if not mention.ids and (_is_inner_body(words) or _says_nothing(text, mention)):
        return True
    if (
        not 2 <= len(words.strip(".")) <= MAX_NAME
        or _AMOUNT.search(words)
        or any(sign in words for sign in "@_|\t")
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


_IDENTIFIER = re.compile(r"(?=\S*[\d०-९])\S*/\S+")
_CLOSING_LINE = re.compile(r"\s*इति\b")
_PAPER = re.compile(r"\S{2,}(?:पत्र|पत्रदाता|नामा|कर्ता)$")


def _says_nothing(text: str, mention: NameMention) -> bool:
    """Whether the words are ordinary ones, part of a number (ABC/12-081), or in a closing line."""
    words = _in_title_case(mention.text)
    start = text.rfind("\n", 0, mention.start) + 1
    if _CLOSING_LINE.match(text, start, mention.start) or _PAPER.fullmatch(words):
        return True
    begin = max(text.rfind(space, 0, mention.start) for space in " \n\t") + 1
    identifier = _IDENTIFIER.match(text, begin)
    if identifier and identifier.end() >= mention.end and " " not in words:
        return True
    parts = [part.strip(".,:;()'’\"") for part in re.split(r"[\s/–—-]+", words)]
    if len(parts) > 1 and parts[-1].lower() in name_words.OCCASIONS.split():
        return True
    heads = (*name_words.BROADCASTS.split(), *name_words.STRONG_NEPALI_HEADS.split(), *place_ends())
    if is_body(words) or HEADED.fullmatch(words) or parts[-1] in heads:
        return False
    if len(parts) == 1 and words[0].isupper() and not is_place_of_nepal(words):
        small = re.search(rf"\b{re.escape(words.lower())}\b", text)
        return (bool(small) and not is_surname(words)) or is_ordinary(words)
    return all(is_ordinary(part) or part.lower() in general_words() for part in parts if part)


def _is_inner_body(words: str) -> bool:
    """A section or a committee of an office, without a name: लेखा शाखा, Audit Committee."""
    *own, head = words.lower().split()
    plain = head.isascii() and all(is_in_dictionary(part) or part in ("of", "and") for part in own)
    if head in name_words.SUB_UNITS.split():
        return plain or all(
            is_ordinary(part) or part in general_words() or _is_field(part) for part in own
        )
    tasks = name_words.INNER_TASKS.split()
    return head in name_words.INNER_BODIES.split() and (plain or set(own) <= set(tasks))


def _is_field(word: str) -> bool:
    return bool(meaning_of(word, NamedEntityType.ORGANIZATION))


def _is_position(words: str) -> bool:
    """Whether the words only say what someone is: Senior Divisional Engineer."""
    words = _in_title_case(words)
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
    words = _in_title_case(words)
    if _is_named_body(words):
        return False
    parts = [part for part in re.split(r"[\s/–—-]+", words.lower()) if part.strip(".,:;()'’\"")]
    stripped = [part.strip(".,:;()'’\"") for part in parts]
    return all(
        part in general_words() or part.isdigit() or _DIGITS.fullmatch(part) for part in stripped
    )


def _in_title_case(words: str) -> str:
    """A line in capitals as it would stand in a text: Office of the Guardian."""
    if not words.isupper() or " " not in words:
        return words
    return re.sub(r"\b(Of|The|And|For)\b", lambda word: word.group().lower(), words.title())


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
    others = f"{name_words.NEPALI_GENERAL_WORDS} {name_words.NEPALI_ROLES} {name_words.FESTIVALS}"
    return frozenset((*english.split(), *months.split(), *others.split()))
