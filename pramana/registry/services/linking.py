"""Many relations at once, named by any id their file knows."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRelationship, Origin, RecordData, Tally
from pramana.registry.domain.ftm import own_id
from pramana.registry.errors import InvalidRecord, RelatedToItself
from pramana.registry.models import Record, RecordIdentifier, RecordVersion, Relationship
from pramana.registry.selectors.records import find_records
from pramana.registry.services.counting import note_change
from pramana.registry.services.relationships import related
from pramana.registry.services.writing import fill, kept_version, snapshot_of


@transaction.atomic
def link_batch(
    scope: Scope,
    batch: Sequence[tuple[str, NewRelationship]],
    *,
    author: str,
    description: str,
) -> Tally:
    """Relate records as a file says; relations that are here already, or lead nowhere, are not."""
    tally = Tally()
    rows = _ends(scope, [end for source, new in batch for end in (source, new.target)])
    made: dict[tuple[object, ...], Relationship] = {}
    for source, new in batch:
        if source not in rows or new.target not in rows:
            tally.skipped += 1
            continue
        try:
            row = related(scope, rows[source], rows[new.target], new)
        except (InvalidRecord, RelatedToItself) as error:
            tally.refused += 1
            tally.problems.append(error.message)
            continue
        made.setdefault(_key(row), row)
    fresh = _without_known(scope, made)
    Relationship.objects.bulk_create(fresh)
    _version(scope, {row.source for row in fresh}, author=author, description=description)
    tally.linked, tally.unchanged = len(fresh), len(made) - len(fresh)
    return tally


def _ends(scope: Scope, ends: Iterable[str]) -> dict[str, Record]:
    """The rows that a file's ids mean: ids of ours, or `scheme:value` of an identifier."""
    asked = {text: own_id(text) or text for text in ends}
    known = find_records(scope, list(set(asked.values())))
    ids = {text: known[ours].id for text, ours in asked.items() if ours in known}
    ids |= _by_identifier(scope, [text for text in asked if text not in ids])
    rows = {row.pk: row for row in Record.objects.in_scope(scope).filter(pk__in=ids.values())}
    return {text: rows[pk] for text, pk in ids.items() if pk in rows}


def _by_identifier(scope: Scope, asked: Sequence[str]) -> dict[str, UUID]:
    named = {text: text.partition(":") for text in asked}
    values = [value for _, _, value in named.values()]
    rows = RecordIdentifier.objects.in_scope(scope).filter(value__in=values)
    known = {(row.scheme, row.value): row.record_id for row in rows}
    return {
        text: known[scheme, value]
        for text, (scheme, _, value) in named.items()
        if (scheme, value) in known
    }


def _key(row: Relationship) -> tuple[object, ...]:
    return row.source_id, row.target_id, row.type, row.start_date


def _without_known(
    scope: Scope, made: Mapping[tuple[object, ...], Relationship]
) -> list[Relationship]:
    sources = {row.source_id for row in made.values()}
    known = Relationship.objects.in_scope(scope).filter(source_id__in=sources)
    here = {_key(row) for row in known}
    return [row for key, row in made.items() if key not in here]


def _version(scope: Scope, sources: set[Record], *, author: str, description: str) -> None:
    """One version for each record that relations now start from."""
    versions: list[RecordVersion] = []
    for row in sources:
        origin = Origin(row.origin)
        data = RecordData.model_validate(row.data)
        fill(row, data, origin, author=author, description=description)
        row.save(force_update=True)
        versions.append(kept_version(scope, row, snapshot_of(scope, row)))
    RecordVersion.objects.bulk_create(versions)
    if versions:
        note_change(scope)
