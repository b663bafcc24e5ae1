"""Which of the records in a file are here already."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRecord
from pramana.registry.domain.ftm import OURS, SCHEME
from pramana.registry.models import Record, RecordIdentifier

Key = tuple[str, ...]
WEAK = frozenset({"id_number"})
"""Schemes that name no issuer: the same number may be another thing's."""


def recognise(
    scope: Scope, batch: Sequence[NewRecord]
) -> tuple[list[tuple[Record, NewRecord]], list[NewRecord], list[NewRecord]]:
    """Those that are here, with their rows; those that are new; those that must wait.

    One waits when it shares a key with an earlier one of the batch: once that is written, the
    later one is recognised like any other.
    """
    here = _rows_by_key(scope, batch)
    known: list[tuple[Record, NewRecord]] = []
    fresh: list[NewRecord] = []
    waiting: list[NewRecord] = []
    seen: set[Key] = set()
    for new in batch:
        keys = list(keys_of(new))
        row = next((here[key] for key in keys if key in here), None)
        if row is not None:
            keys.append(("row", str(row.pk)))
        if seen.intersection(keys):
            waiting.append(new)
        elif row is not None:
            known.append((row, new))
        else:
            fresh.append(new)
        seen.update(keys)
    return known, fresh, waiting


def keys_of(new: NewRecord) -> Iterator[Key]:
    """What makes a record the same as another: slug and kind, or any identifier."""
    if new.slug:
        yield "slug", new.type, new.sub_type or "", new.slug
    for each in new.identifiers:
        if each.scheme == SCHEME and each.value.startswith(OURS):
            yield "own", each.value.removeprefix(OURS)
        if each.scheme not in WEAK:
            yield "id", new.type, each.scheme, each.value


def _rows_by_key(scope: Scope, batch: Sequence[NewRecord]) -> dict[Key, Record]:
    keys = {key for new in batch for key in keys_of(new)}
    rows = Record.objects.in_scope(scope).select_for_update(of=("self",)).order_by("pk")
    slugs = {key[-1] for key in keys if key[0] == "slug"}
    own = [UUID(key[1]) for key in keys if key[0] == "own" and _is_uuid(key[1])]
    found: dict[Key, Record] = {}
    for row in rows.filter(slug__in=slugs) if slugs else ():
        found["slug", row.entity_type, row.sub_type, row.slug] = row
    for row in rows.filter(pk__in=own) if own else ():
        found["own", row.pk.hex] = row
    return found | _by_identifier(scope, keys)


def _by_identifier(scope: Scope, keys: set[Key]) -> dict[Key, Record]:
    values = {key[-1] for key in keys if key[0] == "id"}
    if not values:
        return {}
    rows = RecordIdentifier.objects.in_scope(scope).select_related("record").order_by("pk")
    return {
        ("id", row.record.entity_type, row.scheme, row.value): row.record
        for row in rows.filter(value__in=values)
    }


def _is_uuid(text: str) -> bool:
    try:
        return bool(UUID(text))
    except ValueError:
        return False
