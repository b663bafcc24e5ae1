"""Questions for the documents that say something, or whose value lies within a limit."""

from pramana.chat.domain.evidence import QuestionEvidence
from pramana.chat.domain.filter_answers import answer_with_filter
from pramana.chat.domain.question_limits import Limits, question_limits
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


BILLS = [
    NumberedPassage(
        1, "Rechnung 12\nZahlbar bis 14.06.2026 ohne Abzug.", title="Rechnung 12", document="a"
    ),
    NumberedPassage(2, "INVOICE 5\nPay by 2 June 2026", title="Invoice 5", document="b"),
    NumberedPassage(
        3,
        "INVOICE 6\nDate: 2 June 2026\nPayment due: 30 June 2026",
        title="Invoice 6",
        document="c",
    ),
]


def test_the_last_day_to_pay_is_known_by_what_papers_call_it() -> None:
    assert documents_in("Which invoices are due before 20 June 2026?", BILLS) == [
        "Rechnung 12",
        "Invoice 5",
    ]
    assert documents_in("Which invoice is due on 2 June 2026?", BILLS) == ["Invoice 5"]


def test_a_column_is_known_by_the_words_that_only_it_has() -> None:
    stock = "| item | qty | max_qty |\n|---|---|---|\n| ropes | 9 | 8 |\n| hooks | 3 | 8 |\n"
    question = "Which items are above their maximum?"
    said = answer_with_filter(QuestionEvidence(question, [NumberedPassage(1, stock)]))
    assert len(said) == 1 and "ropes" in said[0].text


def test_rows_that_a_column_marks_are_listed() -> None:
    tools = (
        "| tool | needs oil | price |\n|---|---|---|\n"
        "| saw | yes | 4 |\n| plane | no | 5 |\n| vice | yes | 6 |\n"
    )
    question = "Which of the tools need oil?"
    said = answer_with_filter(QuestionEvidence(question, [NumberedPassage(1, tools)]))
    assert [each.text.split(":")[0] for each in said] == ["saw", "vice"]


AMERICAN = NumberedPassage(
    3,
    "INVOICE 400-C\n\n| No. | Date | Due |\n|---|---|---|\n| 400-C | 05/28/2026 | 07/06/2026 |\n",
    title="Red Butte Paper",
    document="butte",
)


def test_the_column_of_due_days_and_the_order_of_month_and_day_are_known() -> None:
    july = "Which invoices are due in July 2026?"
    assert sorted(documents_in(july, [*INVOICES, AMERICAN])) == ["Kite Signs", "Red Butte Paper"]
    assert documents_in("Which invoices are due in June 2026?", [AMERICAN]) == []


def test_a_day_with_dashes_is_a_day_to_pay() -> None:
    paper = NumberedPassage(
        1, "INVOICE 8\nPayable on or before: 03-Sep-2026\n", title="Otter Ropes", document="ropes"
    )
    assert documents_in("Which invoices are due in September 2026?", [paper]) == ["Otter Ropes"]


def test_one_value_of_each_document_is_put_side_by_side() -> None:
    question = "Put the totals of all two printing invoices side by side"
    assert sorted(documents_in(question, INVOICES)) == ["Kite Signs", "Mill Bakery"]


def test_invoices_side_by_side_are_their_totals() -> None:
    question = "Put the two printing invoices with VAT next to each other"
    assert sorted(documents_in(question, INVOICES)) == ["Kite Signs", "Mill Bakery"]


def test_a_limit_may_count_itself() -> None:
    assert question_limits("Which can we leave with notice of two months or less?") == Limits(
        0.0, 60.8, False, "month", "two months or less"
    )
    assert question_limits("Which leases run for at least 3 years?") == Limits(
        1095.0, 1e12, False, "year", "at least 3 years"
    )


def test_rows_below_a_mark_are_found_without_the_word_which() -> None:
    stock = NumberedPassage(
        1,
        "| item | in_store | order_at |\n|---|---|---|\n| glue | 2 | 5 |\n| tape | 9 | 4 |\n",
        title="stock",
    )
    question = "What in the store has dropped below the order mark?"
    said = answer_with_filter(QuestionEvidence(question, [stock]))
    assert len(said) == 1
    assert "glue" in said[0].text


def test_the_contract_that_is_asked_for_may_follow_a_preposition() -> None:
    question = "By which contract is the law of Scotland governed?"
    assert documents_in(question, PAPERS) == ["Gardening agreement"]


FOREIGN_BILLS = [
    NumberedPassage(
        1,
        "INVOICE\nInvoice #: 91\nInvoice date: 03/05/2026\nTerms: Net 30\nDue date: 04/04/2026\n",
        title="Osprey Wax, Inc.",
        document="wax",
    ),
    NumberedPassage(
        2,
        "INVOICE 8\nDate: 05/03/2026\nTerms: 30 days net\nDue date: 04/04/2026\nTotal: 9.00\n",
        title="Grebe Rope",
        document="rope",
    ),
    NumberedPassage(
        3,
        "Facture 17\nDate : 02/01/2026\nPayable au plus tard le 01/02/2026.\n",
        title="Cordes du Lac",
        document="cordes",
    ),
    NumberedPassage(
        4,
        "INVOICE\nInvoice date: 02/09/2026\nTerms: Net 30\nDue date: 03/11/2026\nLodi, CA 95240\n",
        title="Heron Tools",
        document="tools",
    ),
]


def test_a_day_to_pay_is_read_as_its_paper_writes_days() -> None:
    assert documents_in("Which invoices are due in April 2026?", FOREIGN_BILLS) == [
        "Osprey Wax, Inc.",
        "Grebe Rope",
    ]
    february = "Which invoices had to be paid before 10 February 2026?"
    assert documents_in(february, FOREIGN_BILLS) == ["Cordes du Lac"]
    assert documents_in("Which invoice is due in March 2026?", FOREIGN_BILLS) == ["Heron Tools"]


TRANSPORT = [
    NumberedPassage(1, "Offer 1\nCargo insurance included.", title="Teal Cargo", document="t"),
    NumberedPassage(
        2,
        "Offer 2\n\n| Item | EUR |\n|---|---|\n| Sea freight | 900 |\n| Cargo insurance | 70 |\n",
        title="Heron Freight",
        document="h",
    ),
    NumberedPassage(3, "Offer 3\nCargo insurance is not included.", title="Widgeon", document="w"),
]


def test_an_item_with_its_price_is_included() -> None:
    found = documents_in("Which offers include cargo insurance?", TRANSPORT)
    assert sorted(found) == ["Heron Freight", "Teal Cargo"]
