"""Carrying a person's decisions from earlier extractions of a document into the next one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.coercion import coerce_value
from pramana.extraction.domain.corrections.targets import TargetFinder
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    parse_path,
    paths_overlap,
    value_at,
    with_value,
)
from pramana.extraction.domain.reading.labels import BY_KEY
from pramana.extraction.domain.validation import path_errors, spec_at
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import BY_HAND, field_specs, hand_edit_paths
from pramana.extraction.services.extraction_records import (
    FieldAuthor,
    record_changes,
    update_row,
    value_snapshot,
)
from pramana.kit.scope import Scope


@dataclass(frozen=True, slots=True)
class CarriedPlace:
    path: Path
    value: Json
    """The value in the field's type; `MISSING` for a removal."""


def carried_place(
    path: Path, value: Json, specs: Sequence[FieldSpec], fields: Mapping[str, Json]
) -> CarriedPlace | None:
    """Return the place of a decided value among other fields; None if nobody asks for it.

    It is the same path, or a field that is another name for it: `totals.total` is "Grand total".

    >>> asked = [FieldSpec(name="Grand total")]
    >>> carried_place(("totals", "total"), "500", asked, {})
    CarriedPlace(path=('Grand total',), value='500')
    """
    names = {spec.name for spec in specs}
    if path[0] in names:
        return _fitting(path, value, specs)
    if isinstance(value, dict | list) or not all(isinstance(part, str) for part in path):
        return None if specs else CarriedPlace(path, value)
    finder = TargetFinder(fields, specs)
    for words in _names_of(path):
        target = finder.find_exactly(words)
        if target is not None and (specs or target.is_new):
            return _fitting(target.path, value, specs)
    return None if specs else CarriedPlace(path, value)


def _names_of(path: Path) -> list[str]:
    concept = BY_KEY.get(".".join(map(str, path)))
    if concept is not None:
        return [*concept.names]
    return [str(path[0])] if len(path) == 1 else []


def _fitting(path: Path, value: Json, specs: Sequence[FieldSpec]) -> CarriedPlace | None:
    """Return the place if the value has the type that is asked for there now."""
    if value is MISSING or not specs:
        return CarriedPlace(path, value)
    typed = coerce_value(value, spec_at(specs, path))
    if (
        isinstance(typed, int | float)
        and not isinstance(typed, bool)
        and path_errors(typed, specs, path)
    ):
        typed = str(typed)
    return None if path_errors(typed, specs, path) else CarriedPlace(path, typed)


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
        decided = hand_edit_paths(scope, earlier)
        for path in dict.fromkeys((*decided, *_undone(scope, earlier.id))):
            tool = "" if path not in decided else BY_HAND if path in by_hand else IN_WORDS
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
