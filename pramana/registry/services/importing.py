"""Many records at once. The same file twice changes nothing, and no import undoes a decision."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import EntityType, NewRecord, Origin, RecordData, Tally
from pramana.registry.domain.reading import dumped
from pramana.registry.domain.slugs import numbered
from pramana.registry.models import Record, RecordIdentifier, RecordVersion
from pramana.registry.services.counting import note_change, take_serials
from pramana.registry.services.recognising import recognise
from pramana.registry.services.slugs import is_taken, wanted_slug
from pramana.registry.services.writing import fill, identifier_rows, kept_version, snapshot_of

Pair = tuple[Record, RecordData]


@transaction.atomic
def import_batch(
    scope: Scope, batch: Sequence[NewRecord], *, author: str, description: str
) -> Tally:
    """Write what is new, renew what only imports wrote so far, leave everything else.

    A record is the same when it has the same slug and kind, or an identifier of one here; the
    later of two in a batch that are the same waits for its turn.
    """
    tally = Tally()
    rest = list(batch)
    for entity_type in EntityType:
        if any(new.type is entity_type for new in batch):
            take_serials(scope, entity_type, 0)  # from here on nobody else adds one of these
    while rest:
        known, fresh, rest = recognise(scope, rest)
        _write_known(scope, known, tally, author=author, description=description)
        _write_fresh(scope, fresh, tally, author=author, description=description)
    note_change(scope)
    return tally


def _write_known(
    scope: Scope,
    known: Iterable[tuple[Record, NewRecord]],
    tally: Tally,
    *,
    author: str,
    description: str,
) -> None:
    changed: list[Pair] = []
    for row, new in known:
        data = new.data()
        if dumped(data) == row.data:
            tally.unchanged += 1
        elif row.origin != Origin.IMPORT:
            tally.kept += 1
        else:
            fill(row, data, Origin.IMPORT, author=author, description=description)
            row.save(force_update=True)
            changed.append((row, data))
            tally.updated += 1
    snapshots = [kept_version(scope, row, snapshot_of(scope, row)) for row, _ in changed]
    _write_around(scope, changed, snapshots)


def _write_fresh(
    scope: Scope, fresh: Sequence[NewRecord], tally: Tally, *, author: str, description: str
) -> None:
    at, made = utcnow(), []
    for entity_type in EntityType:
        of_type = [new for new in fresh if new.type is entity_type]
        if of_type:
            made += _rows(scope, entity_type, of_type, at, author=author, description=description)
    Record.objects.bulk_create([row for row, _ in made])
    _write_around(scope, made, [kept_version(scope, row, row.data) for row, _ in made])
    tally.created += len(made)


def _rows(
    scope: Scope,
    entity_type: EntityType,
    fresh: Sequence[NewRecord],
    at: datetime,
    *,
    author: str,
    description: str,
) -> list[Pair]:
    taken = {(new.sub_type or "", new.slug) for new in fresh if new.slug}
    made = []
    for new, serial in zip(fresh, take_serials(scope, entity_type, len(fresh)), strict=True):
        row = Record(
            tenant_id=scope.tenant_id,
            entity_type=entity_type,
            sub_type=new.sub_type or "",
            slug=new.slug or _free(scope, new, serial, taken),
            serial=serial,
        )
        taken.add((row.sub_type, row.slug))
        data = new.data()
        fill(row, data, Origin.IMPORT, author=author, description=description, at=at)
        made.append((row, data))
    return made


def _free(scope: Scope, new: NewRecord, serial: int, taken: set[tuple[str, str]]) -> str:
    """A slug that no record has, nor one of those about to be written."""
    wanted, number = wanted_slug(new, serial), 1
    while True:
        slug = numbered(wanted, number)
        if (new.sub_type or "", slug) not in taken and not is_taken(scope, new, slug):
            return slug
        number += 1


def _write_around(scope: Scope, pairs: Sequence[Pair], versions: Sequence[RecordVersion]) -> None:
    """Versions, identifiers and names of rows that stand already."""
    RecordVersion.objects.bulk_create(versions)
    ids: list[UUID] = [row.pk for row, _ in pairs]
    RecordIdentifier.objects.in_scope(scope).filter(record_id__in=ids).delete()
    identifiers = [each for row, data in pairs for each in identifier_rows(scope, row, data)]
    RecordIdentifier.objects.bulk_create(identifiers)
    named = (
        candidates.Named(row.pk, EntityType(row.entity_type), data.spellings())
        for row, data in pairs
    )
    candidates.index_many(scope, named)
