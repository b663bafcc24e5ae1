"""The money at the foot of a paper: what each amount is, and which of them is the total.

Words are read first, then checked by arithmetic: what was paid less the change, and the subtotal
with tax, service, discount and rounding. A total that the sums confirm needs no sharp letters.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.amounts import Amount, plain
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.roles import (
    FINAL,
    LONGEST_LABEL,
    WITH_TAX,
    Role,
    is_worded,
    role_after_count,
    role_of,
)

_SUMMARY = re.compile(
    r"\b(?:G\.?S\.?T|TAX|VAT|SST)\s*(?:CODE\s*)?(?:SUM|ANALYSIS|DETAIL|BREAK)|^\W*TAX\s+CODE", re.I
)
"""Where a table of taxes begins: its totals are not the paper's."""

SAID, GUESSED = 0.85, 0.5
"""How sure a total is that is called so, and one that only the sums or the payment speak for."""

EQUAL, CENT = 0.001, 0.051
"""Sums may be out by a rounding to five cents."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An amount and the words that say what it is."""

    role: Role
    label: str
    amount: Amount
    order: int
    summary: bool = False


def entries(paper: Paper) -> list[Entry]:
    """The labelled amounts in the order of the text; a label may stand on the line above."""
    found: list[Entry] = []
    summary, waiting = False, ""
    for line in paper.lines:
        if found and _SUMMARY.search(line.text):
            summary = True
        amounts = [a for a in paper.amounts_in(line.start, line.end) if a.exact]
        if not amounts:
            waits = len(line.text) <= LONGEST_LABEL and role_of(line.text) is not Role.OTHER
            waiting = line.text if waits else ""
            continue
        only = len(amounts) == len(paper.amounts_in(line.start, line.end)) <= 2
        for label, amount in _labelled(paper, line, amounts):
            said = label if is_worded(label) else waiting if only else ""
            found.append(Entry(role_after_count(said), said, amount, len(found), summary))
        waiting = ""
    return found


def _labelled(paper: Paper, line: Line, amounts: Sequence[Amount]) -> Iterator[tuple[str, Amount]]:
    """Each amount with the words before it; several in a row share theirs, and the last counts."""
    at, label = line.start, ""
    for place, amount in enumerate(amounts):
        between = paper.text[max(at, amount.start - LONGEST_LABEL) : amount.start]
        label = between if is_worded(between) else label
        following = amounts[place + 1] if place + 1 < len(amounts) else None
        bare = following and not is_worded(paper.text[amount.end : following.start])
        at = amount.end
        if not bare:
            yield label, amount


def totals(paper: Paper) -> dict[Role, Entry]:
    """The best entry for each role, found once."""
    return paper.once(_totals)


def _totals(paper: Paper) -> dict[Role, Entry]:
    """The best entry for each role; the total is the one that words and sums support most."""
    every = entries(paper)
    known = [entry for entry in every if not entry.summary]
    if not any(entry.role is Role.TOTAL for entry in known):
        known = every  # the table of taxes stood above the sums
    best: dict[Role, Entry] = {}
    for entry in known:
        if entry.role not in (Role.TOTAL, Role.OTHER) and entry.role not in best:
            best[entry.role] = entry
    if total := _total(known, best):
        best[Role.TOTAL] = total
        if Role.SUBTOTAL not in best and (before := _before_tax(known, best, total)):
            best[Role.SUBTOTAL] = before
    return best


def _before_tax(known: Sequence[Entry], best: dict[Role, Entry], total: Entry) -> Entry | None:
    """A sum that is called total too, and with the tax makes the total."""
    if Role.TAX not in best:
        return None
    wanted = total.amount.value - best[Role.TAX].amount.value
    sums = (entry for entry in known if entry.role is Role.TOTAL and entry is not total)
    return next((entry for entry in sums if abs(entry.amount.value - wanted) < CENT), None)


def _total(known: Sequence[Entry], best: dict[Role, Entry]) -> Entry | None:
    expected = list(_expected(best))
    said = Counter((_cents(entry), entry.role) for entry in known)
    rounded = next((e.order for e in known if e.role is Role.ROUNDING), len(known))
    scored = [
        (
            _support(entry, said, expected)
            + 0.8 * (entry.order > rounded)
            + 0.05 * entry.order / len(known),
            -entry.order,
            entry,
        )
        for entry in known
        if entry.role is Role.TOTAL or _confirmed(entry, expected)
    ]
    best_entry = max(scored, key=lambda item: item[:2], default=None)
    return best_entry[2] if best_entry else best.get(Role.PAID) or best.get(Role.SUBTOTAL)


def _cents(entry: Entry) -> int:
    return round(abs(entry.amount.value) * 100)


def _confirmed(entry: Entry, expected: Sequence[float]) -> bool:
    """An amount with unreadable words that the sums ask for."""
    near = any(abs(entry.amount.value - value) < EQUAL for value in expected)
    return near and entry.role in (Role.OTHER, Role.SUBTOTAL, Role.PAID)


def _expected(best: dict[Role, Entry]) -> Iterator[float]:
    """What the total should be: paid less change; subtotal with all that is added to it."""
    value = {role: entry.amount.value for role, entry in best.items()}
    if Role.PAID in value and Role.CHANGE in value:
        yield round(abs(value[Role.PAID]) - abs(value[Role.CHANGE]), 2)
    if Role.SUBTOTAL in value and (Role.TAX in value or Role.SERVICE in value):
        added = sum(value.get(role, 0.0) for role in (Role.SUBTOTAL, Role.TAX, Role.SERVICE))
        less = abs(value.get(Role.DISCOUNT, 0.0))
        yield round(added - less + value.get(Role.ROUNDING, 0.0), 2)


def _support(entry: Entry, said: Counter[tuple[int, Role]], expected: Sequence[float]) -> float:
    """Points for a total: its words weigh as much as a sum that comes out to the cent."""
    value, named = entry.amount.value, entry.role is Role.TOTAL
    off = min((abs(value - other) for other in expected), default=value + 1)
    return (
        2.0 * named
        + 1.2 * bool(named and FINAL.search(entry.label))
        + 0.4 * bool(named and WITH_TAX.search(entry.label))
        + 2.0 * (off < EQUAL)
        + 0.6 * (off < CENT)
        + 0.8 * bool(said[_cents(entry), Role.PAID])
        + 0.3 * min(said[_cents(entry), Role.TOTAL] - 1, 2)
        - 5.0 * (value <= 0)
    )


def read_sums(paper: Paper) -> list[Found]:
    """The totals of a paper as values, with what was paid."""
    best = totals(paper)
    found = []
    for role, entry in best.items():
        group = "payment" if role in (Role.PAID, Role.CHANGE) else "totals"
        amount = entry.amount
        value = plain(abs(amount.value) if group == "payment" else amount.value)
        sure = 0.75 if role is not Role.TOTAL else SAID if entry.role is role else GUESSED
        found.append(paper.found(f"{group}.{role.value}", value, amount.start, amount.end, sure))
    return found
