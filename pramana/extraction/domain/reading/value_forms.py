"""Forms of values in a text: dates, money, durations, percentages, codes, phone numbers and more.

A field's type decides which form its value must have. Where the type is only text, the words of the
field's name say which form is likely; those words are listed in `value_forms.txt`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from importlib.resources import files

from pramana.extraction.contracts.fields import FieldType, Json
from pramana.extraction.domain.reading.amounts import plain_number
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.letterhead import count_letters, is_abbreviated
from pramana.language.tokens import terms


class ValueForm(StrEnum):
    DATE = "date"
    MONEY = "money"
    DURATION = "duration"
    PERCENT = "percent"
    NUMBER = "number"
    TIME = "time"
    PHONE = "phone"
    EMAIL = "email"
    WEB = "web"
    IBAN = "iban"
    CODE = "code"
    WEEKDAYS = "weekdays"
    YEAR = "year"
    NAME = "name"
    """A person or an organisation."""
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class FormMatch:
    """A value of some form: where it is written, and its value in that form."""

    start: int
    end: int
    value: Json


TYPE_FORMS = {
    FieldType.DATE: ValueForm.DATE,
    FieldType.MONEY: ValueForm.MONEY,
    FieldType.NUMBER: ValueForm.NUMBER,
    FieldType.INTEGER: ValueForm.NUMBER,
}
_COUNT = (
    r"(?:\d+(?:[.,]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen"
    r"|fifteen|eighteen|twenty|thirty|forty|forty-five|sixty|ninety|ein(?:e[mnrs]?)?|zwei|drei|vier"
    r"|fünf|sechs|zwölf|une?|deux|trois|quatre|cinq|six|douze|un[ao]?|dos|tres|cuatro|cinco|seis|doce"
    r"|एक|दुई|तीन|चार|पाँच|छ|बाह्र)"
)
_UNIT = (
    r"(?:(?:working|business|calendar|clear|weeks?'?|months?'?)\s)?(?:days?|weeks?|months?|years?|hours?"
    r"|minutes?|tagen?|werktagen?|wochen?|monaten?|jahren?|stunden?|jours?(?:\souvrés|\souvrables)?"
    r"|semaines?|mois|ans?|années?|heures?|días?(?:\shábiles|\snaturales)?|dias?(?:\súteis)?|semanas?"
    r"|mes(?:es)?|años?|anos?|horas?|दिन|हप्ता|महिना|वर्ष|घण्टा)"
)
_PATTERNS = {
    ValueForm.DURATION: re.compile(
        rf"(?<![\w.,]){_COUNT}(?:\s?\(\d+\))?[\s-]{_UNIT}(?:['’](?!\w))?(?![^\W\d_])", re.IGNORECASE
    ),
    ValueForm.PERCENT: re.compile(
        r"(?<![\w.,])\d+(?:[.,]\d+)?\s?(?:%|per\s?cent\b|percent\b|Prozent\b|प्रतिशत)"
    ),
    ValueForm.TIME: re.compile(
        r"(?<![\w:.])\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\b\.?|Uhr\b|hrs?\b|बजे)"
        r"|(?<![\w:.,/-])\d{1,2}[:h]\d{2}(?![\d:])",
        re.IGNORECASE,
    ),
    ValueForm.PHONE: re.compile(
        r"(?<![\w/])(?:\+\s?|00)?\(?\d{2,5}\)?(?:[\s/.-]{1,2}\(?\d{1,5}\)?){1,5}(?![\w/])|(?<!\w)\+?\d{7,13}(?!\w)"
    ),
    ValueForm.EMAIL: re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}"),
    ValueForm.WEB: re.compile(r"(?:https?://|www\.)[^\s,;)]+[^\s,;).]"),
    ValueForm.IBAN: re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b"),
    ValueForm.CODE: re.compile(
        r"\b[A-Z]{2}\s?\d{2,3}(?:\s\d{2,4}){1,6}\b|[\d०-९][\d०-९/.-]*[\d०-९](?=[\u0904-\u0939])"
        r"|(?:\b[A-Z]{1,4}\s)?(?=\S*[\d])[^\W_(][\w\u0900-\u0963/.#&()-]*(?:\s?/\s?[\w-]*\d[\w-]*)*"
    ),
}
_WEEKDAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?"
    r"|mittwochs?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|lunes|martes|miércoles|jueves"
    r"|viernes|sábados?|domingos?|(?:आइत|सोम|मङ्गल|मंगल|बुध|बिहि|शुक्र|शनि)बार)"
)
_PATTERNS[ValueForm.WEEKDAYS] = re.compile(
    rf"(?<!\w){_WEEKDAY}(?:(?:\s?,\s?|\s?[-–/&]\s?|,?\s(?:and|und|et|y|to|bis|or|र)\s){_WEEKDAY}){{0,6}}",
    re.IGNORECASE,
)
_PATTERNS[ValueForm.YEAR] = re.compile(r"(?<![\w.,/-])(?:1[6-9]|20)\d{2}(?![\w/-]|[.,]\d)")
PREPOSITIONS = frozenset({
    "of", "for", "in", "on", "at", "from", "to", "by", "with", "der", "des", "für", "im", "am",
    "zum", "de", "du", "del", "da", "do", "pour", "en",
})  # fmt: skip
"""The words before one of these are the head of a name: the end of the term is an end."""
_NAME_END = re.compile(
    r",\s(?!(?:Inc|Ltd|LLC|LLP|L\.L\.C|S\.?[AL]|GmbH|Co|Corp|Pvt|Limited|PLC)\b)|,$|\s\(|\s[–—-]\s|;|\s/\s|\s<|[.।]\s+(?=[^\W\d_]{3})"
    r"|\s(?:whose|having|of the|born|residing|represented|hereinafter|acting"
    r"|né|née|con|domiciliad[oa]|geb)\b"
    r"|\s(?=[^\W\d_]{3,16}[:：]\s?\S)|\s(?=\+?\d{3,})|\s(?=\S+@)|\.\s(?=\d)|(?<=[A-Z]{2})\sof\s(?=[A-Z\d])|\sof\s(?=\d)",
)
_NUMBER_OF = re.compile(r"^\s*(?:n[°º]|nr\b|no\b|[#№])\.?(?!\w)", re.IGNORECASE)
"""A name that begins with a number sign asks for a code: N° client."""
_LEGAL_THEN_ADDRESS = re.compile(
    r"\b(?:Ltd|Limited|LLP|LLC|Inc|GmbH|SARL|PLC)\b\.?(?=\s+(?:\S*[\d/]|Plot\b|Unit\b|Suite\b))"
    r"|(?<=\s)लि\.(?=\s+\S*[\d०-९])"
)
"""The legal form that ends a name, where the address follows without a comma."""
_CODE_END = re.compile(r"[.,;)\s]+$")


def find_forms(document: DocumentLayout, form: ValueForm, start: int, end: int) -> list[FormMatch]:
    """Return the values of a form between two offsets, in order."""
    return list(_FINDERS[form](document, start, end))


def _dates(document: DocumentLayout, start: int, end: int) -> Iterator[FormMatch]:
    for day in document.dates_in(start, end):
        if day.end <= end:
            yield FormMatch(day.start, day.end, day.day.isoformat())


def _numbers(
    document: DocumentLayout, start: int, end: int, *, only_money: bool = False
) -> Iterator[FormMatch]:
    dates = document.dates_in(start, end)
    for amount in document.amounts_in(start, end):
        in_date = any(day.start <= amount.start < day.end for day in dates)
        if amount.end <= end and not in_date and (amount.exact or not only_money):
            yield FormMatch(amount.start, amount.end, plain_number(amount.value))


def _matches(form: ValueForm) -> Callable[[DocumentLayout, int, int], Iterator[FormMatch]]:
    pattern = _PATTERNS[form]

    def find(document: DocumentLayout, start: int, end: int) -> Iterator[FormMatch]:
        for match in pattern.finditer(document.text, start, end):
            words = match.group()
            if form is ValueForm.CODE:
                words = (
                    _CODE_END.sub("", words)
                    if words.count("(") >= words.count(")")
                    else words.rstrip(").,; ")
                )
            yield FormMatch(match.start(), match.start() + len(words), " ".join(words.split()))

    return find


def _words(document: DocumentLayout, start: int, end: int) -> Iterator[FormMatch]:
    words = document.text[start:end]
    stripped = words.strip(" \t,;:|·–-")
    if any(char.isalnum() for char in stripped):
        at = start + words.index(stripped)
        yield FormMatch(at, at + len(stripped), " ".join(stripped.split()))


def _names(document: DocumentLayout, start: int, end: int) -> Iterator[FormMatch]:
    """Words up to a comma or bracket, unless a legal form follows; a name has a letter."""
    for match in _words(document, start, end):
        words = document.text[match.start : match.end]
        stop = next(
            (each for each in _NAME_END.finditer(words) if not _is_dot_of_short_word(words, each)),
            None,
        )
        name = words[: stop.start()].rstrip(" ,.;–-") if stop else words
        if legal := _LEGAL_THEN_ADDRESS.search(name):
            name = name[: legal.end()].rstrip(".")
        if count_letters(name) >= 2 and not name[0].isdigit():
            dot = words[len(name) : len(name) + 1] == "." and is_abbreviated(name)
            yield FormMatch(
                match.start, match.start + len(name) + dot, " ".join(name.split()) + "." * dot
            )


def _is_dot_of_short_word(words: str, end: re.Match[str]) -> bool:
    """Whether a full stop belongs to an initial or an abbreviation: S. Rai, Himal Pvt. Ltd."""
    if end.group()[:1] != ".":
        return False
    before = words[: end.start()].rpartition(" ")[2]
    return len(before) <= 3 or is_abbreviated(before)


_FINDERS: dict[ValueForm, Callable[[DocumentLayout, int, int], Iterator[FormMatch]]] = {
    ValueForm.DATE: _dates,
    ValueForm.MONEY: partial(_numbers, only_money=True),
    ValueForm.NUMBER: _numbers,
    ValueForm.WORDS: _words,
    ValueForm.NAME: _names,
    **{form: _matches(form) for form in _PATTERNS},
}


@cache
def _form_words() -> dict[ValueForm, tuple[frozenset[str], frozenset[str]]]:
    """For each form the names that decide anywhere, and those that decide only as last word."""
    lines = files(__package__).joinpath("value_forms.txt").read_text("utf-8").splitlines()
    forms = {}
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        form, _, names = line.partition(":")
        words = [name.strip() for name in names.split("|")]
        forms[ValueForm(form)] = (
            frozenset(" ".join(terms(word)) for word in words if not word.endswith("*")),
            frozenset(" ".join(terms(word)) for word in words if word.endswith("*")),
        )
    return forms


def likely_forms(name: str) -> tuple[ValueForm, ...]:
    """Return the forms that a field's name suggests, the likeliest first; empty if none.

    >>> [form.value for form in likely_forms("Notice period")], likely_forms("Remarks")
    (['duration'], ())
    """
    words = terms(_NUMBER_OF.sub(" no ", name))
    if len(words) > 1 and words[0] == "no":
        return (ValueForm.CODE,)
    head = next((at for at, word in enumerate(words) if at and word in PREPOSITIONS), len(words))
    scored: dict[ValueForm, int] = {}
    for size in (3, 2, 1):
        for at in range(len(words) - size + 1):
            phrase, is_last = " ".join(words[at : at + size]), at + size in (head, len(words))
            if at and words[at + size - 1] in ("of", "de"):
                continue  # "number of" counts only where it opens the name
            for form, (anywhere, last) in _form_words().items():
                if phrase in anywhere or (phrase in last and is_last):
                    points = 10 * size + 5 * (at + size == head) + 2 * (at == 0)
                    scored[form] = max(scored.get(form, 0), points)
    best = max(scored.values(), default=0)
    likely = (form for form in scored if scored[form] >= best - 2 and form is not ValueForm.WORDS)
    return tuple(sorted(likely, key=lambda form: -scored[form]))
