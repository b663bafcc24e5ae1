"""Numbers and ranges as texts write them."""

import pytest

from pramana.chat.domain.quantities import quantities, range_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("24 months", [(24.0, "month")]),
        ("three weeks", [(3.0, "week")]),
        ("Rs. 1,25,00,000", [(12500000.0, "npr")]),
        ("रु. ५००", [(500.0, "npr")]),
        ("EUR 1.234,50", [(1234.5, "eur")]),
        ("12.5 lakh rupees", [(1250000.0, "npr")]),
        ("the X-400 pump", []),
    ],
)
def test_quantities_have_a_value_and_a_unit(text: str, values: list[tuple[float, str]]) -> None:
    assert [(each.value, each.unit) for each in quantities(text)] == values


def test_labels_of_rows_may_be_ranges() -> None:
    assert range_of("3 to 24 months") == (3 * 30.4, 24 * 30.4)
    assert range_of("Up to 50 EUR") == (0.0, 50.0)
    assert range_of("More than 2 years") == (730.0, float("inf"))
    assert range_of("Hose") is None
