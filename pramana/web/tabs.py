"""Tabs that have an address each, so that links and reload keep the choice."""

from dataclasses import dataclass

from pramana.web.words import Words


@dataclass(frozen=True)
class Tab:
    """`value` goes into the address; the empty one is the page itself."""

    value: str
    label: Words
    is_here: bool
    count: int | None = None
