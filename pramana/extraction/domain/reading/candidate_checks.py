"""Which candidates cannot be a field's value at all, whatever speaks for them."""

import re

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import CandidateSource, FieldCandidate
from pramana.extraction.domain.reading.field_questions import (
    END_STEMS,
    FieldQuestion,
    name_stems,
)
from pramana.extraction.domain.reading.label_regions import MODALS
from pramana.extraction.domain.reading.parties import ROLES
from pramana.extraction.domain.reading.party_blocks import is_signature
from pramana.extraction.domain.reading.value_forms import ValueForm, find_forms

_PARTIES = frozenset({"supplier", "buyer", "bidder", *ROLES})
_MAY_END = re.compile(
    rf"{MODALS}\s+(?:\w+\s+)?"
    r"(?:end|terminate|cancel|leave|break|kündigen|résilier|rescindir)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_DIGITS = frozenset({ValueForm.MONEY, ValueForm.NUMBER, ValueForm.PERCENT, ValueForm.PHONE})
_COUNT_WORD = re.compile(
    r"\b(?:no|none|nil|free|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half"
    r"|unanimous\w*|included|kein\w*|aucun\w*|ningun\w*)\b|छैन|निःशुल्क|एक|दुई|तीन",
    re.IGNORECASE,
)
_ONLY_PERCENT = re.compile(
    r"\W*\d+(?:[.,]\d+)?\s?(?:%|per\s?cent|percent|प्रतिशत)\W*", re.IGNORECASE
)
_NUMBERED = re.compile(r"\b(?:no|nr|number|nummer|num)\b\.?\s*[:#]?\s*\S*\d", re.IGNORECASE)
"""The number of a paper, which is no name."""
_RATES = frozenset({"discount", "late_interest", "penalty", "fee", "excess", "service_charge"})
"""Fields of money that papers may give as a rate."""


def may_be_value(
    document: DocumentLayout, question: FieldQuestion, candidate: FieldCandidate
) -> bool:
    """Whether words may be the value at all: an amount has a digit, a signature is no party.

    Where a person has taught the label, the person is right.
    """
    return bool(candidate.features.get("learned")) or _may_be(document, question, candidate)


def _may_be(document: DocumentLayout, question: FieldQuestion, candidate: FieldCandidate) -> bool:
    words, first = document.text[candidate.start : candidate.end], question.forms[0]
    is_party = bool(question.keys & _PARTIES) or question.is_other_party
    if candidate.source is not CandidateSource.LAYOUT and is_party:
        return not (is_signature(document, candidate.start) or _NUMBERED.search(words))
    if END_STEMS & set(question.stems) and _is_right_to_end(document.text, candidate.start):
        return False
    if candidate.form is not ValueForm.WORDS or question.is_typed:
        return True
    if candidate.source is CandidateSource.READER and _is_own_name(question, words):
        return False
    if first is ValueForm.EMAIL:
        return "@" in words
    if first is ValueForm.WEB:
        return "@" not in words and "." in words
    if first not in _DIGITS:
        return True
    if first is ValueForm.MONEY and question.keys - _RATES and _ONLY_PERCENT.fullmatch(words):
        return False
    if first is ValueForm.MONEY and find_forms(
        document, ValueForm.DURATION, candidate.start, candidate.end
    ):
        return bool(find_forms(document, ValueForm.MONEY, candidate.start, candidate.end))
    return any(char.isdigit() for char in words) or _COUNT_WORD.search(words) is not None


def _is_own_name(question: FieldQuestion, words: str) -> bool:
    """Whether words only repeat the field's name, as a heading does: H. Law."""
    if any(char.isdigit() for char in words):
        return False
    return {each for each in name_stems(words) if len(each) > 1} <= set(question.stems)


def _is_right_to_end(text: str, place: int) -> bool:
    """Whether a date is the day on which a party may end a contract before its end."""
    return _MAY_END.search(text[max(0, place - 120) : place]) is not None
