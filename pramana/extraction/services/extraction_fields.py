"""Writing fields, for tools and people alike: check, find evidence, store, record, assess trust."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.extraction.contracts.extractions import (
    ExtractionMode,
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
    map_leaves,
    parse_path,
    paths_overlap,
    value_at,
    with_inserted_value,
    with_value,
    without_value,
)
from pramana.extraction.domain.validation import (
    complete_fields,
    field_errors,
    path_errors,
    protected_paths,
    refuse_protected,
    restore_protected,
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
    NothingToUndo,
    PathNotThere,
    ValueChangeNotFound,
)
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import BY_HAND, field_specs, get_extraction
from pramana.extraction.services.extraction_records import (
    PERSON,
    FieldAuthor,
    evidence_source,
    hand_edits,
    lock_open_row,
    protected_paths_of,
    reassess_trust,
    record_changes,
    update_row,
    value_snapshot,
)
from pramana.extraction.services.lessons import teach_change, unlearn_change
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

UPDATE = "SELECT update_extraction_field(%s, %s, %s, %s, %s, %s, %s)"
REMOVE = "SELECT remove_extraction_field(%s, %s, %s, %s)"
MOST_NAMED = 10
TREE_COLUMNS = {
    "value": "extracted_fields",
    "confidence": "confidence_scores",
    "evidence": "evidence",
}


@dataclass(frozen=True)
class SavedFields:
    """The result of saving a whole set of fields."""

    count: int
    protected: tuple[str, ...] = ()
    """Paths that keep what a person wrote."""
    without_evidence: tuple[str, ...] = ()
    """Paths of values that were not found in the document."""


@transaction.atomic
def save_fields(
    scope: Scope,
    extraction_id: UUID,
    author: FieldAuthor,
    source: EvidenceSource,
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    quotes: Mapping[str, str],
) -> SavedFields:
    """Replace the saved fields with these. Either all of them are saved or none."""
    row = lock_open_row(scope, extraction_id)
    whole, scores = _check_fields(fields, confidences, field_specs(row), ExtractionMode(row.mode))
    proof = source.tree(whole, _normalise_quotes(quotes))
    protected: tuple[Path, ...] = ()
    if author.keeps_hand_edits:
        protected = protected_paths(whole, hand_edits(scope, row))
    trees = {"extracted_fields": whole, "confidence_scores": scores, "evidence": proof}
    old = {name: getattr(row, name) for name in trees}
    for name, tree in trees.items():
        setattr(row, name, restore_protected(tree, old[name], protected))
    update_row(scope, row, **{name: getattr(row, name) for name in trees})
    record_changes(scope, row, author, _changed_fields(row, old))
    reassess_trust(scope, row)
    return SavedFields(
        len(whole), tuple(map(format_path, protected)), _paths_without_evidence(whole, proof)
    )


@transaction.atomic
def set_field(
    scope: Scope,
    extraction_id: UUID,
    author: FieldAuthor,
    source: EvidenceSource,
    path_text: str,
    value: Json,
    confidence: float | None,
    quote: str = "",
    place: tuple[int, int] | None = None,
) -> Json:
    """Set the value at one path, and return its evidence: at `place`, where somebody knows it."""
    row, path = lock_open_row(scope, extraction_id), parse_path(path_text)
    if ExtractionMode(row.mode) is ExtractionMode.CUSTOM and not isinstance(path[-1], int):
        value = coerce_value(value, spec_at(field_specs(row), path))
    _check_value(row, path, value, confidence)
    check_settable(row.extracted_fields, path)
    refuse_protected(path, protected_paths_of(scope, row, author))
    _check_shape(row, path, value, author)
    whole = with_value(row.extracted_fields, path, value)
    proof = (
        source.at(*place)
        if place
        else source.tree(value, {path_text: quote} if quote else {}, path, whole)
    )
    before = value_snapshot(row, path)
    _run_function(UPDATE, scope, row, path, json.dumps(value), confidence, json.dumps(proof))
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    after = value_snapshot(row, path)
    if before != after or author.decides:
        record_changes(scope, row, author, [(path, before, after)])
    if author.decides:
        teach_change(scope, row.document_id, source, path, before, after)
    reassess_trust(scope, row)
    return proof


@transaction.atomic
def remove_field(scope: Scope, extraction_id: UUID, author: FieldAuthor, path_text: str) -> None:
    """Remove the value at a path."""
    row, path = lock_open_row(scope, extraction_id), parse_path(path_text)
    before = value_snapshot(row, path)
    if before is None:
        raise PathNotThere(path_text)
    refuse_protected(path, protected_paths_of(scope, row, author), removing=True)
    _run_function(REMOVE, scope, row, path)
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    record_changes(scope, row, author, [(path, before, None)])
    reassess_trust(scope, row)


@transaction.atomic
def append_item(
    scope: Scope,
    extraction_id: UUID,
    author: FieldAuthor,
    source: EvidenceSource,
    path_text: str,
    value: Json,
) -> str:
    """Add an item at the end of a list, and return its path."""
    row, path = lock_open_row(scope, extraction_id), parse_path(path_text)
    items = value_at(row.extracted_fields, path)
    if not isinstance(items, list):
        raise BadPath(path_text, "it is no list")
    place = (*path, len(items))
    _check_value(row, place, value, 1.0)
    refuse_protected(place, protected_paths_of(scope, row, author))
    whole = with_value(row.extracted_fields, path, [*items, value])
    proof = source.tree(value, {}, place, whole)
    scores = map_leaves(value, lambda _path, _value: 1.0)
    entries = {"extracted_fields": value, "confidence_scores": scores, "evidence": proof}
    for column, entry in entries.items():
        tree = getattr(row, column)
        listed = value_at(tree, path)
        known = listed if isinstance(listed, list) else [None] * len(items)
        setattr(row, column, with_value(tree, path, [*known, entry]))
    update_row(scope, row, **{column: getattr(row, column) for column in entries})
    record_changes(scope, row, author, [(place, None, value_snapshot(row, place))])
    reassess_trust(scope, row)
    return format_path(place)


def _check_fields(
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    specs: Sequence[FieldSpec],
    mode: ExtractionMode,
) -> tuple[dict[str, Json], Json]:
    """Return the fields to save, and their confidences in the same shape."""
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


def _check_shape(row: Extraction, path: Path, value: Json, author: FieldAuthor) -> None:
    """Refuse a single value in place of an object or of rows, unless a person writes it by hand."""
    current = value_at(row.extracted_fields, path)
    is_table = isinstance(current, list) and any(isinstance(each, dict) for each in current)
    has_parts = isinstance(current, dict) or is_table
    if author.tool == BY_HAND or not has_parts or value is None or isinstance(value, dict | list):
        return
    where = format_path(path)
    raise BadValues([f"{where} has parts, so it cannot become {str(value)[:60]!r}; write a part"])


def _run_function(statement: str, scope: Scope, row: Extraction, path: Path, *rest: Any) -> None:
    """Change one path with a database function. Raises ExtractionNotFound if the row is gone."""
    ids: list[Any] = [scope.tenant_id, row.id, row.user_id, [str(part) for part in path]]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*ids, *rest])
        touched = cursor.fetchone()[0]
    if not touched:
        raise ExtractionNotFound()


def _changed_fields(row: Extraction, old: Mapping[str, Any]) -> list[tuple[Path, Any, Any]]:
    """The top-level fields that changed, each with its state before and after."""
    before = Extraction(**old)
    names = dict.fromkeys([*before.extracted_fields, *row.extracted_fields])
    pairs = [
        ((name,), value_snapshot(before, (name,)), value_snapshot(row, (name,))) for name in names
    ]
    return [pair for pair in pairs if pair[1] != pair[2]]


def _normalise_quotes(quotes: Mapping[str, str]) -> dict[str, str]:
    """Quotes by the normal form of their path. A quote with an invalid path is dropped."""
    by_path = {}
    for path_text, quote in quotes.items():
        try:
            by_path[format_path(parse_path(path_text))] = quote
        except BadPath:
            continue
    return by_path


def _paths_without_evidence(fields: Json, proof: Json) -> tuple[str, ...]:
    """The first few paths whose values were not found in the document."""
    missing = (
        format_path(path)
        for path, value in leaves(fields)
        if value is not None and not (value_at(proof, path) or {}).get("supports")
    )
    return tuple(islice(missing, MOST_NAMED))


@transaction.atomic
def rename_field(scope: Scope, extraction_id: UUID, path_text: str, name: str) -> str:
    """Give a field another name by hand; its value moves along. Return the new path."""
    extraction = get_extraction(scope, extraction_id)
    path = parse_path(path_text)
    value = value_at(extraction.extracted_fields, path)
    if value is MISSING:
        raise PathNotThere(path_text)
    new_path = (*path[:-1], name)
    if isinstance(path[-1], int):
        raise BadPath(path_text, "an item of a list has no name")
    if value_at(extraction.extracted_fields, new_path) is not MISSING:
        raise BadPath(format_path(new_path), "there is a field of that name already")
    source = evidence_source(scope, extraction.document_id)
    set_field(scope, extraction_id, PERSON, source, format_path(new_path), value, 1.0)
    remove_field(scope, extraction_id, PERSON, path_text)
    return format_path(new_path)


def edit_field(scope: Scope, extraction_id: UUID, path: str, value: Json) -> ExtractionView:
    """Write a value by hand. No run overwrites it unless asked to."""
    document_id = get_extraction(scope, extraction_id).document_id
    source = evidence_source(scope, document_id)
    set_field(scope, extraction_id, PERSON, source, path, value, 1.0)
    return get_extraction(scope, extraction_id)


def remove_field_by_hand(scope: Scope, extraction_id: UUID, path: str) -> ExtractionView:
    """Remove a field by hand. No run puts it back unless asked to."""
    remove_field(scope, extraction_id, PERSON, path)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def undo_field_change(scope: Scope, extraction_id: UUID, change_id: UUID) -> ExtractionView:
    """Restore the value before a change. The change stays in the history, marked as undone."""
    row = lock_open_row(scope, extraction_id)
    change = _find_change(scope, row, change_id)
    path = parse_path(change.path)
    _check_newest(scope, row, change, path)
    for part, column in TREE_COLUMNS.items():
        setattr(row, column, _revert(getattr(row, column), path, change, part))
    update_row(scope, row, **{column: getattr(row, column) for column in TREE_COLUMNS.values()})
    change.undone_at, change.undone_by_id = utcnow(), scope.actor_id
    change.save(update_fields=["undone_at", "undone_by_id"])
    if change.by_hand:
        unlearn_change(scope, row.document_id, path)
    reassess_trust(scope, row)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def undo_correction(
    scope: Scope, extraction_id: UUID, path_text: str = "", *, before_run: UUID | None = None
) -> list[str]:
    """Undo the last correction in words, or the last decision about a path; return the paths."""
    row = lock_open_row(scope, extraction_id)
    decided = FieldChange.objects.in_scope(scope).filter(
        extraction_id=row.id, by_hand=True, undone_at__isnull=True
    )
    decided = decided.exclude(run_id=before_run) if before_run else decided
    newest_first = list(decided.order_by("-number"))
    if path_text:
        path = parse_path(path_text)
        changes = [each for each in newest_first if paths_overlap(path, parse_path(each.path))][:1]
    else:
        last = next((each.run_id for each in newest_first if each.run_id), None)
        changes = [each for each in newest_first if each.run_id == last] if last else []
    if not changes:
        raise NothingToUndo()
    for change in changes:
        undo_field_change(scope, extraction_id, change.id)
    return [change.path for change in changes]


def _find_change(scope: Scope, row: Extraction, change_id: UUID) -> FieldChange:
    change = FieldChange.objects.in_scope(scope).filter(extraction_id=row.id, pk=change_id).first()
    if change is None:
        raise ValueChangeNotFound()
    return change


def _check_newest(scope: Scope, row: Extraction, change: FieldChange, path: Path) -> None:
    """Only the last change of a path can be undone, because later ones were built on it."""
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
