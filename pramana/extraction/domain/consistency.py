"""Whether the values of a document agree: sums, products of rows, and the order of dates."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import Path, leaves
from pramana.extraction.domain.validation import is_date, is_number

TOTAL: Final = frozenset({"total", "grand_total", "total_amount", "amount_due", "net_total"})
SUBTOTAL: Final = frozenset({"subtotal", "sub_total", "taxable_amount", "net_amount"})
ADDED: Final = frozenset(
    {
        "tax",
        "vat",
        "gst",
        "cgst",
        "sgst",
        "igst",
        "tax_amount",
        "vat_amount",
        "sales_tax",
        "mwst",
        "tva",
        "iva",
    }
)
OPTIONAL: Final = frozenset(
    {
        "service_charge",
        "service_fee",
        "rounding",
        "round_off",
        "shipping",
        "freight",
        "delivery",
        "postage",
        "tip",
    }
)
"""Parts that a paper adds before or after its subtotal."""
SUBTRACTED: Final = frozenset({"discount", "discount_amount", "rebate"})
AMOUNT: Final = frozenset({"amount", "total", "line_total", "total_price", "value"})
QUANTITY: Final = frozenset({"quantity", "qty", "count"})
PRICE: Final = frozenset({"price", "unit_price", "rate", "unit_cost"})
DATE_ORDER: Final = (
    ("start", "end"),
    ("from", "to"),
    ("issue", "due"),
    ("invoice", "due"),
    ("issued", "expires"),
    ("valid_from", "valid_until"),
    ("published", "deadline"),
    ("publication", "deadline"),
    ("opening", "closing"),
    ("signed", "completion"),
)
MOST_EXTRAS: Final = 6
Verdicts = dict[Path, bool]
Check = tuple[tuple[Path, ...], bool]


def check_consistency(fields: Json) -> Verdicts:
    """Return for every value in a sum or an order of dates whether that check holds.

    A value in several checks must hold in all of them.

    >>> check_consistency({"subtotal": 100, "tax": 13, "total": 113})[("total",)]
    True
    """
    verdicts: Verdicts = {}
    for paths, holds in (*_sums(fields), *_products(fields), *_date_orders(fields)):
        for path in paths:
            verdicts[path] = verdicts.get(path, True) and holds
    return verdicts


def _sums(fields: Json) -> Iterator[Check]:
    numbers = {path: value for path, value in leaves(fields) if is_number(value)}
    outside = {path: value for path, value in numbers.items() if not _is_in_list(path)}
    total, subtotal = _first_path_named(outside, TOTAL), _first_path_named(outside, SUBTOTAL)
    added, optional = _paths_named(outside, ADDED), _paths_named(outside, OPTIONAL)
    subtracted = _paths_named(outside, SUBTRACTED)
    if total and subtotal:
        expected = numbers[subtotal] + sum(numbers[path] for path in added)
        extras = [numbers[path] for path in optional]
        extras += [-abs(numbers[path]) for path in subtracted]
        holds = any(_is_close(expected + extra, numbers[total]) for extra in _sums_of_some(extras))
        yield (total, subtotal, *added, *optional, *subtracted), holds
    rows = [path for path in numbers if _is_row_amount(path)]
    goal = subtotal or total
    if len(rows) > 1 and goal:
        summed = sum(numbers[path] for path in rows)
        either = [numbers[path] for path in (subtotal, total) if path]
        yield (*rows, goal), any(_is_close(summed, each) for each in either)


def _sums_of_some(extras: Sequence[float]) -> Iterator[float]:
    """Yield the sums of any of the parts: a subtotal may be written before or after a discount."""
    for size in range(len(extras), -1, -1):
        for some in combinations(extras[:MOST_EXTRAS], min(size, MOST_EXTRAS)):
            yield sum(some)


def _products(fields: Json) -> Iterator[Check]:
    """In each row, quantity times price must equal the amount."""
    rows: dict[Path, dict[str, Path]] = {}
    numbers = {path: value for path, value in leaves(fields) if is_number(value)}
    for path in numbers:
        if len(path) > 1 and isinstance(path[-2], int):
            for kind, names in (("quantity", QUANTITY), ("price", PRICE), ("amount", AMOUNT)):
                if _key(path) in names:
                    rows.setdefault(path[:-1], {})[kind] = path
    for row in rows.values():
        if len(row) == 3:
            product = numbers[row["quantity"]] * numbers[row["price"]]
            yield tuple(row.values()), _is_close(product, numbers[row["amount"]])


def _date_orders(fields: Json) -> Iterator[Check]:
    """Start dates must come before end dates in the same object."""
    dates = {
        path: value for path, value in leaves(fields) if isinstance(value, str) and is_date(value)
    }
    for first, second in DATE_ORDER:
        for earlier in (path for path in dates if _names_word(path, first)):
            for later in (path for path in dates if _names_word(path, second)):
                if earlier[:-1] == later[:-1] and earlier != later:
                    yield (earlier, later), dates[earlier] <= dates[later]


def _first_path_named(numbers: Mapping[Path, float], names: frozenset[str]) -> Path | None:
    return next((path for path in numbers if _key(path) in names), None)


def _paths_named(numbers: Mapping[Path, float], names: frozenset[str]) -> tuple[Path, ...]:
    return tuple(path for path in numbers if _key(path) in names)


def _is_row_amount(path: Path) -> bool:
    return len(path) > 1 and isinstance(path[-2], int) and _key(path) in AMOUNT


def _is_in_list(path: Path) -> bool:
    return any(isinstance(part, int) for part in path)


def _key(path: Path) -> str:
    return re.sub(r"[^a-z0-9]+", "_", str(path[-1]).casefold()).strip("_")


def _names_word(path: Path, word: str) -> bool:
    key = _key(path)
    return key == word or key.startswith(f"{word}_") or key.endswith(f"_{word}")


def _is_close(one: float, other: float) -> bool:
    """Equal except for rounding."""
    return abs(one - other) <= max(0.05, abs(other) * 0.0005)
