"""The totals of a document: what each amount at its foot is, and which one is the total.

The words beside an amount are read first, then checked by arithmetic: payment minus change, and
subtotal plus tax, service, discount and rounding. A total that the arithmetic confirms may have
unreadable words.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.amounts import Amount, plain_number
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine

_T = r"(?:T\s?[O0Q]\s?T\s?A\s?[LI1!|]?|JUMLAH)"
""""Total" as it is printed, and as OCR misreads it."""
_COUNTED = re.compile(r"^.*\b\d+(?:\.\d+)?\b(?!\s?%)")
FINAL = re.compile(rf"ROUND|GRAND|NETT|N[EC]T\s*{_T}|PAYABLE|DUE|AFTER|कुल", re.IGNORECASE)
"""Words for the last of several totals."""
WITH_TAX = re.compile(r"\bINC", re.IGNORECASE)
LONGEST_LABEL = 120
_SUMMARY = re.compile(
    r"\b(?:G\.?S\.?T|TAX|VAT|SST)\s*(?:CODE\s*)?(?:SUM|ANALYSIS|DETAIL|BREAK)|^\W*TAX\s+CODE", re.I
)
"""Marks the beginning of a tax table. Its totals are not the document's."""
NAMED_CONFIDENCE, GUESSED_CONFIDENCE = 0.85, 0.5
"""The confidence of a total that is named, and of one that only arithmetic or payment suggests."""
EQUAL, CENT = 0.001, 0.051
"""Amounts may differ by a rounding to five cents."""


class AmountRole(StrEnum):
    TOTAL = "total"
    SUBTOTAL = "subtotal"
    TAX = "tax"
    SERVICE = "service_charge"
    DISCOUNT = "discount"
    ROUNDING = "rounding"
    PAID = "paid"
    CHANGE = "change"
    OTHER = "other"


_WORDS: tuple[tuple[AmountRole, tuple[str, ...]], ...] = (
    (
        AmountRole.OTHER,
        (r"\bQTY|QUANTITY|\bITEMS?\b|COUNT\b|\bPAX|POINTS?", r"\bCARD\s*NO|AVERAGE|SAVING"),
    ),
    (AmountRole.TAX, (r"^\W*(?:G\.?S\.?T|TAX|VAT|SST)\b(?!.*EXC)", r"TAX\s*(?:AMOUNT|AMT)")),
    (
        AmountRole.TOTAL,
        (rf"{_T}.*ROUND(?:ED|\b)|ROUNDED\s*{_T}|{_T}.*\bAFTER\b", r"BALANCE\s*DUE|कुल\s*जम्मा"),
    ),
    (AmountRole.ROUNDING, (r"R[O0]UND|PEMBUNDARAN|\bADJ",)),
    (AmountRole.CHANGE, (r"CHANGE|\bBAKI\b|\bRETURN(?:ED)?\b|फिर्ता",)),
    (
        AmountRole.SUBTOTAL,
        (
            rf"SUB\W*{_T}|{_T}\s*NET\b(?!\s*AM)|{_T}.*(?:EXC|BEFORE|EX\.?\s*GST)",
            r"\bEXC\w*\s*GST|TAXABLE|कर\s*योग्य|कर\s*लाग्ने|(?:कर|भ्याट)\s*(?:अघि|बाहेक)|उप[- ]?जम्मा",
        ),
    ),
    (AmountRole.SERVICE, (r"SERV\w*\.?\s*C|\bSVC|\bS\.?\s?C\b|सेवा\s*शुल्क",)),
    (AmountRole.DISCOUNT, (r"DISC|REBATE|VOUCHER|छुट",)),
    (
        AmountRole.TOTAL,
        (
            rf"{_T}.*\bINC|\bINC\w*.*{_T}|GRAND|N[EC]TT?\s*{_T}|PAYABLE|NETT?\s*AM(?:OUN)?T",
            rf"{_T}\s*(?:DUE|PAYABLE|AMOUNT|AMT|SALES|RM|MYR|PRICE)|AM(?:OUN)?T\s*(?:DUE|PAYABLE)",
            r"कुल\s*रकम|जम्मा\s*रकम|कूल",
        ),
    ),
    (
        AmountRole.TAX,
        (
            r"\b[CSIU]?G\.?S\.?T\b|\bTAX\b|\bVAT\b|\bSST\b|\bTVA\b|\bIVA\b|\bMW?ST\b|\bUST\b|भ्याट",
            r"मू\.?\s?अ\.?\s?क|मु\.?\s?अ\.?\s?क|(?<![\w\u0900-\u0963])कर(?![\w\u0900-\u0963])",
        ),
    ),
    (
        AmountRole.PAID,
        (
            r"\bCASH\b|TENDER|\bPAID\b|PAYMENT|\bVISA|MASTER|\bCARD\b|DEBIT|CREDIT|TUNAI|RECEIVED",
            r"भुक्तानी|नगद",
        ),
    ),
    (AmountRole.TOTAL, (rf"\b{_T}\b|^\s*{_T}|(?<!\w)जम्मा|\bSUM\b",)),
)
_PATTERNS = [(role, re.compile("|".join(words))) for role, words in _WORDS]
_ANY = re.compile("|".join(each for _, words in _WORDS for each in words))
"""For labels in upper case."""


def role_of(label: str) -> AmountRole:
    """Return the role of an amount beside these words. The first matching pattern decides.

    >>> role_of("Total Sales (Inclusive of GST)").value, role_of("TOTAL GST").value
    ('total', 'tax')
    """
    near = label[-LONGEST_LABEL:].upper()
    if not _ANY.search(near):
        return AmountRole.OTHER
    return next((role for role, words in _PATTERNS if words.search(near)), AmountRole.OTHER)


def role_after_count(label: str) -> AmountRole:
    """Return the role of the whole label. For a label that counts first ("QTY 3 TOTAL"), use the
    rest.
    """
    whole = role_of(label)
    return role_of(_COUNTED.sub("", label)) if whole is AmountRole.OTHER else whole


def has_words(text: str, letters: int = 2) -> bool:
    """Whether the text contains letters, of any script."""
    return sum(map(str.isalpha, text)) >= letters


@dataclass(frozen=True, slots=True)
class LabelledAmount:
    """An amount and the words beside it."""

    role: AmountRole
    label: str
    amount: Amount
    order: int
    summary: bool = False


def labelled_amounts(document: DocumentLayout) -> list[LabelledAmount]:
    """Return the labelled amounts in text order. A label may be on the line above."""
    results: list[LabelledAmount] = []
    summary, waiting = False, ""
    for line in document.lines:
        if results and _SUMMARY.search(line.text):
            summary = True
        amounts = [a for a in document.amounts_in(line.start, line.end) if a.exact]
        if not amounts:
            waits = len(line.text) <= LONGEST_LABEL and role_of(line.text) is not AmountRole.OTHER
            waiting = line.text if waits else ""
            continue
        only = len(amounts) == len(document.amounts_in(line.start, line.end)) <= 2
        for label, amount in _amounts_with_labels(document, line, amounts):
            label_text = label if has_words(label) else waiting if only else ""
            results.append(
                LabelledAmount(
                    role_after_count(label_text), label_text, amount, len(results), summary
                )
            )
        waiting = ""
    return results


def _amounts_with_labels(
    document: DocumentLayout, line: LayoutLine, amounts: Sequence[Amount]
) -> Iterator[tuple[str, Amount]]:
    """Yield each amount with the words before it. Of several in a row, only the last is used."""
    at, label = line.start, ""
    for place, amount in enumerate(amounts):
        between = document.text[max(at, amount.start - LONGEST_LABEL) : amount.start]
        label = between if has_words(between) else label
        following = amounts[place + 1] if place + 1 < len(amounts) else None
        bare = following and not has_words(document.text[amount.end : following.start])
        at = amount.end
        if not bare:
            yield label, amount


def best_amounts(document: DocumentLayout) -> dict[AmountRole, LabelledAmount]:
    """Return the best amount for each role. The total is the one that words and arithmetic support
    most.
    """
    every = labelled_amounts(document)
    candidates = [entry for entry in every if not entry.summary]
    if not any(entry.role is AmountRole.TOTAL for entry in candidates):
        candidates = every  # the tax table was above the totals
    best: dict[AmountRole, LabelledAmount] = {}
    for entry in candidates:
        if entry.role not in (AmountRole.TOTAL, AmountRole.OTHER) and entry.role not in best:
            best[entry.role] = entry
    if total := _total(candidates, best):
        best[AmountRole.TOTAL] = total
        if AmountRole.SUBTOTAL not in best and (before := _before_tax(candidates, best, total)):
            best[AmountRole.SUBTOTAL] = before
    return best


def _before_tax(
    candidates: Sequence[LabelledAmount],
    best: dict[AmountRole, LabelledAmount],
    total: LabelledAmount,
) -> LabelledAmount | None:
    """Return an amount that makes the total together with the tax; one called total first."""
    if AmountRole.TAX not in best:
        return None
    before_tax = total.amount.value - best[AmountRole.TAX].amount.value
    others = [entry for entry in candidates if entry is not total]
    sums = sorted(
        (entry for entry in others if entry.role in (AmountRole.TOTAL, AmountRole.OTHER)),
        key=lambda entry: entry.role is not AmountRole.TOTAL,
    )
    return next((entry for entry in sums if abs(entry.amount.value - before_tax) < CENT), None)


def _total(
    candidates: Sequence[LabelledAmount], best: dict[AmountRole, LabelledAmount]
) -> LabelledAmount | None:
    expected = [*_expected(best), *_with_tax(candidates, best)]
    occurrences = Counter((_cents(entry), entry.role) for entry in candidates)
    rounded = next((e.order for e in candidates if e.role is AmountRole.ROUNDING), len(candidates))
    scored = [
        (
            _total_support(entry, occurrences, expected)
            + 0.8 * (entry.order > rounded)
            + 0.05 * entry.order / len(candidates),
            -entry.order,
            entry,
        )
        for entry in candidates
        if entry.role is AmountRole.TOTAL or _is_confirmed(entry, expected)
    ]
    best_entry = max(scored, key=lambda item: item[:2], default=None)
    return (
        best_entry[2] if best_entry else best.get(AmountRole.PAID) or best.get(AmountRole.SUBTOTAL)
    )


def _with_tax(
    candidates: Sequence[LabelledAmount], best: dict[AmountRole, LabelledAmount]
) -> Iterator[float]:
    """Yield what each amount called total makes with the tax: a net total is not the last one."""
    if tax := best.get(AmountRole.TAX):
        for entry in candidates:
            if entry.role is AmountRole.TOTAL and entry.amount.value > tax.amount.value > 0:
                yield round(entry.amount.value + tax.amount.value, 2)


def _cents(entry: LabelledAmount) -> int:
    return round(abs(entry.amount.value) * 100)


def _is_confirmed(entry: LabelledAmount, expected: Sequence[float]) -> bool:
    """Whether an amount with unclear words is confirmed by arithmetic."""
    near = any(abs(entry.amount.value - value) < EQUAL for value in expected)
    return near and entry.role in (AmountRole.OTHER, AmountRole.SUBTOTAL, AmountRole.PAID)


def _expected(best: dict[AmountRole, LabelledAmount]) -> Iterator[float]:
    """Yield what the total should be: payment minus change, and subtotal plus additions."""
    value = {role: entry.amount.value for role, entry in best.items()}
    if AmountRole.PAID in value and AmountRole.CHANGE in value:
        yield round(abs(value[AmountRole.PAID]) - abs(value[AmountRole.CHANGE]), 2)
    if AmountRole.SUBTOTAL in value and (AmountRole.TAX in value or AmountRole.SERVICE in value):
        added = sum(
            value.get(role, 0.0)
            for role in (AmountRole.SUBTOTAL, AmountRole.TAX, AmountRole.SERVICE)
        )
        less = abs(value.get(AmountRole.DISCOUNT, 0.0))
        yield round(added - less + value.get(AmountRole.ROUNDING, 0.0), 2)


def _total_support(
    entry: LabelledAmount, occurrences: Counter[tuple[int, AmountRole]], expected: Sequence[float]
) -> float:
    """Points for a total. Its words count as much as arithmetic that is exact to the cent."""
    value, named = entry.amount.value, entry.role is AmountRole.TOTAL
    off = min((abs(value - other) for other in expected), default=value + 1)
    return (
        2.0 * named
        + 1.2 * bool(named and FINAL.search(entry.label))
        + 0.4 * bool(named and WITH_TAX.search(entry.label))
        + 2.0 * (off < EQUAL)
        + 0.6 * (off < CENT)
        + 0.8 * bool(occurrences[_cents(entry), AmountRole.PAID])
        + 0.3 * min(occurrences[_cents(entry), AmountRole.TOTAL] - 1, 2)
        - 5.0 * (value <= 0)
    )


def read_totals(document: DocumentLayout) -> list[ExtractedValue]:
    """Return the totals of a document, and what was paid."""
    best = document.cached(best_amounts)
    results = []
    for role, entry in best.items():
        group = "payment" if role in (AmountRole.PAID, AmountRole.CHANGE) else "totals"
        amount = entry.amount
        value = plain_number(abs(amount.value) if group == "payment" else amount.value)
        confidence = (
            0.75
            if role is not AmountRole.TOTAL
            else NAMED_CONFIDENCE
            if entry.role is role
            else GUESSED_CONFIDENCE
        )
        results.append(
            document.value(f"{group}.{role.value}", value, amount.start, amount.end, confidence)
        )
    return results
