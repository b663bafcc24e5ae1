"""Amounts in a text: currencies, separators, Latin and Devanagari digits, lakhs and crores."""

import re
from dataclasses import dataclass
from functools import cache

CURRENCIES = {
    "MYR": r"RM|MYR",
    "NPR": r"NPR|NRs?\.?|Rs\.?|रु\.?|रू\.?|रुपैयाँ|रुपैंया|rupees",
    "INR": r"INR|₹",
    "SGD": r"SGD|S\$",
    "AUD": r"AUD|AU?\$",
    "BRL": r"BRL|R\$",
    "CAD": r"CAD|CA?\$",
    "USD": r"US\$|USD|\$|dollars?",
    "EUR": r"EUR|€|euros?",
    "GBP": r"GBP|£|pounds?",
    "CHF": r"CHF|SFr\.?",
    "NOK": r"NOK",
    "SEK": r"SEK",
    "DKK": r"DKK",
    "JPY": r"JPY|¥",
}
GROUPED_BY_POINTS = frozenset({"EUR", "BRL", "NOK", "SEK", "DKK"})
"""Currencies of countries that write 1.500 for fifteen hundred."""
SCALES = {
    "hundred": 100, "thousand": 1_000, "tausend": 1_000, "lakh": 100_000, "lac": 100_000,
    "million": 1_000_000, "mio": 1_000_000, "millionen": 1_000_000, "millions": 1_000_000,
    "millones": 1_000_000, "crore": 10_000_000, "billion": 1_000_000_000, "bn": 1_000_000_000,
    "arab": 1_000_000_000, "सय": 100, "हजार": 1_000, "लाख": 100_000, "करोड": 10_000_000,
    "अर्ब": 1_000_000_000,
}  # fmt: skip
_CURRENCY = "|".join(CURRENCIES.values())
_CODES = [(code, re.compile(words, re.IGNORECASE)) for code, words in CURRENCIES.items()]
_SCALE = "|".join(sorted(SCALES, key=len, reverse=True))
_AMOUNT = re.compile(
    r"(?<![\w.,])(?<!\d[-/:])(?=[-–(]?\s?(?:[^\s\d]{1,10}[\s.:]{0,2})?(?:-\s?)?\d)"
    rf"(?P<minus>[-–(]\s?)?(?:(?<!\w)(?P<before>{_CURRENCY})[\s.:]{{0,2}})?(?P<sign>-\s?)?"
    rf"(?P<whole>\d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}"
    rf"|\d{{1,3}}(?:[ \u00a0\u202f]\d{{3}})+(?=,\d{{1,2}}(?!\d))"
    rf"|\d{{1,3}}(?:\.\d{{3}})+(?=,\d{{1,2}}(?!\d))|\d{{1,3}}(?:\.\d{{3}})+(?![.,]?\d)"
    rf"|\d{{1,3}}(?:['’]\d{{3}})+|\d{{1,3}}(?:[\u00a0\u202f]\d{{3}})+(?!\d)|\d{{1,15}})"
    rf"(?:(?P<point>[ ]?\.[ ]?|[ ]?,|,[ ](?=\d\d(?!\d|[ ][^\W\d_])))"
    rf"(?P<cents>\d{{1,2}}))?(?![\d])(?:/-|[।.][-–])?"
    rf"(?:\s?(?P<scale>{_SCALE})(?!\w))?(?:\s?(?P<after>{_CURRENCY})(?![\w]))?",
    re.IGNORECASE,
)
"""The lookahead at its head only saves time: a digit is near, behind one word at most."""
_MORE = re.compile(r"[.,/:-]?\d|\s?(?:%|per\s?cent\b|प्रतिशत)")
"""If one of these follows, the number is part of a date, a time, a percentage or a longer number.
"""

CENTS = 2


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in the text, with its offsets."""

    value: float
    currency: str
    start: int
    end: int
    exact: bool
    """Whether it is written like money: with a currency, cents or a scale. A bare 3 may count
    anything.
    """


def find_amounts(text: str) -> list[Amount]:
    """Return the numbers in the text that could be amounts, in order.

    >>> [(each.value, each.currency) for each in find_amounts("Rs. 1,25,000.50 and रु. ५ लाख")]
    [(125000.5, 'NPR'), (500000.0, 'NPR')]
    """
    amounts = []
    for match in _AMOUNT.finditer(text):
        amount = _parse_amount(text, match)
        if amount:
            amounts.append(amount)
    return amounts


def _parse_amount(text: str, match: re.Match[str]) -> Amount | None:
    minus, before, sign, written, point, cents, scale, after = match.groups()
    cents, minus, currency = cents or "", (minus or "").strip(), _code(before, after)
    end = match.end()
    if point and point.strip() != point and len(cents) != CENTS:
        cents, scale, end = "", None, match.start("point")  # a sentence ends: "£2,400. 4 weeks"
    if _MORE.match(text, end):
        return None
    whole, thousandths = _whole_digits(written, cents, currency)
    if thousandths:
        return Amount(int(whole) + thousandths, currency, match.start(), end, bool(currency))
    value = float(f"{int(whole)}.{cents and int(cents):0>{len(cents)}}" if cents else int(whole))
    if scale:
        value *= SCALES[scale.casefold()]
    if sign or minus in ("-", "–"):
        value = -value
    exact = bool(currency or scale or len(cents) == CENTS or not written.isdigit())
    return Amount(value, currency, match.start() + (minus == "("), end, exact)


def _whole_digits(written: str, cents: str, currency: str) -> tuple[str, float]:
    """Return the digits before the decimal sign, and thousandths if a single point separates them.

    1.500 is fifteen hundred in Berlin and one and a half in London; the currency tells.
    """
    if written.count(".") == 1 and not cents and currency not in GROUPED_BY_POINTS:
        whole, _, rest = written.partition(".")
        return whole, int(rest) / 1000
    return re.sub(r"\D", "", written), 0.0


@cache
def _code(*signs: str | None) -> str:
    """The currency that a word or sign before or behind the number means."""
    words = [sign for sign in signs if sign]
    return next((code for code, each in _CODES if any(map(each.fullmatch, words))), "")


def plain_number(value: float) -> float | int:
    """Return the number as an integer if it has no fraction."""
    return int(value) if value == int(value) else round(value, 4)
