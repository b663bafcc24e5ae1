"""What an amount is, by the words beside it. The order of the words decides between them."""

import re
from enum import StrEnum


class Role(StrEnum):
    TOTAL = "total"
    SUBTOTAL = "subtotal"
    TAX = "tax"
    SERVICE = "service_charge"
    DISCOUNT = "discount"
    ROUNDING = "rounding"
    PAID = "paid"
    CHANGE = "change"
    OTHER = "other"


_T = r"(?:T\s?[O0Q]\s?T\s?A\s?[LI1!|]?|JUMLAH)"
"""Total, as printed and as OCR leaves it."""

_WORDS: tuple[tuple[Role, tuple[str, ...]], ...] = (
    (
        Role.OTHER,
        (r"\bQTY|QUANTITY|\bITEMS?\b|COUNT\b|\bPAX|POINTS?", r"\bCARD\s*NO|AVERAGE|SAVING"),
    ),
    (Role.TAX, (r"^\W*(?:G\.?S\.?T|TAX|VAT|SST)\b(?!.*EXC)", r"TAX\s*(?:AMOUNT|AMT)")),
    (
        Role.TOTAL,
        (rf"{_T}.*ROUND(?:ED|\b)|ROUNDED\s*{_T}|{_T}.*\bAFTER\b", r"BALANCE\s*DUE|कुल\s*जम्मा"),
    ),
    (Role.ROUNDING, (r"R[O0]UND|PEMBUNDARAN|\bADJ",)),
    (Role.CHANGE, (r"CHANGE|\bBAKI\b|\bRETURN(?:ED)?\b|फिर्ता",)),
    (
        Role.SUBTOTAL,
        (
            rf"SUB\W*{_T}|{_T}\s*NET\b(?!\s*AM)|{_T}.*(?:EXC|BEFORE|EX\.?\s*GST)",
            r"\bEXC\w*\s*GST|TAXABLE|(?:कर|भ्याट)\s*(?:अघि|बाहेक)|उप[- ]?जम्मा",
        ),
    ),
    (Role.SERVICE, (r"SERV\w*\.?\s*C|\bSVC|\bS\.?\s?C\b|सेवा\s*शुल्क",)),
    (Role.DISCOUNT, (r"DISC|REBATE|VOUCHER|छुट",)),
    (
        Role.TOTAL,
        (
            rf"{_T}.*\bINC|\bINC\w*.*{_T}|GRAND|N[EC]TT?\s*{_T}|PAYABLE|NETT?\s*AM(?:OUN)?T",
            rf"{_T}\s*(?:DUE|PAYABLE|AMOUNT|AMT|SALES|RM|MYR|PRICE)|AM(?:OUN)?T\s*(?:DUE|PAYABLE)",
            r"कुल\s*रकम|जम्मा\s*रकम|कूल",
        ),
    ),
    (Role.TAX, (r"\bG\.?S\.?T\b|\bTAX\b|\bVAT\b|\bSST\b|भ्याट|मू\.?\s?अ\.?\s?कर|(?<!\w)कर(?!\w)",)),
    (
        Role.PAID,
        (
            r"\bCASH\b|TENDER|\bPAID\b|PAYMENT|\bVISA|MASTER|\bCARD\b|DEBIT|CREDIT|TUNAI|RECEIVED",
            r"भुक्तानी|नगद",
        ),
    ),
    (Role.TOTAL, (rf"\b{_T}\b|^\s*{_T}|(?<!\w)जम्मा|\bSUM\b",)),
)
_PATTERNS = [(role, re.compile("|".join(words), re.IGNORECASE)) for role, words in _WORDS]
_COUNTED = re.compile(r"^.*\b\d+(?:\.\d+)?\b(?!\s?%)")
FINAL = re.compile(rf"ROUND|GRAND|NETT|N[EC]T\s*{_T}|PAYABLE|DUE|AFTER|कुल", re.IGNORECASE)
"""Words for the last of several totals."""

WITH_TAX = re.compile(r"\bINC", re.IGNORECASE)
LONGEST_LABEL = 120


def role_of(label: str) -> Role:
    """What an amount beside these words is.

    >>> role_of("Total Sales (Inclusive of GST)").value, role_of("TOTAL GST").value
    ('total', 'tax')
    """
    near = label[-LONGEST_LABEL:]
    return next((role for role, words in _PATTERNS if words.search(near)), Role.OTHER)


def role_after_count(label: str) -> Role:
    """The role by the whole label; of one that counts first ("QTY 3 TOTAL"), by what follows."""
    whole = role_of(label)
    return role_of(_COUNTED.sub("", label)) if whole is Role.OTHER else whole


def is_worded(text: str, letters: int = 2) -> bool:
    """Whether there are letters beside digits and signs, of any script."""
    return sum(char.isalpha() for char in text) >= letters
