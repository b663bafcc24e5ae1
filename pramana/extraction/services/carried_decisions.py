"""Carrying a person's decisions from earlier extractions of a document into the next one.

A decision is a value or a removal that a person wrote by hand or said in words. It survives another
mode, another template, and runs that failed in between.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.carried_places import carried_place
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    parse_path,
    paths_overlap,
    value_at,
    with_value,
)
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import BY_HAND, field_specs, hand_edit_paths
from pramana.extraction.services.extraction_records import (
    FieldAuthor,
    record_changes,
    update_row,
    value_snapshot,
)
from pramana.kit.scope import Scope

MOST_EARLIER = 50
"""How many earlier extractions of a document are looked at."""
IN_WORDS = "in_words"
VALUE_TREES = ("extracted_fields", "confidence_scores", "evidence")


@dataclass(frozen=True)
class CarriedDecision:
    """A decided place of an earlier extraction, up to its first index."""

    extraction: Extraction
    path: Path
    tool: str


def carry_over_decisions(scope: Scope, row: Extraction) -> None:
    """Copy what the person decided before, so that the new run does not overwrite it.

    An item of a list means nothing without the list, so the whole list is copied. Of two decisions
    about one place the later one counts, and a decision that was undone does not come back.
    """
    settled: list[Path] = []
    for decision in _decisions(scope, row):
        specs = field_specs(row)
        value = value_at(decision.extraction.extracted_fields, decision.path)
        place = carried_place(decision.path, value, specs, row.extracted_fields)
        if place is None or any(paths_overlap(place.path, path) for path in settled):
            continue
        settled.append(place.path)
        if decision.tool:
            _carry(scope, row, decision, place.path, place.value)


def _carry(
    scope: Scope, row: Extraction, decision: CarriedDecision, path: Path, value: Json
) -> None:
    if value is not MISSING:
        for tree in VALUE_TREES:
            entry = value_at(getattr(decision.extraction, tree), decision.path)
            entry = value if tree == "extracted_fields" else None if entry is MISSING else entry
            setattr(row, tree, with_value(getattr(row, tree), path, entry))
        update_row(scope, row, **{tree: getattr(row, tree) for tree in VALUE_TREES})
    author = FieldAuthor(f"{decision.tool}:carried_over", by_hand=True)
    record_changes(scope, row, author, [(path, None, value_snapshot(row, path))])


def _decisions(scope: Scope, row: Extraction) -> Iterator[CarriedDecision]:
    """Yield decisions of earlier extractions, the latest first; undone ones without a tool.

    An extraction that was asked to overwrite them ends the search.
    """
    rows = Extraction.objects.in_scope(scope).filter(
        document_id=row.document_id, user_id=row.user_id
    )
    for earlier in rows.exclude(pk=row.pk).order_by("-created_at", "-id")[:MOST_EARLIER]:
        by_hand = set(hand_edit_paths(scope, earlier, tool=BY_HAND))
        for path in dict.fromkeys((*hand_edit_paths(scope, earlier), *_undone(scope, earlier.id))):
            held = path in hand_edit_paths(scope, earlier)
            tool = (BY_HAND if path in by_hand else IN_WORDS) if held else ""
            yield CarriedDecision(earlier, _up_to_first_index(parse_path(path)), tool)
        if earlier.overwrite:
            return


def _undone(scope: Scope, extraction_id: UUID) -> list[str]:
    changes = FieldChange.objects.in_scope(scope).filter(
        extraction_id=extraction_id, by_hand=True, undone_at__isnull=False
    )
    return list(changes.values_list("path", flat=True))


def _up_to_first_index(path: Path) -> Path:
    """The path up to its first index."""
    index = next((at for at, part in enumerate(path) if isinstance(part, int)), len(path))
    return path[:index]
