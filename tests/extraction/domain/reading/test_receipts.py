from dataclasses import dataclass
from typing import Any

import pytest

from pramana.extraction.domain.reading.document_layout import lines_of
from pramana.extraction.domain.reading.document_reader import read_document
from tests.extraction.domain.reading.samples import RECEIPT


@dataclass(frozen=True)
class Word:
    word: str
    y0: float
    y1: float


def read(text: str, boxes: list[Word] | None = None) -> dict[str, Any]:
    lines = lines_of(text, boxes) if boxes else None
    return {found.path: found.value for found in read_document(text, lines=lines).values}


def test_a_name_over_two_lines_is_read_whole_without_its_number() -> None:
    assert read(RECEIPT)["vendor.name"] == "MERANTI HARDWARE & ELECTRICAL SDN BHD"


def test_an_address_ends_where_the_telephone_begins() -> None:
    expected = "NO. 12, JALAN KENARI 3, TAMAN KENARI, 81100 JOHOR BAHRU JOHOR"

    assert read(RECEIPT)["vendor.address"] == expected


def test_a_date_with_two_digits_of_the_year_is_read_day_first() -> None:
    assert read(RECEIPT)["document.date"] == "2018-03-01"


def test_goods_have_count_price_and_amount() -> None:
    found = read(RECEIPT)

    assert found["items[0].description"] == '3/4" HOSE CLIP'
    assert [found[f"items[0].{part}"] for part in ("quantity", "unit_price", "amount")] == [2, 4, 8]
    assert found["items[1].amount"] == 12.02
    assert "items[2].amount" not in found


def test_each_sum_has_its_role() -> None:
    found = read(RECEIPT)

    assert found["totals.subtotal"] == 20.02
    assert found["totals.tax"] == 1.2
    assert found["totals.rounding"] == -0.02
    assert found["totals.total"] == 21.2
    assert (found["payment.paid"], found["payment.change"]) == (50, 28.8)
    assert found["currency"] == "MYR"


HEAD = "MERANTI TRADING\nNO 1, JALAN BESAR, 43000 KAJANG\nDate: 02/03/2018\nCASHIER 1\n"


@pytest.mark.parametrize(
    ("foot", "total"),
    [
        ("TOTAL 33.92\nROUNDING ADJ -0.02\nTOTAL ROUNDED 33.90\nCASH 50.00\nCHANGE 16.10", 33.9),
        ("TOTAL 277.90\nDISCOUNT 0.90\nTOTAL INCLUSIVE GST: 277.00\nCASH 277.00", 277),
        ("SUB TOTAL 68.87\nGST 6% 4.13\nTO8E 73.00\nCHANGE 0.00", 73),
        ("TOTAL RM INCL. OF GST 31.47\nROUNDING ADJ -0.02\nTOTAL RM 31.45\nCASH -50.00", 31.45),
        ("TOTAL\n593.10\nGST SUMMARY\nTOTAL 559.53 33.57", 593.1),
        ("Total 0% supplies: 38.55\nGST: 0.00\nTotal Payable: 38.55", 38.55),
        (
            "Total (Excluding GST): 6.79\nGST payable (6%): 0.41\nTotal (Inclusive of GST): 7.20",
            7.2,
        ),
        ("Total 173.60\nCredit Card 173.60\nTotal Net 163.77\nGST 9.83", 173.6),
        ("TOTAL QTY: 3 54.00\nSUB TOTAL: 50.94\nTOTAL GST: 3.06\nTOTAL: 54.00", 54),
        ("T O T A L 12.30\nVISA 12.30", 12.3),
        ("CASH 10.00\nCHANGE 2.50\nAMOUNT 7.50", 7.5),
    ],
)
def test_the_total_is_the_sum_that_words_and_arithmetic_support(foot: str, total: float) -> None:
    assert read(HEAD + foot)["totals.total"] == total


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("THREE FRIENDS\nBISTRO & CAFE\n109, SS21/1A,\nDAMANSARA UTAMA", "THREE FRIENDS"),
        (
            "POPULAR PENS\nCO. (M) SDN BHD\n(CO. NO. 113825-W)\nNO 8, JALAN 7",
            "POPULAR PENS CO. (M) SDN BHD",
        ),
        ("A02045\nPERNIAGAAN HUI\nJM0325955-V\nNO.59 JALAN 9/5", "PERNIAGAAN HUI"),
        ("TQ FOR SHOPPING WITH US\nPAGOH REST AREA\nLOT R1, JALAN UTARA", "PAGOH REST AREA"),
        (
            "Burger House\nGerbang Foods Sdn Bhd (65351-M)\nLevel 6, Jalan 2",
            "Gerbang Foods Sdn Bhd",
        ),
        ("AON CO. (M) BHD (126926-H)\n3RD FLR, JLN JEJAKA", "AON CO. (M) BHD"),
    ],
)
def test_the_name_is_the_firms_and_not_what_stands_around_it(head: str, name: str) -> None:
    text = f"{head}\nTEL: 03-1234567\nTAX INVOICE\nDate: 02/03/2018\nTOTAL 5.00\nCASH 5.00\n"

    assert read(text)["vendor.name"] == name


def test_large_type_speaks_for_a_name() -> None:
    text = "Harbour Lights\nSunset Row\nTAX INVOICE\nDate: 02/03/2018\nTOTAL 5.00\nCASH 5.00\n"
    words = [Word(word, 0.0, 0.02 if word in ("Sunset", "Row") else 0.01) for word in text.split()]

    assert read(text)["vendor.name"] == "Harbour Lights"
    assert read(text, words)["vendor.name"] == "Sunset Row"


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Date: 25/12/2018", "2018-12-25"),
        ("23/03/2018 9:34:40 AM", "2018-03-23"),
        ("23/03/20183:13:19", "2018-03-23"),
        ("2O18-O3-23", "2018-03-23"),
        ("16 MAR 2018 18:20", "2018-03-16"),
        ("17JAN2018", "2018-01-17"),
        ("Card Expiry: 30/09/18\nSlip 01/03/18 19:14", "2018-03-01"),
        ("03/25/2018", "2018-03-25"),
        ("01/03/1819:14", "2018-03-01"),
    ],
)
def test_dates_are_read_as_tills_print_them(written: str, day: str) -> None:
    text = f"MERANTI TRADING\nNO 1, JALAN BESAR\nRECEIPT\n{written}\nTOTAL 5.00\nCASH 5.00\n"

    assert read(text)["document.date"] == day
