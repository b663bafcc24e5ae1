"""Documents titled only by their kind are told apart by sender and date, or by their file."""

import pytest

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.document_identity import document_name, is_kind, sender_of
from pramana.chat.prompts.compose import NumberedPassage


@pytest.mark.parametrize(
    ("title", "head", "name"),
    [
        ("INVOICE", "INVOICE\nGodwit Timber Ltd · Wharf 3\n", "INVOICE – Godwit Timber Ltd"),
        ("Minutes", "Minutes\nTeal Rowing Club\n4 May 2026\n",
         "Minutes – Teal Rowing Club, 4 May 2026"),
        ("Press Release", "Press Release\nFor immediate use\n", "Press Release – news.pdf"),
        ("Offer", "Offer\nSupplier: Knot & Reef\nTo: Avocet Hall Trust\n", "Offer – Knot & Reef"),
        ("कार्यालयको सूचना", "कार्यालयको सूचना\nसल्लेरी बचत सहकारी संस्था लि., सल्लेरी\n",
         "कार्यालयको सूचना – सल्लेरी बचत सहकारी संस्था लि."),
        ("Amendment No. 1", "Amendment No. 1\nto the service agreement of the society\n",
         "Amendment No. 1 – news.pdf"),
    ],
)  # fmt: skip
def test_a_title_that_is_only_a_kind_is_made_telling(title: str, head: str, name: str) -> None:
    assert document_name(title, head, "news.pdf") == name


@pytest.mark.parametrize("title", ["Invoice GT-55", "Rules of the boat house", "Rent 2026"])
def test_a_telling_title_stays_as_it_is(title: str) -> None:
    assert not is_kind(title)
    assert document_name(title, "Godwit Timber Ltd\n3 May 2026") == title


def test_a_sentence_about_an_office_is_no_sender() -> None:
    assert sender_of("Minutes", "Minutes\nThe roof was mended by the council.") == ""


def test_the_one_a_paper_is_sent_to_is_not_its_sender() -> None:
    assert sender_of("BILL", "BILL\nTo: Avocet Hall Trust\nDate: 3 May 2026") == ""


def _bill(number: int, head: str, total: str) -> NumberedPassage:
    text = f"{head}\nTotal: GBP {total}\n"
    name = document_name("TAX INVOICE", text)
    return NumberedPassage(number, text, "TAX INVOICE", document=str(number), head=text, name=name)


BILLS = [
    _bill(1, "TAX INVOICE\nGodwit Timber Ltd, Wharf 3\nDate: 3 May 2026", "410.00"),
    _bill(2, "TAX INVOICE\nDunlin Paints Ltd, Hull\nDate: 9 May 2026", "95.00"),
]


def test_listed_documents_carry_their_names() -> None:
    said = compose_answer("List all invoices with their totals", BILLS, None)
    assert [each.text.split(":")[0] for each in said] == [
        "TAX INVOICE – Godwit Timber Ltd, 3 May 2026",
        "TAX INVOICE – Dunlin Paints Ltd, 9 May 2026",
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which suppliers have sent us invoices?",
        "What firms billed us with invoices, who sent them?",
    ],
)
def test_senders_of_all_papers_of_a_kind_are_named(question: str) -> None:
    said = [each.text for each in compose_answer(question, BILLS, None)]
    assert len(said) == 2
    assert "Godwit Timber Ltd" in said[0] and "Dunlin Paints Ltd" in said[1]
