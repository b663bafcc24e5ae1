"""An extraction's row: locking it, and storing values, history and trust.

A new row begins with what the person decided in earlier extractions of the document.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.db.models.functions import Now

from pramana.documents.selectors import document_text, page_starts
from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.domain.coercion import coerce_value
from pramana.extraction.domain.corrections.targets import TargetFinder
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    format_path,
    parse_path,
    paths_overlap,
    value_at,
    with_value,
)
from pramana.extraction.domain.reading.labels import BY_KEY
from pramana.extraction.domain.trust import assess_trust
from pramana.extraction.domain.validation import path_errors, spec_at
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
from pramana.tenancy.locking import lock_row


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


def lock_visible(scope: Scope, extraction_id: UUID) -> Extraction:
    """Lock an extraction for a change. Whoever may see it may change it."""
    rows = visible_extractions(scope).select_related(None)
    return lock_row(rows.filter(pk=extraction_id), ExtractionNotFound())


def lock_open_row(scope: Scope, extraction_id: UUID) -> Extraction:
    """The same, but raises ExtractionLocked if a person locked it against changes."""
    row = lock_visible(scope, extraction_id)
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
