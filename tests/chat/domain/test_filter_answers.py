"""Questions for the documents that say something, or whose value lies within a limit."""

from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.filter_answers import answer_with_filter
from pramana.chat.prompts.compose import NumberedPassage

PAPERS = [
    NumberedPassage(
        1,
        "9. This agreement is governed by the law of Scotland.",
        title="Gardening agreement",
        document="garden",
    ),
    NumberedPassage(
        2,
        "12. The lease is governed by the law of Malta. It is not governed by other laws.",
        title="Lease of the boathouse",
        document="lease",
    ),
    NumberedPassage(3, "The law of Scotland is old.", title="A history", document="history"),
]


def test_documents_are_named_with_the_sentence_that_says_it() -> None:
    question = "Which contract is governed by the law of Scotland?"
    said = answer_with_filter(QuestionEvidence(question, PAPERS))
    assert [each.text for each in said] == [
        "Gardening agreement: 9. This agreement is governed by the law of Scotland."
    ]


def test_nothing_is_said_where_no_document_says_it() -> None:
    question = "Which contract is governed by the law of Iceland?"
    assert answer_with_filter(QuestionEvidence(question, PAPERS)) == []


INVOICES = [
    NumberedPassage(
        1,
        "INVOICE 71\nDate: 2 June 2026\nPayment due: 16 June 2026\nTotal: GBP 90.00\n",
        title="Mill Bakery",
        document="bakery",
    ),
    NumberedPassage(
        2,
        "INVOICE K-9\nDate: 4 June 2026\nPayment due: 9 July 2026\nTotal: GBP 410.00\n",
        title="Kite Signs",
        document="signs",
    ),
]


def documents_in(question: str, papers: list[NumberedPassage]) -> list[str]:
    said = answer_with_filter(QuestionEvidence(question, papers))
    return [each.text.split(":")[0] for each in said]


def test_a_period_lets_through_what_falls_into_it() -> None:
    question = "Which invoices fall due between 10 and 20 June 2026?"
    assert documents_in(question, INVOICES) == ["Mill Bakery"]
    later = "Which invoices are due between 1 July 2026 and 31 July 2026?"
    assert documents_in(later, INVOICES) == ["Kite Signs"]


def test_a_value_of_each_document_of_a_kind_is_listed() -> None:
    said = answer_with_filter(QuestionEvidence("List all invoices with their totals", INVOICES))
    assert sorted(each.text for each in said) == [
        "Kite Signs: Total: GBP 410.00.",
        "Mill Bakery: Total: GBP 90.00.",
    ]


def test_documents_that_name_a_thing_are_listed() -> None:
    papers = [
        NumberedPassage(1, "We bought a Finch 12 in May.", title="Minutes", document="a"),
        NumberedPassage(2, "The Finch 14 weighs 3 kg.", title="Leaflet", document="b"),
    ]
    assert documents_in("Which documents mention the Finch 12?", papers) == ["Minutes"]
