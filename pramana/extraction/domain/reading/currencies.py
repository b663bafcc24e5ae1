"""The currency of a document: that of most amounts, or the one that a heading names."""

import re
from collections import Counter

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.amounts import CURRENCIES
from pramana.extraction.domain.reading.document_layout import DocumentLayout

BARE_CURRENCY = re.compile(
    r"(?<![\w$])(?:"
    + "|".join(f"(?P<code_{code}>{words})" for code, words in CURRENCIES.items())
    + r")(?![\w$])"
)


INDIAN = re.compile(r"\bGSTIN\b|\bIFSC\b|\bINR\b|₹|\b[CSI]GST\b|\+91\b|\bIndia\b")


def currency(document: DocumentLayout) -> ExtractedValue | None:
    """Return the currency of most amounts, with the first such amount as evidence."""
    counted = Counter(amount.currency for amount in document.amounts if amount.currency)
    if not counted:
        return _currency_without_amount(document)
    code = counted.most_common(1)[0][0]
    first = next(amount for amount in document.amounts if amount.currency == code)
    code = "INR" if code == "NPR" and _is_indian(document.text) else code
    return document.value("currency", code, first.start, first.end, 0.8)


def _currency_without_amount(document: DocumentLayout) -> ExtractedValue | None:
    """Return the currency that only a heading names: "Amount (INR)"."""
    match = BARE_CURRENCY.search(document.text)
    if match is None:
        return None
    code = next(code for code in CURRENCIES if match[f"code_{code}"])
    code = "INR" if code == "NPR" and _is_indian(document.text) else code
    return document.value("currency", code, match.start(), match.end(), 0.7)


def _is_indian(text: str) -> bool:
    """Whether a paper that writes Rs. comes from India."""
    return INDIAN.search(text) is not None
