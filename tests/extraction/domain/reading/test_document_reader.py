import time
from typing import Any

import pytest

from pramana.extraction.domain.reading.document_reader import infer_columns, read_document
from pramana.extraction.domain.reading.document_types import read_document_type
from tests.extraction.domain.reading import samples


def values(text: str) -> dict[str, Any]:
    return {found.path: found.value for found in read_document(text).values}


@pytest.mark.parametrize("kind", samples.KINDS)
def test_a_paper_is_known_by_the_words_it_uses_of_itself(kind: str) -> None:
    assert read_document_type(samples.KINDS[kind]).name == kind


def test_a_text_that_says_nothing_of_itself_is_no_kind() -> None:
    assert read_document_type("The hills were quiet in the evening.").name == "other"


@pytest.mark.parametrize("kind", samples.KINDS)
def test_every_value_stands_in_the_text_where_it_says(kind: str) -> None:
    text = samples.KINDS[kind]

    for found in read_document(text).values:
        assert text[found.start : found.end] == found.quote
        assert 0 < found.confidence < 1


def test_an_invoice_gives_its_seller_buyer_rows_and_sums() -> None:
    read = values(samples.INVOICE)

    assert read["vendor.name"] == "Himal Suppliers Pvt. Ltd."
    assert read["vendor.tax_id"] == "301234567"
    assert read["buyer.name"] == "Everest Traders"
    assert (read["document.date"], read["document.due_date"]) == ("2024-06-29", "2024-07-30")
    assert read["items[1].description"] == "Toner cartridge"
    assert (read["items[1].quantity"], read["items[1].amount"]) == (2, 6500)
    assert (read["totals.subtotal"], read["totals.tax"], read["totals.total"]) == (
        11000,
        1430,
        12430,
    )
    assert read["currency"] == "NPR"


def test_a_nepali_invoice_is_read_in_its_own_digits_and_calendar() -> None:
    read = values(samples.NEPALI_INVOICE)

    assert read["vendor.name"] == "श्री गणेश ट्रेडर्स प्रा.लि."
    assert read["document.date"] == "2024-06-29"
    assert (read["totals.subtotal"], read["totals.tax"], read["totals.total"]) == (
        11000,
        1430,
        12430,
    )


def test_rows_of_a_table_with_bars_are_read_too() -> None:
    read = values(samples.ORDER)

    assert read["vendor.name"] == "Acme Tools Ltd"
    assert [read[f"items[{i}].amount"] for i in (0, 1)] == [50, 7.5]
    assert read["totals.total"] == 57.5


def test_a_contract_names_its_parties_with_their_roles() -> None:
    read = values(samples.CONTRACT)

    assert read["parties[0].name"] == "Department of Roads"
    assert read["parties[0].role"] == "Employer"
    assert read["parties[1].name"] == "Sagarmatha Construction Pvt. Ltd."
    assert read["contract.sum"] == 52_500_000
    assert read["document.date"] == "2024-05-12"
    assert (read["contract.start"], read["contract.end"]) == ("2024-06-01", "2026-05-31")


def test_a_nepali_contract_names_its_parties() -> None:
    read = values(samples.NEPALI_CONTRACT)

    assert read["parties[0].name"] == "सडक विभाग"
    assert read["parties[1].name"] == "सगरमाथा निर्माण सेवा"
    assert read["contract.sum"] == 5_250_000


def test_a_notice_gives_its_deadline_and_not_the_day_it_was_published() -> None:
    read = values(samples.TENDER)

    assert read["issuer.name"] == "सडक डिभिजन कार्यालय, चितवन"
    assert read["document.date"] == "2023-12-31"
    assert read["notice.deadline"] == "2024-01-28"
    assert (read["notice.estimate"], read["notice.security"]) == (12_500_000, 310_000)


def test_a_letter_gives_whom_it_is_to_who_signs_and_its_subject() -> None:
    read = values(samples.LETTER)

    assert read["letter.recipient"] == "The Chief Executive Officer"
    assert read["letter.sender"] == "Ram Prasad Sharma"
    assert read["document.title"] == "Submission of quarterly report"


def test_minutes_give_who_was_there_and_what_was_decided() -> None:
    read = values(samples.MINUTES)

    assert [read[f"meeting.attendees[{i}]"] for i in (0, 1)] == ["Sita Thapa", "Hari Karki"]
    assert read["meeting.decisions[1]"] == "It was decided to open a branch in Pokhara."
    assert "meeting.decisions[2]" not in read


def test_a_release_is_titled_by_the_line_below_its_kind() -> None:
    read = values(samples.RELEASE)

    assert read["document.title"] == "Nepal Rastra Bank keeps policy rate unchanged"
    assert read["issuer.name"] == "Nepal Rastra Bank"
    assert read["details.media_contact"] == "Dilli Ram Pokharel"


def test_the_days_of_a_statements_period_are_not_its_date_first() -> None:
    read = values(samples.STATEMENT)

    assert read["statement.period"] == "1 Jan 2024 to 31 Jan 2024"
    assert (read["statement.opening_balance"], read["statement.closing_balance"]) == (10000, 60000)


def test_columns_are_what_most_papers_have() -> None:
    columns = infer_columns([samples.INVOICE, samples.NEPALI_INVOICE, samples.ORDER])

    named = {column.name: column.type.value for column in columns}
    assert named["company"] == "string"
    assert named["date"] == "date"
    assert named["total"] == "money"
    assert "document_due_date" not in named  # only one of them has it


def test_no_texts_have_no_columns() -> None:
    assert infer_columns([]) == []


@pytest.mark.parametrize(
    "piece",
    ["\t1\t", "Total Total ", "12.50 ", "between A ", "पहिलो पक्ष ", "NO 1 ", "a: b: ", "      "],
)
def test_what_is_read_grows_no_faster_than_the_text(piece: str) -> None:
    short, long = (_cpu(piece * (size // len(piece))) for size in (10_000, 60_000))

    assert long < 20 * max(short, 0.02)


def _cpu(text: str) -> float:
    """The better of two: a collection of garbage may fall into one."""
    return min(_once(text), _once(text))


def _once(text: str) -> float:
    began = time.process_time()
    read_document(text)
    return time.process_time() - began


@pytest.mark.parametrize("text", ["", " ", "\n\n", "0", ":", "()", "Total", "RM", "श्री"])
def test_a_text_of_next_to_nothing_is_read_without_complaint(text: str) -> None:
    for found in read_document(text).values:
        assert text[found.start : found.end] == found.quote


def items_of(text: str) -> dict[str, object]:
    return {each.path: each.value for each in read_document(text).values if "items" in each.path}


def test_a_column_of_codes_is_not_the_description() -> None:
    text = (
        "INVOICE\nQty\tItem\tDescription\tUnit price\tAmount\n"
        "3\tWX-20\tFilter cartridge\t8.50\t25.50\n2\tWX-31\tHose\t4.00\t8.00\nTotal\t\t\t\t33.50\n"
    )

    items = items_of(text)

    assert items["items[0].description"] == "Filter cartridge"
    assert items["items[0].quantity"] == 3
    assert items["items[0].unit_price"] == 8.5
    assert items["items[1].amount"] == 8


def test_items_go_on_over_pages_with_or_without_their_headings() -> None:
    head = "Bezeichnung\tMenge\tEinzelpreis\tGesamt"
    rows = [f"Artikel Nr {n} gut\t{n}\t2,00\t{2 * n},00" for n in range(1, 301)]
    pages = ["\n".join([head, *rows[:100]]), "\n".join(rows[100:200])]
    pages.append("\n".join([head, *rows[200:]]))
    text = (
        "RECHNUNG\nMuster GmbH\n\n" + "\n\nSeite\n\n".join(pages) + "\nGesamtbetrag\t90.300,00 €\n"
    )

    items = items_of(text)

    assert items["items[299].description"] == "Artikel Nr 300 gut"
    assert items["items[299].amount"] == 600
    assert "items[300].description" not in items
