"""Values are written here, by tools and by people alike: checked, placed, judged and kept."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.extraction.contracts.extractions import (
    ExtractionMode,
    ExtractionStatus,
    ExtractionView,
)
from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.coercion import (
    coerce_fields,
    coerce_value,
    confidence_error,
    shape_confidences,
)
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    check_settable,
    format_path,
    leaves,
    parse_path,
    paths_overlap,
    value_at,
    with_inserted_value,
    with_value,
    without_value,
)
from pramana.extraction.domain.protected_paths import (
    protected_paths,
    refuse_protected,
    restore_protected,
)
from pramana.extraction.domain.validation import (
    complete_fields,
    field_errors,
    path_errors,
    spec_at,
    value_errors,
)
from pramana.extraction.errors import (
    BadConfidence,
    BadPath,
    BadValues,
    ChangeOvertaken,
    ChangeUndone,
    ExtractionNotFound,
    NotComplete,
    PathNotThere,
    ValueChangeNotFound,
)
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import field_specs, get_extraction
from pramana.extraction.services.extraction_records import (
    PERSON,
    FieldAuthor,
    evidence_source,
    hand_edited_paths,
    lock_open_row,
    lock_row,
    reassess_trust,
    record_changes,
    update_row,
    value_snapshot,
)
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit

UPDATE = "SELECT update_extraction_field(%s, %s, %s, %s, %s, %s, %s)"
MOST_NAMED = 10
REMOVE = "SELECT remove_extraction_field(%s, %s, %s, %s)"


@dataclass(frozen=True)
class SavedFields:
    """What a whole set of fields came to."""

    count: int
    kept: tuple[str, ...] = ()
    """Paths that were left as a person wrote them."""
    unplaced: tuple[str, ...] = ()
    """Values whose words do not stand in the document."""


@transaction.atomic
def save_fields(
    scope: Scope,
    extraction_id: UUID,
    author: FieldAuthor,
    paper: EvidenceSource,
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    quotes: Mapping[str, str],
) -> SavedFields:
    """Put these fields in place of what was saved before. Refuses all of them or none."""
    row = lock_open_row(scope, extraction_id)
    whole, scores = _check_fields(fields, confidences, field_specs(row), ExtractionMode(row.mode))
    proof = paper.tree(whole, _normalise_quotes(quotes))
    spared = protected_paths(whole, hand_edited_paths(scope, row)) if author.spares_hands else ()
    trees = {"extracted_fields": whole, "confidence_scores": scores, "evidence": proof}
    old = {name: getattr(row, name) for name in trees}
    for name, tree in trees.items():
        setattr(row, name, restore_protected(tree, old[name], spared))
    update_row(scope, row, **{name: getattr(row, name) for name in trees})
    record_changes(scope, row, author, _changed_fields(row, old))
    reassess_trust(scope, row)
    return SavedFields(
        len(whole), tuple(map(format_path, spared)), _paths_without_evidence(whole, proof)
    )


@transaction.atomic
def set_field(
    scope: Scope,
    extraction_id: UUID,
    author: FieldAuthor,
    paper: EvidenceSource,
    written: str,
    value: Json,
    confidence: float | None,
    quote: str = "",
) -> Json:
    """Put one value at one path; return its evidence."""
    row, path = lock_open_row(scope, extraction_id), parse_path(written)
    if ExtractionMode(row.mode) is ExtractionMode.CUSTOM and not isinstance(path[-1], int):
        value = coerce_value(value, spec_at(field_specs(row), path))
    _check_value(row, path, value, confidence)
    check_settable(row.extracted_fields, path)
    if author.spares_hands:
        refuse_protected(path, hand_edited_paths(scope, row))
    whole = with_value(row.extracted_fields, path, value)
    proof = paper.tree(value, {written: quote} if quote else {}, path, whole)
    before = value_snapshot(row, path)
    _run_function(UPDATE, scope, row, path, json.dumps(value), confidence, json.dumps(proof))
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    after = value_snapshot(row, path)
    if before != after or author.by_hand:
        record_changes(scope, row, author, [(path, before, after)])
    reassess_trust(scope, row)
    return proof


@transaction.atomic
def remove_field(scope: Scope, extraction_id: UUID, author: FieldAuthor, written: str) -> None:
    """Take away what stands at a path."""
    row, path = lock_open_row(scope, extraction_id), parse_path(written)
    before = value_snapshot(row, path)
    if before is None:
        raise PathNotThere(written)
    if author.spares_hands:
        refuse_protected(path, hand_edited_paths(scope, row), removing=True)
    _run_function(REMOVE, scope, row, path)
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    record_changes(scope, row, author, [(path, before, None)])
    reassess_trust(scope, row)


def _check_fields(
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    specs: Sequence[FieldSpec],
    mode: ExtractionMode,
) -> tuple[dict[str, Json], Json]:
    """The fields to save and their confidences in the same shape."""
    if mode is ExtractionMode.CUSTOM:
        fields = coerce_fields(fields, specs)
    errors = value_errors(fields)
    if not errors and mode is ExtractionMode.CUSTOM:
        errors = field_errors(fields, specs)
    if not fields:
        errors = ["fields is empty; write at least one field"]
    if errors:
        raise BadValues(errors)
    whole = complete_fields(fields, specs) if mode is ExtractionMode.CUSTOM else dict(fields)
    scores, wrong = shape_confidences(whole, confidences)
    if wrong:
        raise BadValues(wrong)
    return whole, scores


def _check_value(row: Extraction, path: Path, value: Json, confidence: float | None) -> None:
    if confidence is not None and (wrong := confidence_error(confidence)):
        raise BadConfidence(wrong)
    errors = value_errors(value, path)
    if not errors and ExtractionMode(row.mode) is ExtractionMode.CUSTOM:
        errors = path_errors(value, field_specs(row), path)
    if errors:
        raise BadValues(errors)


def _run_function(statement: str, scope: Scope, row: Extraction, path: Path, *rest: Any) -> None:
    """One surgical change in the database; a row that is gone is an error, not a success."""
    ids: list[Any] = [scope.tenant_id, row.id, row.user_id, [str(part) for part in path]]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*ids, *rest])
        touched = cursor.fetchone()[0]
    if not touched:
        raise ExtractionNotFound()


def _changed_fields(row: Extraction, old: Mapping[str, Any]) -> list[tuple[Path, Any, Any]]:
    """The fields of the top that changed, before and after."""
    before = Extraction(**old)
    names = dict.fromkeys([*before.extracted_fields, *row.extracted_fields])
    pairs = [
        ((name,), value_snapshot(before, (name,)), value_snapshot(row, (name,))) for name in names
    ]
    return [pair for pair in pairs if pair[1] != pair[2]]


def _normalise_quotes(quotes: Mapping[str, str]) -> dict[str, str]:
    """Quotes under the one way of writing each path; a path nobody can read names nothing."""
    found = {}
    for written, quote in quotes.items():
        try:
            found[format_path(parse_path(written))] = quote
        except BadPath:
            continue
    return found


def _paths_without_evidence(fields: Json, proof: Json) -> tuple[str, ...]:
    """Values that were not found in the document, as far as they fit into a sentence."""
    missing = (
        format_path(path)
        for path, value in leaves(fields)
        if value is not None and not (value_at(proof, path) or {}).get("supports")
    )
    return tuple(islice(missing, MOST_NAMED))


@transaction.atomic
def rename_field(scope: Scope, extraction_id: UUID, written: str, name: str) -> str:
    """Put the value under its new name, take the old one away; return the new path."""
    found = get_extraction(scope, extraction_id)
    path = parse_path(written)
    value = value_at(found.extracted_fields, path)
    if value is MISSING:
        raise PathNotThere(written)
    new = (*path[:-1], name)
    if isinstance(path[-1], int):
        raise BadPath(written, "an item of a list has no name")
    if value_at(found.extracted_fields, new) is not MISSING:
        raise BadPath(format_path(new), "there is a field of that name already")
    paper = evidence_source(scope, found.document_id)
    set_field(scope, extraction_id, PERSON, paper, format_path(new), value, 1.0)
    remove_field(scope, extraction_id, PERSON, written)
    return format_path(new)


TREE_COLUMNS = {
    "value": "extracted_fields",
    "confidence": "confidence_scores",
    "evidence": "evidence",
}


def edit_field(scope: Scope, extraction_id: UUID, path: str, value: Json) -> ExtractionView:
    """Write a value by hand. From now on no run overwrites it unless asked."""
    document_id = get_extraction(scope, extraction_id).document_id
    paper = evidence_source(scope, document_id)
    set_field(scope, extraction_id, PERSON, paper, path, value, 1.0)
    return get_extraction(scope, extraction_id)


def remove_field_by_hand(scope: Scope, extraction_id: UUID, path: str) -> ExtractionView:
    """Remove a field by hand; no run puts it back unless asked."""
    remove_field(scope, extraction_id, PERSON, path)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def undo_field_change(scope: Scope, extraction_id: UUID, change_id: UUID) -> ExtractionView:
    """Put back what stood there before. The change stays in the history, marked."""
    row = lock_open_row(scope, extraction_id)
    change = _find_change(scope, row, change_id)
    path = parse_path(change.path)
    _check_newest(scope, row, change, path)
    for part, column in TREE_COLUMNS.items():
        setattr(row, column, _revert(getattr(row, column), path, change, part))
    update_row(scope, row, **{column: getattr(row, column) for column in TREE_COLUMNS.values()})
    change.undone_at, change.undone_by_id = utcnow(), scope.actor_id
    change.save(update_fields=["undone_at", "undone_by_id"])
    reassess_trust(scope, row)
    return get_extraction(scope, extraction_id)


def approve_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """A person says that it is right. Only a complete extraction can be."""
    return _marked(scope, extraction_id, "approved", _approval)


def lock_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """Nobody changes it any more, by hand or by run, until it is unlocked."""
    return _marked(scope, extraction_id, "locked", _locking)


def unlock_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    return _marked(scope, extraction_id, "unlocked", _unlocking)


@transaction.atomic
def share_extraction(scope: Scope, extraction_id: UUID, *, shared: bool) -> ExtractionView:
    """Let the tenant see it, or no longer; only who made it may say so."""
    row = lock_row(scope, extraction_id)
    if row.user_id != scope.actor_id:
        raise ExtractionNotFound()
    update_row(scope, row, shared=shared)
    audit(scope, "extraction.shared", "extraction", row.id, shared=shared)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def _marked(
    scope: Scope,
    extraction_id: UUID,
    word: str,
    mark: Callable[[Scope, Extraction], dict[str, Any]],
) -> ExtractionView:
    row = lock_row(scope, extraction_id)
    update_row(scope, row, **mark(scope, row))
    audit(scope, f"extraction.{word}", "extraction", row.id)
    return get_extraction(scope, extraction_id)


def _approval(scope: Scope, row: Extraction) -> dict[str, Any]:
    if row.status != ExtractionStatus.COMPLETED:
        raise NotComplete()
    return {"approved_by_id": scope.actor_id, "approved_at": utcnow()}


def _locking(scope: Scope, row: Extraction) -> dict[str, Any]:
    return {"locked_by_id": scope.actor_id, "locked_at": row.locked_at or utcnow()}


def _unlocking(scope: Scope, row: Extraction) -> dict[str, Any]:
    return {"locked_by_id": None, "locked_at": None}


def _find_change(scope: Scope, row: Extraction, change_id: UUID) -> FieldChange:
    found = FieldChange.objects.in_scope(scope).filter(extraction_id=row.id, pk=change_id).first()
    if found is None:
        raise ValueChangeNotFound()
    return found


def _check_newest(scope: Scope, row: Extraction, change: FieldChange, path: Path) -> None:
    """Only the last change of a path can be undone: an earlier one no longer is what stands."""
    reach = path[:-1] if isinstance(path[-1], int) else path
    later = FieldChange.objects.in_scope(scope).filter(
        extraction_id=row.id, number__gt=change.number, undone_at__isnull=True
    )
    if change.undone_at:
        raise ChangeUndone(change.path)
    others = later.values_list("path", flat=True)
    if any(paths_overlap(reach, parse_path(other)) for other in others):
        raise ChangeOvertaken(change.path)


def _revert(tree: Json, path: Path, change: FieldChange, part: str) -> Json:
    if change.before is None:
        return without_value(tree, path)
    before = change.before[part]
    return (
        with_inserted_value(tree, path, before)
        if change.after is None
        else with_value(tree, path, before)
    )
