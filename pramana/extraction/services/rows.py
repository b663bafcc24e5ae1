"""An extraction's row under its lock, and what is written beside its values."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.db.models.functions import Now

from pramana.documents.selectors import document_text, pages_of
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.assessing import assess
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.paths import Path, format_path, parse_path
from pramana.extraction.domain.tree import MISSING, value_at
from pramana.extraction.errors.extractions import ExtractionLocked, ExtractionNotFound
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import hand_paths, specs_of, visible
from pramana.extraction.services.authors import Author
from pramana.kit.scope import Scope

MOST_PAGES = 20_000


def locked(scope: Scope, extraction_id: UUID) -> Extraction:
    """The row, to be changed by whoever may see it."""
    rows = visible(scope).select_related(None).select_for_update()
    row = rows.filter(pk=extraction_id).first()
    if row is None:
        raise ExtractionNotFound()
    return row


def open_row(scope: Scope, extraction_id: UUID) -> Extraction:
    """The same, where nobody has locked the extraction against changes."""
    row = locked(scope, extraction_id)
    if row.locked_at:
        raise ExtractionLocked()
    return row


def paper_of(scope: Scope, document_id: UUID) -> Paper:
    """The document as its values are looked for in it."""
    pages = pages_of(scope, document_id, limit=MOST_PAGES)
    return Paper(document_text(scope, document_id), [page.start for page in pages])


def hands(scope: Scope, row: Extraction) -> tuple[Path, ...]:
    return tuple(parse_path(path) for path in hand_paths(scope, row))


def stood(row: Extraction, path: Path) -> dict[str, Json] | None:
    """What stands at a path with its confidence and evidence; None for nothing."""
    value = value_at(row.extracted_fields, path)
    if value is MISSING:
        return None
    beside = {"confidence": row.confidence_scores, "evidence": row.evidence}
    found = {name: value_at(tree, path) for name, tree in beside.items()}
    return {"value": value, **{name: _or_null(each) for name, each in found.items()}}


def note_changes(
    scope: Scope, row: Extraction, author: Author, changes: Sequence[tuple[Path, Any, Any]]
) -> None:
    """A row per path that changed, with what stood there before and after."""
    rows = FieldChange.objects.in_scope(scope).filter(extraction_id=row.id)
    first = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    FieldChange.objects.bulk_create(
        FieldChange(
            tenant_id=scope.tenant_id,
            extraction_id=row.id,
            number=first + place,
            run_id=author.run_id,
            actor_id=scope.actor_id,
            by_hand=author.by_hand,
            tool=author.tool,
            path=format_path(path),
            before=before,
            after=after,
        )
        for place, (path, before, after) in enumerate(changes)
    )


def judge_again(scope: Scope, row: Extraction) -> None:
    """Trust anew for the whole: one value may be why another no longer adds up."""
    trust = assess(
        row.extracted_fields,
        row.evidence,
        specs=specs_of(row),
        second=row.second_reading,
        by_hand=hands(scope, row),
    )
    keep(scope, row, trust=trust)


def keep(scope: Scope, row: Extraction, **values: Any) -> None:
    """Write these columns, and when."""
    changed: Mapping[str, Any] = {**values, "updated_at": Now()}
    Extraction.objects.in_scope(scope).filter(pk=row.pk).update(**changed)


def _or_null(value: Json) -> Json:
    return None if value is MISSING else value
