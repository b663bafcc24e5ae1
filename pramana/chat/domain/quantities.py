"""Numbers, amounts, lengths of time and ranges in texts, as values that can be compared, and the
units that a question asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pramana.chat.domain.question_words import families_of, lines_of
from pramana.language.tokens import fold, terms

DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
NUMBER = re.compile(
    r"(?<![\w.,/-])[-−]?(?:\d{1,3}(?:[ \u00a0]\d{3})+(?!\d)|\d+(?:[,.’']\d+)*)"
    r"|(?<=[A-Za-z€£$₹.])\d+(?:[,.]\d+)*"
)
GROUPED = re.compile(r"\d{1,3}(?:[, ’'\u00a0]\d{2,3})+(?:\.\d+)?")
CONTINENTAL = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2}")

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NEPALI = "शून्य एक दुई तीन चार पाँच छ सात आठ नौ दश एघार बाह्र तेह्र चौध पन्ध्र सोह्र सत्र अठार उन्नाइस बीस"
NUMBER_NAMES: dict[str, float] = {
    **{word: float(value) for value, word in enumerate(_SMALL.split())},
    **{word: float(10 * value) for value, word in enumerate(_TENS.split(), start=2)},
    **{word: float(value) for value, word in enumerate(_NEPALI.split())},
    **{"a": 1.0, "an": 1.0, "half": 0.5, "dozen": 12.0, "both": 2.0, "once": 1.0, "twice": 2.0},
    **{"दस": 10.0, "पांच": 5.0, "छह": 6.0, "दो": 2.0, "first": 1.0, "second": 2.0, "third": 3.0},
}
SCALES = {
    **{"hundred": 1e2, "thousand": 1e3, "lakh": 1e5, "million": 1e6, "crore": 1e7, "billion": 1e9},
    **{"सय": 1e2, "हजार": 1e3, "लाख": 1e5, "करोड": 1e7, "अरब": 1e9},
}

UNIT_NAMES = {spelling: family[0] for family in families_of("UNITS") for spelling in family}
"""The unit that each spelling stands for."""

DURATION_DAYS = {
    **{"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.0},
    **{"hour": 1 / 24, "minute": 1 / 1440},
}

KIND_OF_TIME = ("working", "business", "calendar", "full", "consecutive", "operating", "running")
"""Words between a number and its unit that leave the unit what it is: "12 working days"."""

AFTER_NUMBER = re.compile(
    rf"[\s\u00a0-]*(?:(?:{'|'.join(KIND_OF_TIME)})[\s-]+)?"
    r"(?P<unit>[%€£$₹]|°C|[^\W\d_]+(?:\b|(?=\s)))"
)
BEFORE_NUMBER = re.compile(r"(?P<unit>[€£$₹]|[A-Z]{3}|Rs|रु)[.\s\u00a0]*\Z")


@dataclass(frozen=True)
class Quantity:
    """A number in a text with its unit, if one stands beside it."""

    value: float
    unit: str
    start: int
    end: int

    @property
    def comparable(self) -> float:
        """The value; a length of time in days."""
        return self.value * DURATION_DAYS.get(self.unit, 1.0)


@lru_cache(maxsize=2048)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text, in order; numbers in words count too, if a unit follows.

    >>> [(each.value, each.unit) for each in quantities("six weeks at £1,250.50 or रु. ४,६०,०००")]
    [(6.0, 'week'), (1250.5, 'gbp'), (460000.0, 'npr')]
    >>> [(each.value, each.unit) for each in quantities("three and a half hours")]
    [(3.5, 'hour')]
    """
    plain = text.translate(DIGITS)
    in_digits = [_quantity(plain, match) for match in NUMBER.finditer(plain)]
    return tuple(sorted([*in_digits, *_in_words(plain)], key=lambda each: each.start))


def _quantity(text: str, match: re.Match[str]) -> Quantity:
    value = parse_number(match.group())
    after = AFTER_NUMBER.match(text, match.end())
    word = fold(after["unit"]) if after else ""
    if word in SCALES:
        value *= SCALES[word]
        after = AFTER_NUMBER.match(text, after.end() if after else match.end())
        word = fold(after["unit"]) if after else ""
    before = BEFORE_NUMBER.search(text[max(0, match.start() - 6) : match.start()])
    unit = UNIT_NAMES.get(word, "") or (UNIT_NAMES.get(fold(before["unit"]), "") if before else "")
    return Quantity(value, unit, match.start(), match.end())


def parse_number(written: str) -> float:
    """
    >>> [parse_number(each) for each in ("1,84,50,000", "1.234,50", "7,5", "12.5")]
    [18450000.0, 1234.5, 7.5, 12.5]
    """
    raw = written.strip().replace("−", "-")
    sign = -1.0 if raw.startswith("-") else 1.0
    raw = raw.lstrip("-")
    if CONTINENTAL.fullmatch(raw) and not GROUPED.fullmatch(raw):
        raw = raw.replace(".", "").replace(",", ".")
    raw = re.sub(r"[, ’'\u00a0]", "", raw)
    whole, dot, rest = raw.partition(".")
    digits = whole + (dot + rest.replace(".", "") if dot else "")
    return sign * float(digits or 0)


WORDS = re.compile(r"[^\W\d_]+(?:[\u0900-\u0963]+[^\W\d_]*)*", re.I)


AND_A, NAME_LENGTH = re.compile(r"(?P<whole>[^\W\d_]+) and (?:a )?\Z", re.I), 24
"""What stands before a half, and how far back: "four and a half hours"."""


def _in_words(text: str) -> Iterator[Quantity]:
    words = [each for each in WORDS.finditer(text) if fold(each.group()) not in KIND_OF_TIME]
    for word, following in pairwise(words):
        name, unit = fold(word.group()), UNIT_NAMES.get(fold(following.group()), "")
        gap = re.sub("|".join(KIND_OF_TIME), "", text[word.end() : following.start()])
        if name in NUMBER_NAMES and len(unit) > 1 and not gap.strip(" -\u00a0"):
            before = AND_A.search(text[max(0, word.start() - NAME_LENGTH) : word.start()])
            whole = NUMBER_NAMES.get(fold(before["whole"])) if before and name == "half" else None
            start = word.start() - len(before.group()) if before and whole else word.start()
            yield Quantity(NUMBER_NAMES[name] + (whole or 0.0), unit, start, word.end())


UP_TO = re.compile(
    r"\b(?:up to|at most|until|not more than|maximum|less than|under|below|fewer than)\b"
    r"|सम्म|भन्दा कम",
    re.I,
)
FROM = re.compile(
    r"\b(?:more than|over|above|from|at least|greater than|after|and more|or more|exceeding)\b"
    r"|भन्दा बढी|देखि माथि",
    re.I,
)
BETWEEN = re.compile(r"\d\s*(?:to|–|-|until|and|देखि)\s*\d", re.I)


def range_of(label: str) -> tuple[float, float] | None:
    """The range that a row's label states, in days where it is a length of time.

    >>> range_of("2 to 5 years"), range_of("Up to 10 kg"), range_of("Total")
    ((730.0, 1825.0), (0.0, 10.0), None)
    >>> range_of("over 3 and up to 7 kg")
    (3.0, 7.0)
    """
    amounts = quantities(label)
    unit = next((each.unit for each in reversed(amounts) if each.unit), "")
    values = [each.value * DURATION_DAYS.get(each.unit or unit, 1.0) for each in amounts]
    both = UP_TO.search(label) and FROM.search(label)  # "more than 2 and up to 5 years"
    if len(values) == 2 and (both or BETWEEN.search(label.translate(DIGITS))):
        return min(values), max(values)
    if len(values) == 1 and UP_TO.search(label):
        return 0.0, values[0]
    if len(values) == 1 and FROM.search(label):
        return values[0], float("inf")
    return None


COUNTED = re.compile(
    r"(?:how many|कति|kati)\s+(?:[^\W\d]\w*\s)?(?P<unit>[^\s?]+)"
    r"|(?<=[^\W\d_])[\s,]+in (?P<counted>[^\W\d_]+)(?=\s*(?:[?(]|\Z))",
    re.I,
)
"""The unit that a question counts, "how many weeks", or wants its answer in: "…, in rupees?"."""


def question_units(question: str) -> frozenset[str]:
    """The units that an answer has; none where the question does not tell.

    >>> sorted(question_units("How many weeks does it take?")), sorted(question_units("Who came?"))
    (['week'], [])
    """
    if counted := unit_after_how_many(question):
        return counted
    asked = set(terms(question))
    lines = (line.split("|") for line in lines_of("UNITS_OF_ATTRIBUTES"))
    return frozenset(
        unit for words, units in lines if asked & set(words.split()) for unit in units.split()
    )


def unit_after_how_many(question: str) -> frozenset[str]:
    """The unit that a question counts or wants its answer in: "how many weeks", "in rupees"."""
    for counted in COUNTED.finditer(question):
        for word in counted.group().split():
            if fold(word.strip("?.,")) in UNIT_NAMES:
                return frozenset({UNIT_NAMES[fold(word.strip("?.,"))]})
    return frozenset()


def has_unit(units: frozenset[str], text: str) -> bool:
    """Whether a quantity of the text has one of these units."""
    return any(each.unit in units for each in quantities(text))


def has_other_unit(units: frozenset[str], text: str) -> bool:
    """Whether all quantities of the text that have a unit have another one.

    >>> has_other_unit(frozenset({"day"}), "6 weeks"), has_other_unit(frozenset({"day"}), "30")
    (True, False)
    """
    known = {each.unit for each in quantities(text) if each.unit in UNIT_NAMES.values()}
    return bool(units and known) and known.isdisjoint(units)
