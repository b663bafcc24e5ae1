"""Values are written here, by tools and by people alike: checked, placed, judged and kept."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.easing import eased, eased_value
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.paths import Path, format_path, parse_path
from pramana.extraction.domain.shapes import confidence_error, shaped
from pramana.extraction.domain.sparing import kept, refuse_hands, spared_paths
from pramana.extraction.domain.tree import check_put, leaves, put, value_at
from pramana.extraction.domain.validation import (
    completed,
    field_errors,
    path_errors,
    spec_at,
    value_errors,
)
from pramana.extraction.errors.extractions import (
    BadConfidence,
    BadPath,
    BadValues,
    ExtractionNotFound,
    PathNotThere,
)
from pramana.extraction.models import Extraction
from pramana.extraction.selectors.extractions import specs_of
from pramana.extraction.services.authors import Author
from pramana.extraction.services.rows import (
    hands,
    judge_again,
    keep,
    note_changes,
    open_row,
    stood,
)
from pramana.kit.scope import Scope

UPDATE = "SELECT update_extraction_field(%s, %s, %s, %s, %s, %s, %s)"
MOST_NAMED = 10
REMOVE = "SELECT remove_extraction_field(%s, %s, %s, %s)"


@dataclass(frozen=True)
class Saved:
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
    author: Author,
    paper: Paper,
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    quotes: Mapping[str, str],
) -> Saved:
    """Put these fields in place of what was saved before. Refuses all of them or none."""
    row = open_row(scope, extraction_id)
    whole, scores = _checked(fields, confidences, specs_of(row), ExtractionMode(row.mode))
    proof = paper.tree(whole, _by_path(quotes))
    spared = spared_paths(whole, hands(scope, row)) if author.spares_hands else ()
    trees = {"extracted_fields": whole, "confidence_scores": scores, "evidence": proof}
    old = {name: getattr(row, name) for name in trees}
    for name, tree in trees.items():
        setattr(row, name, kept(tree, old[name], spared))
    keep(scope, row, **{name: getattr(row, name) for name in trees})
    note_changes(scope, row, author, _differing(row, old))
    judge_again(scope, row)
    return Saved(len(whole), tuple(map(format_path, spared)), _unplaced(whole, proof))


@transaction.atomic
def set_field(
    scope: Scope,
    extraction_id: UUID,
    author: Author,
    paper: Paper,
    written: str,
    value: Json,
    confidence: float | None,
    quote: str = "",
) -> Json:
    """Put one value at one path; return its evidence."""
    row, path = open_row(scope, extraction_id), parse_path(written)
    if ExtractionMode(row.mode) is ExtractionMode.CUSTOM and not isinstance(path[-1], int):
        value = eased_value(value, spec_at(specs_of(row), path))
    _check_value(row, path, value, confidence)
    check_put(row.extracted_fields, path)
    if author.spares_hands:
        refuse_hands(path, hands(scope, row))
    whole = put(row.extracted_fields, path, value)
    proof = paper.tree(value, {written: quote} if quote else {}, path, whole)
    before = stood(row, path)
    _call(UPDATE, scope, row, path, json.dumps(value), confidence, json.dumps(proof))
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    after = stood(row, path)
    if before != after or author.by_hand:
        note_changes(scope, row, author, [(path, before, after)])
    judge_again(scope, row)
    return proof


@transaction.atomic
def remove_field(scope: Scope, extraction_id: UUID, author: Author, written: str) -> None:
    """Take away what stands at a path."""
    row, path = open_row(scope, extraction_id), parse_path(written)
    before = stood(row, path)
    if before is None:
        raise PathNotThere(written)
    if author.spares_hands:
        refuse_hands(path, hands(scope, row), removing=True)
    _call(REMOVE, scope, row, path)
    row.refresh_from_db(fields=["extracted_fields", "confidence_scores", "evidence"])
    note_changes(scope, row, author, [(path, before, None)])
    judge_again(scope, row)


def _checked(
    fields: Mapping[str, Json],
    confidences: Mapping[str, Json],
    specs: Sequence[FieldSpec],
    mode: ExtractionMode,
) -> tuple[dict[str, Json], Json]:
    """The fields to save and their confidences in the same shape."""
    if mode is ExtractionMode.CUSTOM:
        fields = eased(fields, specs)
    errors = value_errors(fields)
    if not errors and mode is ExtractionMode.CUSTOM:
        errors = field_errors(fields, specs)
    if not fields:
        errors = ["fields is empty; write at least one field"]
    if errors:
        raise BadValues(errors)
    whole = completed(fields, specs) if mode is ExtractionMode.CUSTOM else dict(fields)
    scores, wrong = shaped(whole, confidences)
    if wrong:
        raise BadValues(wrong)
    return whole, scores


def _check_value(row: Extraction, path: Path, value: Json, confidence: float | None) -> None:
    if confidence is not None and (wrong := confidence_error(confidence)):
        raise BadConfidence(wrong)
    errors = value_errors(value, path)
    if not errors and ExtractionMode(row.mode) is ExtractionMode.CUSTOM:
        errors = path_errors(value, specs_of(row), path)
    if errors:
        raise BadValues(errors)


def _call(statement: str, scope: Scope, row: Extraction, path: Path, *rest: Any) -> None:
    """One surgical change in the database; a row that is gone is an error, not a success."""
    ids: list[Any] = [scope.tenant_id, row.id, row.user_id, [str(part) for part in path]]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*ids, *rest])
        touched = cursor.fetchone()[0]
    if not touched:
        raise ExtractionNotFound()


def _differing(row: Extraction, old: Mapping[str, Any]) -> list[tuple[Path, Any, Any]]:
    """The fields of the top that changed, before and after."""
    before = Extraction(**old)
    names = dict.fromkeys([*before.extracted_fields, *row.extracted_fields])
    pairs = [((name,), stood(before, (name,)), stood(row, (name,))) for name in names]
    return [pair for pair in pairs if pair[1] != pair[2]]


def _by_path(quotes: Mapping[str, str]) -> dict[str, str]:
    """Quotes under the one way of writing each path; a path nobody can read names nothing."""
    found = {}
    for written, quote in quotes.items():
        try:
            found[format_path(parse_path(written))] = quote
        except BadPath:
            continue
    return found


def _unplaced(fields: Json, proof: Json) -> tuple[str, ...]:
    """Values that were not found in the document, as far as they fit into a sentence."""
    missing = (
        format_path(path)
        for path, value in leaves(fields)
        if value is not None and not (value_at(proof, path) or {}).get("supports")
    )
    return tuple(islice(missing, MOST_NAMED))
