"""A number is shown where it stands for its field, not where it counts rows or pages."""

from typing import Any

import pytest

from pramana.extraction.domain.evidence import EvidenceSource

TABLE = """Himal Traders                      Page 1 of 2
S.N.\tParticulars\tQty\tRate\tAmount
1\tCement\t1\t850.00\t850.00
2\tSteel rods\t2\t100.00\t200.00
3\tCement\t3\t850.00\t2,550.00
"""
TURNED = """S.N.  Particulars  Amount  Rate  Qty
1  Cement  850.00  850.00  1
2  Steel rods  200.00  100.00  2
3  Cement  2,550.00  850.00  3
"""
LISTED = """Bill of quantities
1. Cement, 1 bag 850.00 850.00
2. Steel rods, 2 pieces 100.00 200.00
3. Cement, 3 bags 850.00 2,550.00
"""
NEPALI = """क्र.सं.\tविवरण\tपरिमाण\tदर\tरकम
१\tCement\t१\t८५०\t८५०
२\tSteel rods\t२\t१००\t२००
३\tCement\t३\t८५०\t२,५५०
"""
ITEMS = [
    {"name": "Cement", "quantity": 1, "rate": 850, "amount": 850},
    {"name": "Steel rods", "quantity": 2, "rate": 100, "amount": 200},
    {"name": "Cement", "quantity": 3, "rate": 850, "amount": 2550},
]


def shown(text: str, fields: Any, **quotes: str) -> Any:
    return EvidenceSource(text).tree(fields, quotes)


def columns(text: str, place: dict[str, Any]) -> tuple[int, int]:
    """In which line, and how many words or cells before it, a place stands."""
    before = text[: place["start"]]
    return before.count("\n"), len(before.rpartition("\n")[2].split())


@pytest.mark.parametrize(
    ("text", "first_line", "order"),
    [
        (TABLE, 2, {"quantity": 2, "rate": 3, "amount": 4}),
        (TURNED, 1, {"quantity": 4, "rate": 3, "amount": 2}),
        (LISTED, 1, {"quantity": 2, "rate": 4, "amount": 5}),
        (NEPALI, 1, {"quantity": 2, "rate": 3, "amount": 4}),
    ],
    ids=["cells", "other order", "numbered list", "nepali"],
)
def test_values_of_an_item_are_shown_in_its_own_row_under_their_headings(
    text: str, first_line: int, order: dict[str, int]
) -> None:
    found = shown(text, {"items": ITEMS})["items"]

    for number, item in enumerate(found):
        wide = int(number == 1)  # its name has two words
        places = {key: columns(text, item[key]) for key in order}
        assert places == {key: (first_line + number, at + wide) for key, at in order.items()}
        assert columns(text, item["name"])[0] == first_line + number


def test_a_quote_of_the_whole_row_is_narrowed_past_its_number() -> None:
    row = {"items[0].quantity": "1\tCement\t1\t850.00\t850.00"}
    found = EvidenceSource(TABLE).tree({"items": [ITEMS[0]]}, row)["items"][0]["quantity"]

    assert columns(TABLE, found) == (2, 2)


def test_a_cell_of_a_stack_is_not_shown_at_the_number_of_its_row() -> None:
    found = EvidenceSource("1 Cement 1 850.00 850.00").evidence(
        ("Quantity",), 1, "1 Cement 1 850.00"
    )

    assert found
    assert found["start"] == 9


def test_one_value_alone_is_shown_in_the_row_of_its_item() -> None:
    whole = {"items": ITEMS}
    found = EvidenceSource(TABLE).tree(1, {}, ("items", 0, "quantity"), whole)

    assert columns(TABLE, found) == (2, 2)


def test_items_whose_words_stand_nowhere_are_looked_for_without_a_row() -> None:
    text = "Paid on delivery: 3 pieces, 850.00 in all"
    items = [{"name": "Nothing of the kind", "quantity": 3, "amount": 850}, {"amount": None}]

    found = shown(text, {"items": items})["items"]

    assert found[0]["name"] is None
    assert (found[0]["quantity"]["quote"], found[0]["amount"]["quote"]) == ("3", "850.00")


def test_a_count_before_its_goods_is_a_count() -> None:
    text = "Cafe\n3 Coffee 1.00 3.00\n1 Tea 1.00 1.00\n"
    items = [
        {"name": "Coffee", "quantity": 3, "price": 1, "amount": 3},
        {"name": "Tea", "quantity": 1, "price": 1, "amount": 1},
    ]

    found = shown(text, {"items": items})["items"]

    assert [text[: each["quantity"]["start"]].endswith("\n") for each in found] == [True, True]
    assert [each["price"]["quote"] for each in found] == ["1.00", "1.00"]
    assert found[1]["price"]["start"] < found[1]["amount"]["start"]


@pytest.mark.parametrize(
    "text", ["S.N. 1", "Page 1", "1 of 3", "- 1 -", "1. Scope of the work", "पृष्ठ १", "क्र.सं. १"]
)
def test_a_number_that_only_counts_is_no_evidence(text: str) -> None:
    assert EvidenceSource(f"Order\n{text}\nThank you").evidence(("quantity",), 1) is None


@pytest.mark.parametrize("name", ["page", "serial_number"])
def test_who_asks_for_such_a_number_is_shown_it(name: str) -> None:
    assert EvidenceSource("S.N. 1\nPage 1").evidence((name,), 1)
