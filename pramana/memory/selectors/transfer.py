"""A group as JSON lines, read in pieces so that a large one takes little memory."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import QuerySet

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.domain.transfer import (
    ClosingRecord,
    DistinctionRecord,
    DuplicateRecord,
    EditRecord,
    EntityRecord,
    EpisodeRecord,
    FactRecord,
    HeaderRecord,
    MentionRecord,
    RowRecord,
    SettingsRecord,
    SourceRecord,
    TransferRecord,
)
from pramana.memory.models import (
    Distinction,
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    FactSource,
    GraphEdit,
    GroupRow,
    MentionRow,
)
from pramana.memory.selectors.groups import check_group_known

PIECE = 2_000
Rows = Callable[[Scope], QuerySet[Any]]
ROWS: tuple[tuple[type[RowRecord], Rows, str], ...] = (
    (EntityRecord, lambda scope: EntityRow.objects.in_scope(scope), "group_id"),
    (EpisodeRecord, lambda scope: EpisodeRow.objects.in_scope(scope), "group_id"),
    (MentionRecord, lambda scope: MentionRow.objects.in_scope(scope), "episode__group_id"),
    (FactRecord, lambda scope: FactRow.objects.in_scope(scope), "group_id"),
    (SourceRecord, lambda scope: FactSource.objects.in_scope(scope), "fact__group_id"),
    (ClosingRecord, lambda scope: FactClosing.objects.in_scope(scope), "fact__group_id"),
    (DuplicateRecord, lambda scope: Duplicate.objects.in_scope(scope), "group_id"),
    (DistinctionRecord, lambda scope: Distinction.objects.in_scope(scope), "group_id"),
    (EditRecord, lambda scope: GraphEdit.objects.in_scope(scope), "group_id"),
)
"""The records in an order in which each refers only to earlier ones, the rows of each, and the
column that names the group."""
COLUMN_OF_FIELD: dict[tuple[type[TransferRecord], str], str] = {(EntityRecord, "kind"): "type"}
"""Columns whose name means something else in a record."""


def columns_of(record: type[TransferRecord]) -> dict[str, str]:
    """The column of each field."""
    fields = (name for name in record.model_fields if name != "type")
    return {name: COLUMN_OF_FIELD.get((record, name), name) for name in fields}


def export_lines(scope: Scope, group_id: str) -> Iterator[str]:
    """The lines of a group's export. Raises `NotFound` at once if the group is unknown."""
    check_group_known(scope, group_id)
    return _lines(scope, group_id)


def _lines(scope: Scope, group_id: str) -> Iterator[str]:
    yield _line(HeaderRecord(group_id=group_id, exported_at=utcnow()))
    own = GroupRow.objects.in_scope(scope).filter(group_id=group_id).first()
    if own is not None:
        yield _line(SettingsRecord(settings=own.settings, families=own.families))
    for record, rows, group_column in ROWS:
        columns = columns_of(record)
        ours = rows(scope).filter(**{group_column: group_id}).order_by("pk")
        last = None
        while piece := list(
            (ours if last is None else ours.filter(pk__gt=last)).values(*columns.values())[:PIECE]
        ):
            for row in piece:
                yield _line(record(**{name: row[column] for name, column in columns.items()}))
            last = piece[-1]["id"]


def _line(record: TransferRecord) -> str:
    return record.model_dump_json() + "\n"
