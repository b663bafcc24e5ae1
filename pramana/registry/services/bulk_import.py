"""Imports many records and relationships at once.

Importing the same file again changes nothing, and an import never overwrites a person's decision.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.contracts import (
    NewRecord,
    NewRelationship,
    RecordData,
    RecordType,
    VersionOrigin,
)
from pramana.registry.domain.ftm import OUR_PREFIX, SCHEME, own_record_id
from pramana.registry.domain.ids import numbered_slug
from pramana.registry.domain.json_patch import changes_between, to_lines
from pramana.registry.domain.validation import dump_data
from pramana.registry.errors import InvalidRecord, RelatedToItself
from pramana.registry.models import Record, RecordIdentifier, RecordVersion, Relationship
from pramana.registry.selectors.records import find_records, get_row, record_view
from pramana.registry.services.records import build_relationship, is_slug_taken, preferred_slug
from pramana.registry.services.versions import (
    build_version,
    count_change,
    identifier_rows,
    record_snapshot,
    take_serials,
    update_row,
)


@dataclass(frozen=True)
class ImportConflict:
    """A record that an import left alone, and in lines what the file would have changed."""

    nes_id: str
    title: str
    lines: tuple[str, ...]


@dataclass
class ImportTally:
    """How many records an import created, updated, left alone or refused."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    kept: int = 0
    """Changed by a person or a review since the last import, so left as they are."""
    linked: int = 0
    skipped: int = 0
    """Of a type the registry does not hold, or related to an unknown record."""
    refused: int = 0
    problems: list[str] = field(default_factory=list)
    """The first few refusals, in words."""
    conflicts: list[ImportConflict] = field(default_factory=list)
    """The first few records that were kept although the file says something else."""


Key = tuple[str, ...]
MAX_CONFLICTS = 50
"""Conflicts that are listed; further ones are only counted."""

WEAK_SCHEMES = frozenset({"id_number"})
"""Schemes without an issuer: the same number may belong to something else."""


Pair = tuple[Record, RecordData]


@transaction.atomic
def import_batch(
    scope: Scope, batch: Sequence[NewRecord], *, author: str, description: str
) -> ImportTally:
    """Create new records, update those that only imports have written, and leave all others.

    A record is recognised by its slug and type, or by an identifier. If two records of a batch are
    the same, the later one is imported in another round.
    """
    tally = ImportTally()
    rest = list(batch)
    for entity_type in RecordType:
        if any(new.type is entity_type for new in batch):
            take_serials(
                scope, entity_type, 0
            )  # locks the counter: nobody else adds records of this type
    while rest:
        known, new_records, rest = sort_batch(scope, rest)
        _update_known(scope, known, tally, author=author, description=description)
        _create_new(scope, new_records, tally, author=author, description=description)
    count_change(scope)
    return tally


def _update_known(
    scope: Scope,
    known: Iterable[tuple[Record, NewRecord]],
    tally: ImportTally,
    *,
    author: str,
    description: str,
) -> None:
    changed: list[Pair] = []
    for row, new in known:
        data = new.data()
        if dump_data(data) == row.data:
            tally.unchanged += 1
        elif row.origin != VersionOrigin.IMPORT:
            tally.kept += 1
            if len(tally.conflicts) < MAX_CONFLICTS:
                tally.conflicts.append(_conflict(row, dump_data(data)))
        else:
            update_row(row, data, VersionOrigin.IMPORT, author=author, description=description)
            row.save(force_update=True)
            changed.append((row, data))
            tally.updated += 1
    snapshots = [build_version(scope, row, record_snapshot(scope, row)) for row, _ in changed]
    _write_versions_and_names(scope, changed, snapshots)


def _conflict(row: Record, data: Mapping[str, Any]) -> ImportConflict:
    lines = to_lines(changes_between(row.data, data))
    return ImportConflict(record_view(row).nes_id, row.title, tuple(lines))


def _create_new(
    scope: Scope,
    new_records: Sequence[NewRecord],
    tally: ImportTally,
    *,
    author: str,
    description: str,
) -> None:
    at, pairs = utcnow(), []
    for entity_type in RecordType:
        of_type = [new for new in new_records if new.type is entity_type]
        if of_type:
            pairs += _build_rows(
                scope, entity_type, of_type, at, author=author, description=description
            )
    Record.objects.bulk_create([row for row, _ in pairs])
    _write_versions_and_names(
        scope, pairs, [build_version(scope, row, row.data) for row, _ in pairs]
    )
    tally.created += len(pairs)


def _build_rows(
    scope: Scope,
    entity_type: RecordType,
    new_records: Sequence[NewRecord],
    at: datetime,
    *,
    author: str,
    description: str,
) -> list[Pair]:
    taken = {(new.sub_type or "", new.slug) for new in new_records if new.slug}
    pairs = []
    for new, serial in zip(
        new_records, take_serials(scope, entity_type, len(new_records)), strict=True
    ):
        row = Record(
            tenant_id=scope.tenant_id,
            entity_type=entity_type,
            sub_type=new.sub_type or "",
            slug=new.slug or _unused_slug(scope, new, serial, taken),
            serial=serial,
        )
        taken.add((row.sub_type, row.slug))
        data = new.data()
        update_row(row, data, VersionOrigin.IMPORT, author=author, description=description, at=at)
        pairs.append((row, data))
    return pairs


def _unused_slug(scope: Scope, new: NewRecord, serial: int, taken: set[tuple[str, str]]) -> str:
    """A slug that no record has, nor any of those about to be created."""
    preferred, number = preferred_slug(new, serial), 1
    while True:
        slug = numbered_slug(preferred, number)
        if (new.sub_type or "", slug) not in taken and not is_slug_taken(scope, new, slug):
            return slug
        number += 1


def _write_versions_and_names(
    scope: Scope, pairs: Sequence[Pair], versions: Sequence[RecordVersion]
) -> None:
    """Write versions, identifiers and names of rows that were already saved."""
    RecordVersion.objects.bulk_create(versions)
    ids: list[UUID] = [row.pk for row, _ in pairs]
    RecordIdentifier.objects.in_scope(scope).filter(record_id__in=ids).delete()
    identifiers = [each for row, data in pairs for each in identifier_rows(scope, row, data)]
    RecordIdentifier.objects.bulk_create(identifiers)
    records = (
        candidates.NamedRecord(row.pk, RecordType(row.entity_type), data.spellings())
        for row, data in pairs
    )
    candidates.index_records(scope, records)


def sort_batch(
    scope: Scope, batch: Sequence[NewRecord]
) -> tuple[list[tuple[Record, NewRecord]], list[NewRecord], list[NewRecord]]:
    """Sort a batch into known records with their rows, new ones, and those for another round.

    A record that shares a key with an earlier one of the batch must wait: once that one is written,
    the later one is recognised like any other.
    """
    rows = _rows_by_key(scope, batch)
    known: list[tuple[Record, NewRecord]] = []
    new_records: list[NewRecord] = []
    waiting: list[NewRecord] = []
    seen: set[Key] = set()
    for new in batch:
        keys = list(identity_keys(new))
        row = next((rows[key] for key in keys if key in rows), None)
        if row is not None:
            keys.append(("row", str(row.pk)))
        if seen.intersection(keys):
            waiting.append(new)
        elif row is not None:
            known.append((row, new))
        else:
            new_records.append(new)
        seen.update(keys)
    return known, new_records, waiting


def identity_keys(new: NewRecord) -> Iterator[Key]:
    """The keys by which a record is recognised: its slug and type, and its identifiers."""
    if new.slug:
        yield "slug", new.type, new.sub_type or "", new.slug
    for each in new.identifiers:
        if each.scheme == SCHEME and each.value.startswith(OUR_PREFIX):
            yield "own", each.value.removeprefix(OUR_PREFIX)
        if each.scheme not in WEAK_SCHEMES:
            yield "id", new.type, each.scheme, each.value


def _rows_by_key(scope: Scope, batch: Sequence[NewRecord]) -> dict[Key, Record]:
    keys = {key for new in batch for key in identity_keys(new)}
    rows = Record.objects.in_scope(scope).select_for_update(of=("self",)).order_by("pk")
    slugs = {key[-1] for key in keys if key[0] == "slug"}
    own = [UUID(key[1]) for key in keys if key[0] == "own" and _is_uuid(key[1])]
    by_key: dict[Key, Record] = {}
    for row in rows.filter(slug__in=slugs) if slugs else ():
        by_key["slug", row.entity_type, row.sub_type, row.slug] = _surviving_row(scope, row)
    for row in rows.filter(pk__in=own) if own else ():
        by_key["own", row.pk.hex] = _surviving_row(scope, row)
    return by_key | _rows_by_identifier(scope, keys)


def _rows_by_identifier(scope: Scope, keys: set[Key]) -> dict[Key, Record]:
    values = {key[-1] for key in keys if key[0] == "id"}
    if not values:
        return {}
    rows = RecordIdentifier.objects.in_scope(scope).select_related("record").order_by("pk")
    return {
        ("id", row.record.entity_type, row.scheme, row.value): _surviving_row(scope, row.record)
        for row in rows.filter(value__in=values)
    }


def _surviving_row(scope: Scope, row: Record) -> Record:
    """The row, or the one it was merged into: a file may still hold both."""
    return get_row(scope, row.pk, lock=True) if row.merged_into_id else row


def _is_uuid(text: str) -> bool:
    try:
        return bool(UUID(text))
    except ValueError:
        return False


@transaction.atomic
def import_relationships(
    scope: Scope,
    batch: Sequence[tuple[str, NewRelationship]],
    *,
    author: str,
    description: str,
) -> ImportTally:
    """Add the relationships of a file. Existing ones, and those of unknown records, are skipped."""
    tally = ImportTally()
    rows = _records_by_reference(
        scope, [end for source, new in batch for end in (source, new.target)]
    )
    rows_by_key: dict[tuple[object, ...], Relationship] = {}
    for source, new in batch:
        if source not in rows or new.target not in rows:
            tally.skipped += 1
            continue
        try:
            row = build_relationship(scope, rows[source], rows[new.target], new)
        except (InvalidRecord, RelatedToItself) as error:
            tally.refused += 1
            tally.problems.append(error.message)
            continue
        rows_by_key.setdefault(_key(row), row)
    new_rows = _only_new(scope, rows_by_key)
    Relationship.objects.bulk_create(new_rows)
    _write_versions(scope, {row.source for row in new_rows}, author=author, description=description)
    tally.linked, tally.unchanged = len(new_rows), len(rows_by_key) - len(new_rows)
    return tally


def _records_by_reference(scope: Scope, ends: Iterable[str]) -> dict[str, Record]:
    """The rows that a file refers to, by our ids or by `scheme:value` of an identifier."""
    references = {text: own_record_id(text) or text for text in ends}
    known = find_records(scope, list(set(references.values())))
    ids = {text: known[ours].id for text, ours in references.items() if ours in known}
    ids |= _ids_by_identifier(scope, [text for text in references if text not in ids])
    rows = {row.pk: row for row in Record.objects.in_scope(scope).filter(pk__in=ids.values())}
    return {text: rows[pk] for text, pk in ids.items() if pk in rows}


def _ids_by_identifier(scope: Scope, references: Sequence[str]) -> dict[str, UUID]:
    parts = {text: text.partition(":") for text in references}
    values = [value for _, _, value in parts.values()]
    rows = RecordIdentifier.objects.in_scope(scope).filter(value__in=values)
    known = {(row.scheme, row.value): row.record_id for row in rows}
    return {
        text: known[scheme, value]
        for text, (scheme, _, value) in parts.items()
        if (scheme, value) in known
    }


def _key(row: Relationship) -> tuple[object, ...]:
    return row.source_id, row.target_id, row.type, row.start_date


def _only_new(scope: Scope, rows: Mapping[tuple[object, ...], Relationship]) -> list[Relationship]:
    sources = {row.source_id for row in rows.values()}
    known = Relationship.objects.in_scope(scope).filter(source_id__in=sources)
    known_keys = {_key(row) for row in known}
    return [row for key, row in rows.items() if key not in known_keys]


def _write_versions(scope: Scope, sources: set[Record], *, author: str, description: str) -> None:
    """Write one version of each record that has a new relationship."""
    versions: list[RecordVersion] = []
    for row in sources:
        origin = VersionOrigin(row.origin)
        data = RecordData.model_validate(row.data)
        update_row(row, data, origin, author=author, description=description)
        row.save(force_update=True)
        versions.append(build_version(scope, row, record_snapshot(scope, row)))
    RecordVersion.objects.bulk_create(versions)
    if versions:
        count_change(scope)
