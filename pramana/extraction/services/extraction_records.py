"""An extraction's row: locking it, and storing values, history and trust."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.db.models.functions import Now

from pramana.documents.selectors import document_text, page_starts
from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import MISSING, Path, format_path, parse_path, value_at
from pramana.extraction.domain.trust import assess_trust
from pramana.extraction.errors import ExtractionLocked, ExtractionNotFound
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import (
    BY_HAND,
    field_specs,
    hand_edit_paths,
    visible_extractions,
)
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE


@dataclass(frozen=True)
class FieldAuthor:
    """Who writes a value: a person, or an agent's tool within a run.

    The person on whose behalf it is written is the scope's actor.
    """

    tool: str
    run_id: UUID | None = None
    by_hand: bool = False
    """Whether a person decides the value: they write it, or their words are carried out."""
    in_words: bool = False
    """Whether an agent writes what a person said. The value is theirs, but it spares what they
    wrote by hand.
    """
    overwrite: bool = False
    """Whether a run may change what a person wrote."""

    @property
    def decides(self) -> bool:
        return self.by_hand or self.in_words

    @property
    def keeps_hand_edits(self) -> bool:
        return not (self.by_hand or self.overwrite)


PERSON = FieldAuthor(tool=BY_HAND, by_hand=True)


def lock_row(scope: Scope, extraction_id: UUID) -> Extraction:
    """Lock an extraction for a change. Whoever may see it may change it."""
    rows = visible_extractions(scope).select_related(None).select_for_update()
    row = rows.filter(pk=extraction_id).first()
    if row is None:
        raise ExtractionNotFound()
    return row


def lock_open_row(scope: Scope, extraction_id: UUID) -> Extraction:
    """The same, but raises ExtractionLocked if a person locked it against changes."""
    row = lock_row(scope, extraction_id)
    if row.locked_at:
        raise ExtractionLocked()
    return row


def evidence_source(scope: Scope, document_id: UUID) -> EvidenceSource:
    """The document's text, to find evidence for values in.

    Raises DocumentNotFound, and NotReadYet for a document that is still being read.
    """
    text = document_text(scope, document_id)
    return EvidenceSource(text, page_starts(scope, document_id))


def hand_edits(scope: Scope, row: Extraction) -> tuple[Path, ...]:
    """The paths that a person decided, by hand or in words, where that still holds."""
    return tuple(parse_path(path) for path in hand_edit_paths(scope, row))


def protected_paths_of(scope: Scope, row: Extraction, author: FieldAuthor) -> tuple[Path, ...]:
    """The paths this author must not change.

    What a person says later replaces what they said before, but not what they wrote by hand.
    """
    if not author.keeps_hand_edits:
        return ()
    paths = hand_edit_paths(scope, row, tool=BY_HAND if author.in_words else "")
    return tuple(map(parse_path, paths))


def value_snapshot(row: Extraction, path: Path) -> dict[str, Json] | None:
    """The value at a path with its confidence and evidence; None if there is none."""
    value = value_at(row.extracted_fields, path)
    if value is MISSING:
        return None
    trees = {"confidence": row.confidence_scores, "evidence": row.evidence}
    entries = {name: value_at(tree, path) for name, tree in trees.items()}
    return {"value": value, **{name: _missing_as_null(each) for name, each in entries.items()}}


def record_changes(
    scope: Scope, row: Extraction, author: FieldAuthor, changes: Sequence[tuple[Path, Any, Any]]
) -> None:
    """Store one history entry for each changed path, with the state before and after."""
    rows = FieldChange.objects.in_scope(scope).filter(extraction_id=row.id)
    first = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    FieldChange.objects.bulk_create(
        FieldChange(
            tenant_id=scope.tenant_id,
            extraction_id=row.id,
            number=first + place,
            run_id=author.run_id,
            actor_id=scope.actor_id,
            by_hand=author.decides,
            tool=author.tool,
            path=format_path(path),
            before=before,
            after=after,
        )
        for place, (path, before, after) in enumerate(changes)
    )


def reassess_trust(scope: Scope, row: Extraction) -> None:
    """Assess the trust of every value again: one change can make other values inconsistent."""
    trust = assess_trust(
        row.extracted_fields,
        row.evidence,
        specs=field_specs(row),
        second=row.second_reading,
        by_hand=hand_edits(scope, row),
        chances=row.confidence_scores if row.engine == OFFLINE else None,
    )
    update_row(scope, row, trust=trust)


def update_row(scope: Scope, row: Extraction, **values: Any) -> None:
    """Update these columns and `updated_at`."""
    changed: Mapping[str, Any] = {**values, "updated_at": Now()}
    Extraction.objects.in_scope(scope).filter(pk=row.pk).update(**changed)


def _missing_as_null(value: Json) -> Json:
    return None if value is MISSING else value
