"""What a question names: identifiers, clauses, years, annexes and names, which an answer must be
about.

A text about the alarm A21 does not answer what A22 means, however alike the two are. So each thing
that a question names must stand in the source that answers it, in its headings or in its title.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pramana.chat.domain.question_words import families_of, words_of
from pramana.language.glossary import translated_words, translations
from pramana.language.names.transliteration import sounds_alike
from pramana.language.scripts import contains_devanagari, latin_language
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tokens import fold, tokens

DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")


class ThingKind(StrEnum):
    IDENTIFIER = "identifier"
    CLAUSE = "clause"
    YEAR = "year"
    NAME = "name"


@dataclass(frozen=True)
class NamedThing:
    """Something that a question names, as it is written there."""

    kind: ThingKind
    text: str


IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:(?=[\w/.-]*\d)[A-Za-z][\w]*(?:[-/.][\w]+)*|(?=[\w/-]*[A-Za-z])\d+(?:[-/][\w]+)+)(?![\w])"
)
"""Letters and digits in one: A22, RX-400, INV/2026-17, Er07."""
SLASHED = re.compile(r"(?<![\w/.-])\d{2,6}[/-]\d{3,6}(?:[/-]\d{1,6})*(?![\w/-]|[.,]\d)")
"""Numbers that are one by their slashes: 2026/0319."""
SPACED = re.compile(r"(?<![\w-])[A-Z]{1,4} \d{1,5}[A-Z]?(?![\w/-]|[.,]\d)")
"""The same with a space between: RX 400."""
NAMED_MODEL = re.compile(
    r"(?<![\w-])(?!(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Page|Figure|Table|Day|Week|Year|Top)\b)"
    r"[A-Z][a-z]{2,} (?!(?:19|20)\d\d\b)\d{1,5}[A-Z]?(?![\w/-]|[.,]\d|\s*(?:%|kg|years?|days?))"
)
"""A name with a number: "Heron 23"."""
LABELLED = re.compile(
    r"(?<![\w-])(?:unit|ward|room|lot|plot|flat|model|type|gate|bay|zone|block|phase|form|program|programme"
    r"|invoice|bill|contract|order|case|ticket|account|booking|part|batch|वडा|कोठा|बिल|ठेक्का"
    r"|factura|contrato|pedido|rechnung|vertrag|auftrag|zimmer|facture|contrat|commande|fattura)"
    r"(?: no\.?| number| nr\.?| नं\.?)? #?(?P<number>[\d०-९]{1,8})(?![\w/-]|[.,][\d०-९]"
    r"|\s+(?:days?|hours?|minutes?|weeks?|months?|years?|times?|दिन|घण्टा|महिना|वर्ष|पटक)(?!\w))",
    re.I,
)
"""A number called by what it numbers: "room 12"; in "pay the bill 30 days late" it counts days."""
LONG_NUMBER = re.compile(
    r"(?<![\w.,/-])(?<![€£$₹] )\d{5,12}(?<!00)(?![\w/-]|[.,]\d|\s*(?:%|[€£$₹]|[^\W\d_]{1,3}\b))"
)
"""A number that is not round, without separators and without a unit: 40517."""
ANNEX = re.compile(
    r"(?<![\w-])(?:schedule|annex(?:e|ure)?|appendix|attachment|exhibit|अनुसूची|परिशिष्ट)"
    r"(?: no\.?| number| नं\.?)?[ -](?:[\d०-९]{1,2}|(?-i:[A-Z]|[IVX]{1,4}))(?![\w])",
    re.I,
)
CLAUSE = re.compile(
    r"(?:clause|section|article|paragraph|chapter|rule|sub-?section|item|step"
    r"|दफा|धारा|परिच्छेद|नियम|बुँदा|dapha|dhara)(?: no\.?| number| नं\.?)? "
    r"(?P<number>[\d०-९]{1,3}(?:[.(][\d०-९a-z]{1,3}\)?)*)(?![\w])",
    re.I,
)
YEAR = re.compile(r"(?<![\d/.,-])(?:1[89]|20)\d\d(?![\d.,]\d|\d)")
UNIT_SUFFIX = re.compile(
    r"\d+(?:st|nd|rd|th|am|pm|kg|g|km|m|cm|mm|l|ml|kw|w|v|a|hz|p|x|k|d|h|s|%)"
    r"|(?-i:\d+(?:-[a-z]{3,})+)",
    re.I,
)
"""A number with its unit, or a word made of both: "15-year-old", "3-day"."""
WORD = re.compile(r"[^\W\d_][\w’'&.-]*")
NO_NAMES = """
i i'm january february march april may june july august september october november december jan
feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday
sunday english nepali hindi rs npr inr usd eur gbp ok mr mrs ms dr
"""
NOT_NAMES = frozenset(NO_NAMES.split()) | frozenset(words_of("OCCASION_WORDS"))
COMMON_CODES = frozenset(words_of("COMMON_CODES"))
INTERROGATIVES = words_of("INTERROGATIVES")
NO_FORMS: frozenset[str] = frozenset()
_DEMONYMS = {word: frozenset(family) for family in families_of("DEMONYMS") for word in family}
"""A country and its people by each of their words: "Scottish", "Scotland"."""

PIECE = re.compile(r"(?:[^\W\d_][\u0900-\u0903\u093a-\u094f\u0962\u0963]*)+|\d+")
"""The words and the numbers of an identifier; vowel signs belong to their letters."""

NUMBER_WORDS = frozenset(["no", "nr", "number", "नं"])
"""Words between a label and its number, which a text may leave out: "ward no. 9", "ward 9"."""

LONGEST_ACRONYM = 4
SENTENCE_START = re.compile(r"(?:\A|[.!?]\s+)[^\w(]*\Z")
SHORTEST_FUZZY = 5
LONGEST_TOPIC = 200
"""Characters of a document's line that its passages are read below."""


BEGINS_NAME = re.compile(
    r"(?:Old|New|High|Long|Great|Little|Big|Small|Upper|Lower|First|Last) "
    r"(?P<next>[A-ZÀ-Þ][a-zß-ÿ]+)"
)
"""Common words that begin a name where the next word has a capital too."""


def find_named_things(question: str) -> list[NamedThing]:
    """
    >>> [each.text for each in find_named_things("What did A22 of the Corvo pump mean in 2024?")]
    ['A22', '2024', 'Corvo']
    """
    plain = question.translate(DIGITS)
    things = [NamedThing(ThingKind.CLAUSE, match["number"]) for match in CLAUSE.finditer(plain)]
    rest = CLAUSE.sub(" ", plain)
    for pattern in (ANNEX, LABELLED):
        things += [
            NamedThing(ThingKind.IDENTIFIER, each.group()) for each in pattern.finditer(rest)
        ]
        rest = pattern.sub(" ", rest)
    for pattern in (IDENTIFIER, SLASHED, SPACED, NAMED_MODEL, LONG_NUMBER):
        for match in pattern.finditer(rest):
            code = match.group()
            if not UNIT_SUFFIX.fullmatch(code) and code.casefold() not in COMMON_CODES:
                things.append(NamedThing(ThingKind.IDENTIFIER, code))
        rest = pattern.sub(" ", rest)
    things += [NamedThing(ThingKind.YEAR, match.group()) for match in YEAR.finditer(rest)]
    things += [NamedThing(ThingKind.NAME, name) for name in _names(rest)]
    return list(dict.fromkeys(things))


def _names(question: str) -> Iterable[str]:
    """Words with a capital that do not begin a sentence, and are neither months nor acronyms. All
    nouns have one in German, so there no name is told."""
    if latin_language(question) == "de":
        return
    for match in WORD.finditer(question):
        word = match.group().rstrip(".'’").removesuffix("'s").removesuffix("’s")
        begins = SENTENCE_START.search(question[: match.start()])
        longer = BEGINS_NAME.match(question, match.start())
        if longer and not begins and longer["next"].casefold() not in NOT_NAMES:  # "the Old Mill"
            yield word
            continue
        if not word[:1].isupper() or word.casefold() in NOT_NAMES | INTERROGATIVES:
            continue
        if "-" in word:  # O-ring, Wi-Fi: spelled in too many ways to be missed
            continue
        if begins or len(word) < 3:
            continue
        if (word.isupper() and len(word) <= LONGEST_ACRONYM) or stem(fold(word)) in FUNCTION_STEMS:
            continue
        yield word


def unknown_words(question: str) -> list[str]:
    """The words of a question in Devanagari, where names have no capitals, that are no word of the
    glossary.

    >>> unknown_words("रातोपुल सहकारीमा शुल्क कति?")
    ['रातोपुल']
    """
    words = (token.term for token in tokens(question))
    return [
        word
        for word in words
        if word not in INTERROGATIVES
        and stem(word) not in FUNCTION_STEMS
        and not translations(stem(word))
    ]


def without_things(question: str, things: Iterable[NamedThing]) -> str:
    """The question without what it names.

    >>> without_things("What is the rent of Bell Mill?", [NamedThing(ThingKind.NAME, "Bell")])
    'What is the rent of Mill?'
    """
    for thing in things:
        question = re.sub(rf"\b{re.escape(thing.text)}(?:['’]s)?\s*", "", question)
    return " ".join(question.split()).replace(" ?", "?")


def topic_line(things: Iterable[NamedThing], head: str, text: str) -> str:
    """The first line at a document's head that names what a text from it leaves out."""
    missing = [each for each in things if not is_in(each, text)]
    lines = (line.strip() for line in head.splitlines())
    named = (line for line in lines if any(is_in(each, line) for each in missing))
    return next(named, "")[:LONGEST_TOPIC]


def is_in(thing: NamedThing, text: str) -> bool:
    """Whether a text names the thing, in whatever spelling."""
    if thing.kind is ThingKind.NAME:
        return _name_is_in(thing.text, text)
    plain = text.translate(DIGITS)
    if thing.kind is ThingKind.CLAUSE:
        return clause_pattern(thing.text).search(plain) is not None
    if identifier_pattern(thing.text).search(plain):
        return True
    if thing.kind is not ThingKind.IDENTIFIER:
        return False
    return _is_numbered_row(thing.text, plain) or _has_long_number(thing.text, plain)


def _has_long_number(identifier: str, text: str) -> bool:
    """Whether the text has the number of "invoice 88213", which says enough by its length."""
    number = re.fullmatch(r"[^\W\d_]{3,}\D{1,8}(?P<number>\d{4,12})", identifier)
    return number is not None and identifier_pattern(number["number"]).search(text) is not None


def _is_numbered_row(identifier: str, text: str) -> bool:
    """Whether a labelled number ("program 1") begins a row of a table that names the label."""
    labelled = re.fullmatch(r"(?P<label>[^\W\d_]{3,})\D{0,8}(?P<number>\d+)", identifier)
    if labelled is None:
        return False
    row = rf"(?m)(?:^|[|\t])[ ]*{labelled['number']}[ ]*(?:[|\t]|$)"
    return _name_is_in(labelled["label"], text) and re.search(row, text) is not None


@lru_cache(maxsize=512)
def identifier_pattern(identifier: str) -> re.Pattern[str]:
    """Matches an identifier with or without its spaces, dashes and slashes.

    >>> bool(identifier_pattern("RX-400").search("the RX 400 weighs"))
    True
    """
    pieces = PIECE.findall(identifier)
    numbered = [each for each in pieces if each.casefold() not in NUMBER_WORDS]
    spelled = [_in_both_languages(each) for each in numbered or pieces]
    body = r"[\s\u00a0_/.–—-]{0,3}(?:(?:no?\.?|n[°º]|nr\.?|number|núm\.?|#|नं\.?)\s*)?".join(spelled)
    return re.compile(rf"(?<![A-Za-z0-9]){body}(?![A-Za-z0-9])", re.I)


def _in_both_languages(piece: str) -> str:
    """A part of an identifier; a word such as "ward" matches its translations too."""
    words = [piece, *(translated_words([stem(fold(piece))]) if len(piece) > 3 else ())]
    return f"(?:{'|'.join(map(re.escape, words))})"


@lru_cache(maxsize=512)
def clause_pattern(number: str) -> re.Pattern[str]:
    """Matches a clause at the beginning of its line, or called by its name."""
    body = re.escape(number.rstrip("."))
    named = (
        r"(?:clause|section|article|paragraph|chapter|rule|schedule|annex|appendix|step|item"
        r"|दफा|धारा|नियम)s?\s+"
    )
    return re.compile(rf"(?m)(?:^[\W_]*|{named}){body}(?![\d]|\.\d)", re.I)


def _name_is_in(name: str, text: str) -> bool:
    folded, stemmed = fold(name), stem(fold(name))
    words = _words(text)
    if not _DEMONYMS.get(folded, NO_FORMS).isdisjoint(words):
        return True
    if folded in words or any(stem(word) == stemmed for word in words if word[0] == folded[0]):
        return True
    if len(folded) >= SHORTEST_FUZZY and any(_is_nearly(folded, word) for word in words):
        return True
    return _sounds_like_one(name, words)


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(token.term for token in tokens(text))


def _is_nearly(one: str, other: str) -> bool:
    """Whether two words differ by one letter, or one is the beginning of the other."""
    if one[0] != other[0] or abs(len(one) - len(other)) > 3 or len(other) < SHORTEST_FUZZY:
        return False
    if one.startswith(other) or other.startswith(one):
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    pairs = enumerate(zip(one, other, strict=False))
    start = next((at for at, (left, right) in pairs if left != right), 0)
    return (
        one[start + 1 :] == other[start + 1 :]
        or one[start + 1 :] == other[start:]
        or (one[start:] == other[start + 1 :])
    )


def _sounds_like_one(name: str, words: Iterable[str]) -> bool:
    """Whether one of the words is the same name in the other script, with or without endings."""
    devanagari = contains_devanagari(name)
    return any(
        contains_devanagari(each) != devanagari and sounds_alike(name, each) for each in words
    )


def sibling_identifiers(identifier: str, texts: Sequence[str]) -> list[str]:
    """Identifiers of the same make in the texts, in the order of their numbers.

    >>> sibling_identifiers("A22", ["A01 low flow", "A19: door", "B22"])
    ['A01', 'A19']
    """
    match = re.match(r"(?P<head>[\W\w]*?)(?P<number>\d+)\Z", identifier)
    if match is None or not re.search(r"[^\W\d_]", match["head"]):
        return []
    letters = "".join(re.findall(r"[^\W\d_]+", match["head"])[:1])
    shape = re.compile(rf"(?<![A-Za-z0-9]){re.escape(letters)}[-/ ]?\d[\w/-]*", re.I)
    digits = len(match["number"])
    found = {
        each.group().rstrip("-/"): None
        for text in texts
        for each in shape.finditer(text.translate(DIGITS))
        if abs(len(re.findall(r"\d+", each.group())[-1]) - digits) <= 1
    }
    return sorted(found, key=lambda each: (int(re.findall(r"\d+", each)[-1]), each))


UNNUMBERED_ANNEX = re.compile(
    r"\b(?:the|this|that|following) (?P<name>schedule|annex|appendix)\b", re.I
)


def annex_references(text: str) -> list[NamedThing]:
    """The annexes that a text names; one without a number has none beside it.

    >>> [each.text for each in annex_references("the tools in Schedule 2 and in the Annex")]
    ['Schedule 2', 'Annex']
    """
    plain = text.translate(DIGITS)
    names = [match.group() for match in ANNEX.finditer(plain)]
    names += [match["name"] for match in UNNUMBERED_ANNEX.finditer(ANNEX.sub(" ", plain))]
    return [NamedThing(ThingKind.IDENTIFIER, name) for name in dict.fromkeys(names)]


def names_annex(annexes: Sequence[NamedThing], title: str) -> bool:
    """Whether a heading begins one of these annexes.

    >>> names_annex(annex_references("see Schedule 2"), "SCHEDULE 2 – Tools")
    True
    """
    begin = title.lstrip("#*_ ")
    return any(is_in(each, begin[: len(each.text) + 4]) for each in annexes)
