"""What cannot be a value: words without a digit for an amount, a signature for a party."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.reading.candidate_scoring import may_be_value
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import CandidateSource, FieldCandidate
from pramana.extraction.domain.reading.field_questions import FieldQuestion
from pramana.extraction.domain.reading.value_forms import ValueForm


@pytest.mark.parametrize(
    ("name", "words", "may"),
    [
        ("VAT", "19 %", False),
        ("VAT", "no VAT", True),
        ("Discount", "2 %", True),
        ("Deposit paid", "monthly, within 14 days", False),
        ("Deposit paid", "EUR 300", True),
        ("Votes against", "the whole committee", False),
        ("Number of guests", "forty-two or three", True),
        ("Website", "hello@larkfield.example", False),
        ("Website", "larkfield.example", True),
        ("Email", "larkfield.example", False),
        ("Governing law", "G. Law", False),
        ("Governing law", "Portugal", True),
    ],
)
def test_words_fit_the_form_that_the_name_asks_for(name: str, words: str, may: bool) -> None:
    question = FieldQuestion(FieldSpec(name=name))
    candidate = FieldCandidate(0, len(words), words, ValueForm.WORDS, source=CandidateSource.READER)
    assert may_be_value(DocumentLayout(words), question, candidate) is may


@pytest.mark.parametrize(
    "line",
    [
        "Signed: Marta Kvist (Supplier)",
        "For the Supplier: Marta Kvist",
        "On behalf of Larkfield: Marta Kvist",
    ],
)
def test_who_signs_is_not_the_party(line: str) -> None:
    document = DocumentLayout(f"SUPPLY AGREEMENT\n1. Goods. Bricks.\n{line}\n")
    start = document.text.index("Marta")
    candidate = FieldCandidate(start, start + 11, "Marta Kvist", ValueForm.NAME)
    assert not may_be_value(document, FieldQuestion(FieldSpec(name="Supplier")), candidate)
    assert may_be_value(document, FieldQuestion(FieldSpec(name="Signatory")), candidate)


def test_the_day_on_which_a_party_may_end_a_contract_is_not_its_end() -> None:
    document = DocumentLayout("The Tenant may end this lease on 1 May 2027 by notice.")
    start = document.text.index("1 May")
    candidate = FieldCandidate(
        start, start + 10, "2027-05-01", ValueForm.DATE, source=CandidateSource.READER
    )
    assert not may_be_value(document, FieldQuestion(FieldSpec(name="End date")), candidate)
