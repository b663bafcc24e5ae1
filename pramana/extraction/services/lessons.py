"""Learning from people: the labels at which decided values stand, and forgetting them again."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from pramana.documents.selectors import document_text
from pramana.extraction.contracts.fields import (
    Json,
    LabelPosition,
    LearnedExample,
    LearnedLabel,
    LearnedLabelView,
)
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import Path, leaves, value_at
from pramana.extraction.domain.reading.amounts import CURRENCIES
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.labels import labelled_value, normalise_name
from pramana.extraction.domain.reading.letterhead import company_name
from pramana.extraction.errors import LessonNotFound
from pramana.extraction.models import Lesson
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.tenancy.services import audit

MOST_WORDS, LONGEST_LABEL = 6, 60
TOP = 2_000
"""How much of a document is read to find its sender."""
_EDGES = " \t:：#=.-–—|*()"
_CURRENCY = re.compile(rf"(?<!\w)(?:{'|'.join(CURRENCIES.values())})\.?$", re.IGNORECASE)
_CELLS = re.compile(r"\t|\s{3,}|\|")


@dataclass(frozen=True, slots=True)
class TaughtLabel:
    """A label in a document, and the line of its value."""

    words: str
    position: LabelPosition
    line: str


def field_key(path: Path) -> str:
    """Return the name under which a field learns: its names without indexes.

    >>> field_key(("items", 2, "unit_price"))
    'items unit price'
    """
    return normalise_name(" ".join(part for part in path if isinstance(part, str)))


def label_at(text: str, start: int) -> TaughtLabel | None:
    """Return the label of the value that starts here: before it on its line, or on the line above.

    >>> label_at("Amount owing: 500", 14).words
    'Amount owing'
    """
    begins = text.rfind("\n", 0, start) + 1
    ends = text.find("\n", start)
    line = text[begins : ends if ends >= 0 else len(text)]
    before = [cell for cell in _CELLS.split(text[begins:start]) if cell.strip(_EDGES)]
    if before:
        words = _CURRENCY.sub("", before[-1].strip(_EDGES)).strip(_EDGES)
        return TaughtLabel(words, LabelPosition.BEFORE, line.strip()) if _is_label(words) else None
    above = next((each for each in reversed(text[:begins].splitlines()) if each.strip()), "")
    words = above.strip(_EDGES)
    return TaughtLabel(words, LabelPosition.ABOVE, line.strip()) if _is_label(words) else None


def _is_label(words: str) -> bool:
    is_short = 0 < len(words.split()) <= MOST_WORDS and len(words) <= LONGEST_LABEL
    has_letters = sum(char.isalpha() for char in words) >= 2
    return is_short and has_letters and sum(char.isdigit() for char in words) <= 2


def sender_of(text: str) -> str:
    """Return the name of whoever sent a document, folded for comparison; empty if unknown."""
    document = DocumentLayout(text[:TOP])
    found = labelled_value(document, "vendor.name") or company_name(document)
    return normalise_name(str(found.value))[:200] if found else ""


LONGEST = 200
LONGEST_QUOTE = 400
MOST_LABELS = 200
MOST_EXAMPLES = 12
GROUP = ("field", "label", "sender", "position")


@dataclass(frozen=True)
class TaughtValue:
    """A decided value of a document, and its evidence there. A miss was replaced by a person."""

    path: Path
    value: Json
    evidence: Mapping[str, Any] | None
    is_hit: bool = True


def teach(
    scope: Scope, document_id: UUID, source: EvidenceSource, values: Iterable[TaughtValue]
) -> None:
    """Remember at which labels these values stand. A value without evidence teaches nothing.

    A document teaches one thing about a field: a later decision replaces an earlier one.
    """
    sender = sender_of(source.text)
    for each in values:
        label = label_at(source.text, int(each.evidence["start"])) if each.evidence else None
        if label is None or isinstance(each.value, dict | list) or each.value is None:
            continue
        Lesson.objects.in_scope(scope).filter(
            document_id=document_id, field=field_key(each.path)[:LONGEST], is_hit=each.is_hit
        ).delete()
        Lesson(
            tenant_id=scope.tenant_id,
            document_id=document_id,
            field=field_key(each.path)[:LONGEST],
            sender=sender,
            label=label.words[:LONGEST],
            position=label.position.value,
            is_hit=each.is_hit,
            quote=storable(label.line[:LONGEST_QUOTE]),
            value=storable(str(each.value)[:LONGEST_QUOTE]),
            taught_by_id=scope.actor_id,
        ).save(force_insert=True)


def teach_record(
    scope: Scope, document_id: UUID, source: EvidenceSource, fields: Json, evidence: Json
) -> None:
    """Learn from every value of a record that a person approved."""
    values = []
    for path, value in leaves(fields):
        proof = value_at(evidence, path)
        if isinstance(proof, dict) and proof.get("supports"):
            values.append(TaughtValue(path, value, proof))
    teach(scope, document_id, source, values)


def teach_change(
    scope: Scope,
    document_id: UUID,
    source: EvidenceSource,
    path: Path,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    """Learn from a value that a person gave in place of another."""
    values = []
    if before and (after is None or before["value"] != after["value"]):
        values.append(TaughtValue(path, before["value"], _proof(before), is_hit=False))
    if after:
        values.append(TaughtValue(path, after["value"], _proof(after)))
    teach(scope, document_id, source, values)


def _proof(snapshot: Mapping[str, Any]) -> Mapping[str, Any] | None:
    proof = snapshot.get("evidence")
    return proof if isinstance(proof, dict) and "start" in proof else None


def unlearn_change(scope: Scope, document_id: UUID, path: Path) -> None:
    """Forget what a change taught that was undone."""
    lessons = Lesson.objects.in_scope(scope).filter(document_id=document_id)
    lessons.filter(field=field_key(path)[:LONGEST]).delete()


def erase_lessons_of_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    Lesson.objects.in_scope(scope).filter(document_id__in=document_ids).delete()


def learned_labels(
    scope: Scope, text: str, fields: Collection[str] | None = None
) -> tuple[LearnedLabel, ...]:
    """What was taught about these fields by documents of the same sender, and by several senders.

    `fields` are names as `field_key` gives them; None means all.
    """
    sender = sender_of(text)
    lessons = Lesson.objects.in_scope(scope)
    if fields is not None:
        lessons = lessons.filter(field__in=fields)
    own = lessons.filter(sender=sender) if sender else lessons.none()
    labels = [_learned(row) for row in _grouped(own, GROUP)]
    shared = _grouped(lessons, ("field", "label", "position"))
    general = [_learned(row) for row in shared if row["senders"] > 1]
    return tuple((*labels, *general)[:MOST_LABELS])


def learned_labels_of_document(
    scope: Scope, document_id: UUID, fields: Collection[str]
) -> tuple[LearnedLabel, ...]:
    """The same for a stored document. Where nothing was taught, its text is not read."""
    if not Lesson.objects.in_scope(scope).filter(field__in=fields).exists():
        return ()
    return learned_labels(scope, document_text(scope, document_id), fields)


def _grouped(lessons: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    counts = (
        lessons.order_by()
        .values(*names)
        .annotate(
            hits=Count("pk", filter=Q(is_hit=True)),
            misses=Count("pk", filter=Q(is_hit=False)),
            senders=Count("sender", distinct=True),
        )
    )
    return list(counts.order_by("-hits", *names)[:MOST_LABELS])


def _learned(row: Mapping[str, Any]) -> LearnedLabel:
    return LearnedLabel(
        field=row["field"],
        label=row["label"],
        sender=row.get("sender", ""),
        position=LabelPosition(row["position"]),
        hits=row["hits"],
        misses=row["misses"],
    )


def learned_examples(
    scope: Scope, text: str, fields: Collection[str] | None = None
) -> tuple[LearnedExample, ...]:
    """The newest decided values of the same sender's documents, as examples for a model."""
    sender = sender_of(text)
    lessons = Lesson.objects.in_scope(scope).filter(is_hit=True, sender=sender).exclude(sender="")
    if fields is not None:
        lessons = lessons.filter(field__in=fields)
    rows = lessons.order_by("-created_at", "-id")[:MOST_EXAMPLES]
    return tuple(LearnedExample(row.field, row.quote, row.value, row.sender) for row in rows)


def all_learned_labels(scope: Scope) -> list[LearnedLabelView]:
    """Everything the tenant's people taught, the most used labels first."""
    lessons = Lesson.objects.in_scope(scope)
    views = []
    for row in _grouped(lessons, GROUP):
        same = lessons.filter(**{name: row[name] for name in GROUP})
        newest = same.order_by("-created_at", "-id").first()
        if newest:
            views.append(_label_view(newest, hits=row["hits"], misses=row["misses"]))
    return views


def _label_view(row: Lesson, *, hits: int, misses: int) -> LearnedLabelView:
    return LearnedLabelView(
        id=row.pk,
        field=row.field,
        label=row.label,
        sender=row.sender,
        position=LabelPosition(row.position),
        hits=hits,
        misses=misses,
        example=row.quote,
        taught_at=row.created_at,
    )


@transaction.atomic
def remove_learned_label(scope: Scope, lesson_id: UUID) -> None:
    """Forget a label for a field and sender, with every document that taught it."""
    lessons = Lesson.objects.in_scope(scope)
    row = lessons.filter(pk=lesson_id).first()
    if row is None:
        raise LessonNotFound()
    lessons.filter(**{name: getattr(row, name) for name in GROUP}).delete()
    audit(scope, "lesson.removed", "lesson", lesson_id, field=row.field)
