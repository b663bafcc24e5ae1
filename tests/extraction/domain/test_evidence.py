"""Values are found in the text however they are written there, and nowhere else."""

import pytest

from pramana.extraction.domain.evidence import EvidenceSource

TEXT = """सूर्यकोट नगरपालिका
मिति: २०८१।०२।१८
बिल नं. ४५२

Paid 31 May 2024 to Himal  Builders
Sand 1,200.00
Total रु. १२,३४,५००/-
Tax 1,200.00
Contract sum 2.5 crore, due 15/08/24
"""
PAPER = EvidenceSource(TEXT, [0, 40])


@pytest.mark.parametrize(
    ("path", "value", "quote"),
    [
        (("date",), "2024-05-31", "२०८१।०२।१८"),
        (("payment", "date"), "2024-05-31", "31 May 2024"),
        (("total",), 1234500, "१२,३४,५००"),
        (("total",), 1234500.0, "१२,३४,५००"),
        (("number",), 452, "४५२"),
        (("contract_sum",), 25_000_000, "2.5 crore"),
        (("due_date",), "2024-08-15", "15/08/24"),
        (("vendor",), "Himal Builders", "Himal  Builders"),
        (("vendor",), "HIMAL BUILDERS", "Himal  Builders"),
        (("office",), "सूर्यकोट नगरपालिका", "सूर्यकोट नगरपालिका"),
    ],
)
def test_a_value_is_found_in_its_written_form(path, value, quote) -> None:
    given = "Paid 31 May 2024" if path == ("payment", "date") else ""

    found = PAPER.evidence(path, value, given)

    assert found
    assert found["quote"] == quote == TEXT[found["start"] : found["end"]]
    assert found["supports"] is True


@pytest.mark.parametrize("value", [9999, "2023-01-01", "Other Builders", "x", None, True])
def test_what_the_document_does_not_say_has_no_evidence(value) -> None:
    assert PAPER.evidence(("field",), value) is None


def test_of_equal_numbers_the_one_beside_its_label_is_taken() -> None:
    tax, sand = PAPER.evidence(("tax",), 1200), PAPER.evidence(("sand",), 1200)

    assert tax and sand
    assert tax["start"] == TEXT.index("1,200.00", TEXT.index("Tax"))
    assert sand["start"] == TEXT.index("1,200.00")


def test_a_quote_is_narrowed_to_the_value_in_it() -> None:
    found = PAPER.evidence(("tax",), 1200, "Tax 1,200.00")

    assert found
    assert found["quote"] == "1,200.00"


def test_a_quote_that_does_not_hold_the_value_does_not_support_it() -> None:
    found = PAPER.evidence(("total",), 777, "Tax 1,200.00")

    assert found
    assert found["supports"] is False


def test_a_quote_that_is_not_in_the_document_is_not_believed() -> None:
    assert PAPER.evidence(("total",), 777, "Grand total 777") is None


def test_for_yes_and_no_the_quote_is_all_there_is() -> None:
    found = PAPER.evidence(("paid",), True, "Paid 31 May 2024")

    assert found
    assert found["supports"] is True


def test_the_page_is_that_of_the_place() -> None:
    first, second = PAPER.evidence(("date",), "2024-05-31"), PAPER.evidence(("t",), 1234500)

    assert first and second
    assert (first["page"], second["page"]) == (0, 1)


def test_a_sign_and_a_continental_number_are_evidence() -> None:
    text = "Gesamtbetrag 1.487,50 €\nZahlbar bis 3. März 2026"
    source = EvidenceSource(text)

    money = source.evidence(("total",), 1487.5)
    currency = source.evidence(("currency",), "EUR", "Gesamtbetrag 1.487,50 €")
    day = source.evidence(("due",), "2026-03-03")

    assert money and money["supports"] and "1.487,50" in money["quote"]
    assert currency and currency["supports"] and currency["quote"] == "€"
    assert day and day["supports"] and day["quote"] == "3. März 2026"
