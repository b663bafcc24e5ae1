"""How far a value can be trusted, computed only from checks: evidence, form, and whether the values
of a document agree (sums, products of rows, and the order of dates).
"""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from pramana.extraction.contracts.fields import FieldSpec, Json, Signal, Trust
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    format_path,
    last_name,
    leaves,
    map_leaves,
    value_at,
)
from pramana.extraction.domain.validation import (
    fits_type,
    has_expected_form,
    is_date,
    is_number,
    spec_at,
)
from pramana.extraction.domain.value_places import mean_different_things
from pramana.kit.evidence import fold

TOTAL: Final = frozenset({"total", "grand_total", "total_amount", "amount_due", "net_total"})
SUBTOTAL: Final = frozenset({"subtotal", "sub_total", "taxable_amount", "net_amount"})
ADDED: Final = frozenset({
    "tax", "vat", "gst", "cgst", "sgst", "igst", "tax_amount", "vat_amount", "sales_tax", "mwst",
    "tva", "iva",
})  # fmt: skip
OPTIONAL: Final = frozenset({
    "service_charge", "service_fee", "rounding", "round_off", "shipping", "freight", "delivery",
    "postage", "tip",
})  # fmt: skip
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


START: Final = 0.3
"""The score of a value before any check."""

GAINS: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 0.3,
    Signal.FORMAT: 0.1,
    Signal.CONSISTENT: 0.15,
    Signal.AGREES: 0.15,
}
LOSSES: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 0.15,
    Signal.FORMAT: 0.3,
    Signal.CONSISTENT: 0.2,
    Signal.AGREES: 0.1,
}
"""A wrong form costs more than a second reading that finds nothing."""

EVIDENCE_FOR: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 0.0,
    Signal.FORMAT: 0.0,
    Signal.CONSISTENT: 1.0,
    Signal.AGREES: 1.5,
}
EVIDENCE_AGAINST: Final[Mapping[Signal, float]] = {
    Signal.QUOTE: 1.0,
    Signal.FORMAT: 3.0,
    Signal.CONSISTENT: 1.5,
    Signal.AGREES: 1.0,
}
"""How far a check moves the log-odds of a reading whose chance is known. That its words were found
and have the right form is part of that chance already.
"""

LOW: Final = 0.5
"""Below this a person should review the value."""


SecondReading = Sequence[Mapping[str, Any]]
"""What another reader found: path, value, start and end of each."""


def trust_from_signals(signals: Mapping[Signal, bool], chance: float | None = None) -> Trust:
    """Return the trust that these signals give. A value a person wrote is trusted fully.

    `chance` is the calibrated chance that a reading is right, which the offline reader knows. A
    model's own confidence is none.

    >>> trust_from_signals({Signal.QUOTE: True, Signal.FORMAT: True}).score
    0.7
    """
    if signals.get(Signal.PERSON):
        return Trust(1.0, dict(signals))
    if chance is not None:
        return Trust(_moved_chance(chance, signals), dict(signals))
    score = START
    for signal, holds in signals.items():
        score += GAINS.get(signal, 0.0) if holds else -LOSSES.get(signal, 0.0)
    return Trust(round(min(1.0, max(0.0, score)), 2), dict(signals))


def _moved_chance(chance: float, signals: Mapping[Signal, bool]) -> float:
    bounded = min(0.99, max(0.01, chance))
    odds = math.log(bounded / (1 - bounded))
    for signal, holds in signals.items():
        odds += EVIDENCE_FOR.get(signal, 0.0) if holds else -EVIDENCE_AGAINST.get(signal, 0.0)
    return round(1 / (1 + math.exp(-odds)), 2)


def assess_trust(
    fields: Json,
    evidence: Json,
    *,
    specs: Sequence[FieldSpec] = (),
    second: SecondReading = (),
    by_hand: Collection[Path] = (),
    chances: Json = None,
) -> Json:
    """Return the trust of each value; null for a missing value.

    `chances` are the calibrated chances of the values, in their shape, if the engine knows them.
    `second` is empty if the offline reader was also the engine, since it would agree with itself.
    """
    verdicts = check_consistency(fields)

    def leaf(path: Path, value: Json) -> Json:
        if value is None:
            return None
        proof = value_at(evidence, path)
        signals = _signals(path, value, None if proof is MISSING else proof, specs, second)
        if path in verdicts:
            signals[Signal.CONSISTENT] = verdicts[path]
        if any(path[: len(hand)] == hand for hand in by_hand):
            signals[Signal.PERSON] = True
        chance = value_at(chances, path) if chances else None
        trust = trust_from_signals(signals, chance if isinstance(chance, float) else None)
        signals_by_name = {str(signal): holds for signal, holds in trust.signals.items()}
        return {"score": trust.score, "signals": signals_by_name}

    return map_leaves(fields, leaf)


def count_low_trust(fields: Json, trust: Json) -> int:
    """Count the values whose trust is low."""
    entries = (value_at(trust, path) for path, value in leaves(fields) if value is not None)
    return sum(isinstance(each, dict) and each["score"] < LOW for each in entries)


def _signals(
    path: Path, value: Json, proof: Json, specs: Sequence[FieldSpec], second: SecondReading
) -> dict[Signal, bool]:
    signals = {Signal.QUOTE: bool(proof and proof.get("supports"))}
    right = _has_right_form(path, value, specs)
    if right is not None:
        signals[Signal.FORMAT] = right
    if second:
        name = format_path(path)
        signals[Signal.AGREES] = any(
            _is_same_value(value, proof, each)
            and not mean_different_things(name, each.get("path", ""))
            for each in second
        )
    return signals


def _has_right_form(path: Path, value: Json, specs: Sequence[FieldSpec]) -> bool | None:
    spec = spec_at(specs, path)
    if spec is not None and not spec.type.has_parts:
        return fits_type(value, spec.type)
    return has_expected_form(last_name(path), value)


def _is_same_value(value: Json, proof: Json, other: Mapping[str, Any]) -> bool:
    """The same value at the same place, or the same words if this value has no place."""
    if not is_same(value, other["value"]):
        return False
    if not proof:
        return True
    return bool(proof["start"] < other["end"] and other["start"] < proof["end"])


def is_same(one: Json, other: Json) -> bool:
    """Whether two readings mean the same value. Case and white space do not count."""
    if isinstance(one, str) and isinstance(other, str):
        return fold(one) == fold(other)
    return bool(one == other)
