"""The few of many names that are worth comparing with care.

Keys lead to hundreds of names; comparing two names sound by sound takes a fifth of a millisecond,
comparing their folded forms a thousandth.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from pramana.language.names import NameKind, folded_name, read_name
from pramana.registry.contracts.kinds import EntityType

NEAREST = 30
"""Names kept for being nearest as a whole."""

HOLDING = 10
"""Names kept for holding the same words, whatever else they hold and in whatever order."""


class Entry(NamedTuple):
    """A name that shares a key with the one asked for."""

    record_id: UUID
    entity_type: EntityType
    text: str
    folded: str


def shortlisted(name: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries nearest to a name, in the order they came."""
    if len(entries) <= NEAREST:
        return list(entries)
    from rapidfuzz import fuzz

    kept: set[int] = set()
    for entity_type in sorted({entry.entity_type for entry in entries}):
        asked = folded_name(read_name(name, NameKind(entity_type)))
        own = {at: each for at, each in enumerate(entries) if each.entity_type == entity_type}
        kept |= _nearest(asked.replace(" ", ""), _unspaced(own), fuzz.ratio, NEAREST)
        kept |= _nearest(asked, _spaced(own), fuzz.token_set_ratio, HOLDING)
    return [entries[at] for at in sorted(kept)]


def _nearest(asked: str, among: dict[int, str], scorer: Any, limit: int) -> set[int]:
    from rapidfuzz import process

    return {at for _, _, at in process.extract(asked, among, scorer=scorer, limit=limit)}


def _spaced(entries: dict[int, Entry]) -> dict[int, str]:
    return {at: entry.folded for at, entry in entries.items()}


def _unspaced(entries: dict[int, Entry]) -> dict[int, str]:
    return {at: entry.folded.replace(" ", "") for at, entry in entries.items()}
