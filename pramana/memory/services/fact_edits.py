"""Facts by hand: a person adds, corrects, confirms or refuses them, and can undo each of these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import (
    FACTS,
    Closing,
    EditKind,
    Fact,
    FactCorrection,
    FactEnd,
    FactView,
    Grain,
    Interval,
    NewFact,
)
from pramana.memory.contracts.messages import offset_minutes
from pramana.memory.domain.drafts import FactDraft
from pramana.memory.domain.families import canonical_relation
from pramana.memory.domain.groups import GroupRules, check_group
from pramana.memory.domain.names import exact_key, keys_of
from pramana.memory.domain.timeline import Placement, place_fact
from pramana.memory.errors import (
    ClosingNotFound,
    EditOutdated,
    EntityNotFound,
    FactNotFound,
    InvalidEdit,
)
from pramana.memory.models import EntityRow, FactClosing, FactRow, GraphEdit
from pramana.memory.selectors.evidence import CERTAIN
from pramana.memory.selectors.graph import get_fact
from pramana.memory.selectors.groups import rules_of
from pramana.memory.selectors.reading_context import affected_facts, entities_with_keys, fact_of
from pramana.memory.services.closings import (
    close_again,
    close_facts,
    publish_closing,
    record_closing,
    reopen_closed_facts,
    undo_closing,
)
from pramana.memory.services.deletion import clear_community_summaries, times_before
from pramana.memory.services.edit_history import column_values, plain_values, record_edit
from pramana.memory.services.entity_edits import add_entity
from pramana.memory.services.groups import lock_group
from pramana.memory.services.indexing import index_pending, unindexed_items

REFUSED = "refused"
"""The reason of a closing by a person: the fact held at no time."""
CORRECTED = "corrected"
"""The reason of a closing by a person who says when the fact ended."""
MOST_REFUSED = 500
"""Facts that one request may refuse."""
LONGEST_RELATION = 100


def add_fact(scope: Scope, group_id: str, new: NewFact, reason: str) -> FactView:
    """Add a fact that a person states. It closes what contradicts it, as a message would."""
    check_group(group_id)
    rules = rules_of(scope, group_id)
    relation = _relation(new.relation)
    with transaction.atomic():
        lock_group(scope, group_id)
        subject, target = (_end(scope, group_id, each) for each in (new.subject, new.object))
        if subject.pk == target.pk:
            raise InvalidEdit("A fact connects two different entities.")
        fact = _new_fact(new, relation, rules, subject, target)
        draft = FactDraft(fact, "", None, CERTAIN)
        known = affected_facts(scope, group_id, [draft], rules)
        placement = _placement(known, fact, rules, subject, target)
        _insert(scope, placement.fact)
        closings = close_facts(scope, placement, {each.id: each for each in known})
        record_edit(
            *(scope, group_id, EditKind.FACT_ADDED, reason),
            fact_id=fact.id,
            after={"text": fact.text, "relation": relation},
            moved={"closings": closings},
        )
        clear_community_summaries(scope, group_id, [subject.pk, target.pk])
    index_pending(scope)
    return get_fact(scope, fact.id)


def _relation(text: str) -> str:
    relation = canonical_relation(text)
    if not relation or len(relation) > LONGEST_RELATION:
        raise InvalidEdit("Name the relation with letters, such as WORKS_AT.")
    return relation


def _end(scope: Scope, group_id: str, end: FactEnd) -> EntityRow:
    """The entity with this id, or the only one with this name; a new name becomes an entity."""
    entities = EntityRow.objects.in_scope(scope).filter(group_id=group_id)
    if end.id is not None:
        row = entities.filter(pk=end.id).first()
        if row is None:
            raise EntityNotFound(end.id)
        return row
    key = exact_key(end.name)
    if key == exact_key(""):
        raise InvalidEdit("Name both ends of the fact.")
    by_key = entities_with_keys(scope, group_id, keys_of(end.name))
    same = {each.id: each for row in by_key.values() for each in row if exact_key(each.name) == key}
    if len(same) > 1:
        raise InvalidEdit(f"Several entities are called {end.name[:100]}. Choose one by its uuid.")
    id_ = next(iter(same), None) or add_entity(scope, group_id, end.name).id
    return entities.get(pk=id_)


def _new_fact(
    new: NewFact, relation: str, rules: GroupRules, subject: EntityRow, target: EntityRow
) -> Fact:
    now = utcnow()
    _check_order(new.valid_from, new.valid_until)
    start_grain = new.start_grain if new.valid_from else Grain.UNKNOWN
    words = relation.replace("_", " ").lower()
    return Fact(
        id=uuid4(),
        group_id=subject.group_id,
        subject_id=subject.pk,
        relation=relation,
        object_id=target.pk,
        text=new.text.strip() or f"{subject.name} {words} {target.name}",
        created_at=now,
        family=rules.families.of(relation).name,
        valid=Interval(new.valid_from or now, new.valid_until, start_grain, new.end_grain),
        expired_at=now if new.valid_until and new.valid_until <= now else None,
        asserted_at=now.astimezone(new.valid_from.tzinfo) if new.valid_from else now,
    )


def _check_order(start: datetime | None, end: datetime | None) -> None:
    if start is not None and end is not None and end < start:
        raise InvalidEdit("A fact cannot end before it begins.")


def _placement(
    known: Iterable[Fact], fact: Fact, rules: GroupRules, subject: EntityRow, target: EntityRow
) -> Placement:
    """A fact about somebody whom the group cannot name yet closes nothing."""
    if subject.is_placeholder or target.is_placeholder:
        return Placement(fact)
    others = [each for each in known if each.id != fact.id]
    return place_fact(others, fact, rules.families.of(fact.relation), now=utcnow())


def _insert(scope: Scope, fact: Fact) -> None:
    FactRow.objects.create(
        id=fact.id,
        tenant_id=scope.tenant_id,
        group_id=fact.group_id,
        subject_id=fact.subject_id,
        relation=fact.relation,
        family=fact.family,
        object_id=fact.object_id,
        text=fact.text,
        confidence=CERTAIN,
        valid_at=fact.valid.start,
        invalid_at=fact.valid.end,
        created_at=fact.created_at,
        expired_at=fact.expired_at,
        asserted_at=fact.asserted_at,
        offset_minutes=offset_minutes(fact.asserted_at) if fact.asserted_at else 0,
        start_grain=fact.valid.start_grain,
        end_grain=fact.valid.end_grain if fact.valid.end else Grain.UNKNOWN,
    )
    _index(scope, fact.group_id, fact.id, fact.text)


def _index(scope: Scope, group_id: str, fact_id: UUID, text: str) -> None:
    for item in unindexed_items(scope, FACTS, group_id, {fact_id: text}):
        item.save()


def take_fact(scope: Scope, fact_id: UUID) -> FactRow:
    """A fact, locked with its group until the transaction ends."""
    rows = FactRow.objects.in_scope(scope)
    row = rows.filter(pk=fact_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    lock_group(scope, row.group_id)
    locked = rows.select_for_update(of=("self",)).filter(pk=fact_id).first()
    if locked is None:
        raise FactNotFound(fact_id)
    return locked


def change_fact(
    scope: Scope,
    row: FactRow,
    kind: EditKind,
    reason: str,
    changes: Mapping[str, Any],
    moved: Mapping[str, Any] | None = None,
) -> None:
    """Change columns of a fact and record the edit."""
    before = {name: getattr(row, name) for name in changes if getattr(row, name) != changes[name]}
    after = {name: changes[name] for name in before}
    _save_columns(scope, row, after)
    record_edit(
        *(scope, row.group_id, kind, reason),
        fact_id=row.pk,
        before=before,
        after=after,
        moved=moved,
    )


def _save_columns(scope: Scope, row: FactRow, values: Mapping[str, Any]) -> None:
    if not values:
        return
    clear_community_summaries(scope, row.group_id, [row.subject_id, row.object_id])
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    if "text" in values:
        _index(scope, row.group_id, row.pk, row.text)


def correct_fact(scope: Scope, fact_id: UUID, correction: FactCorrection, reason: str) -> FactView:
    """Correct a fact's words, relation, ends or dates. What it was before stays in its history."""
    with transaction.atomic():
        row = take_fact(scope, fact_id)
        changes = _corrected_words(scope, row, correction) | _corrected_dates(row, correction)
        ends = (changes.get("subject_id", row.subject_id), changes.get("object_id", row.object_id))
        if ends[0] == ends[1] and row.subject_id != row.object_id:
            raise InvalidEdit("A fact connects two different entities.")
        if all(getattr(row, name) == value for name, value in changes.items()):
            raise InvalidEdit("The correction changes nothing.")
        if (end := changes.get("invalid_at")) is not None and row.invalid_at is None:
            publish_closing(scope, Closing(row.pk, end, row.pk, CORRECTED), row.group_id)
        change_fact(scope, row, EditKind.FACT_CORRECTED, reason, changes)
    index_pending(scope)
    return get_fact(scope, fact_id)


def _corrected_words(scope: Scope, row: FactRow, correction: FactCorrection) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if correction.text is not None:
        if not correction.text.strip():
            raise InvalidEdit("Write the fact in words.")
        changes["text"] = correction.text.strip()
    if correction.relation is not None:
        relation = _relation(correction.relation)
        families = rules_of(scope, row.group_id).families
        changes |= {"relation": relation, "family": families.of(relation).name}
    for side, end in (("subject_id", correction.subject_id), ("object_id", correction.object_id)):
        if end is not None:
            changes[side] = _end(scope, row.group_id, FactEnd(end)).pk
    return changes


def _corrected_dates(row: FactRow, correction: FactCorrection) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    now = utcnow()
    if correction.removes_start:
        changes["valid_at"] = row.asserted_at or row.created_at
        changes["start_grain"] = Grain.UNKNOWN.value
    elif correction.valid_from is not None:
        changes["valid_at"] = correction.valid_from
        changes["start_grain"] = (correction.start_grain or Grain.DAY).value
    if correction.removes_end:
        changes |= {"invalid_at": None, "expired_at": None, "end_grain": Grain.UNKNOWN.value}
    elif correction.valid_until is not None:
        changes["invalid_at"] = correction.valid_until
        changes["end_grain"] = (correction.end_grain or Grain.DAY).value
        changes["expired_at"] = now if correction.valid_until <= now else None
    start, end = (changes.get(name, getattr(row, name)) for name in ("valid_at", "invalid_at"))
    is_start_known = changes.get("start_grain", row.start_grain) != Grain.UNKNOWN.value
    if changes and is_start_known:
        _check_order(start, end)
    elif changes and start is not None and end is not None and end <= start:
        changes["valid_at"] = None
    return changes


@transaction.atomic
def confirm_fact(scope: Scope, fact_id: UUID, reason: str) -> FactView:
    """Confirm a fact. A claim becomes a plain fact, and closes what contradicts it."""
    row = take_fact(scope, fact_id)
    if row.claimant_id is None and row.confidence == CERTAIN:
        return get_fact(scope, fact_id)
    changes: dict[str, Any] = {"claimant_id": None, "confidence": CERTAIN}
    closings: list[UUID] = []
    if row.claimant_id is not None and row.invalid_at is None:
        placement, known = _place_claim(scope, row)
        closings = close_facts(scope, placement, known)
        if placement.arrival:
            changes |= {
                "valid_at": placement.fact.valid.start,
                "invalid_at": placement.fact.valid.end,
                "end_grain": placement.fact.valid.end_grain.value,
                "expired_at": placement.fact.expired_at,
            }
    moved = {"closings": closings}
    change_fact(scope, row, EditKind.FACT_CONFIRMED, reason, changes, moved)
    return get_fact(scope, fact_id)


def _place_claim(scope: Scope, row: FactRow) -> tuple[Placement, dict[UUID, Fact]]:
    """Where a claim stands among the known facts, if it is taken as a plain fact."""
    values = FactRow.objects.in_scope(scope).filter(pk=row.pk).values()[0]
    fact = replace(fact_of(values), claimant_id=None)
    rules = rules_of(scope, row.group_id)
    known = affected_facts(scope, row.group_id, [FactDraft(fact, "", None, CERTAIN)], rules)
    ends = EntityRow.objects.in_scope(scope).in_bulk([row.subject_id, row.object_id])
    placement = _placement(known, fact, rules, ends[row.subject_id], ends[row.object_id])
    return placement, {each.id: each for each in known}


@transaction.atomic
def refuse_fact(scope: Scope, fact_id: UUID, reason: str) -> FactView:
    """Refuse a fact: it held at no time, and what it had ended holds again. It is not deleted."""
    _refuse(scope, take_fact(scope, fact_id), reason)
    return get_fact(scope, fact_id)


@transaction.atomic
def refuse_facts(scope: Scope, group_id: str, fact_ids: Sequence[UUID], reason: str) -> int:
    """Refuse many facts of a group, all or none; return how many were not refused before."""
    ids = list(dict.fromkeys(fact_ids))
    if len(ids) > MOST_REFUSED:
        raise InvalidEdit(f"Refuse at most {MOST_REFUSED} facts at once.")
    lock_group(scope, group_id)
    rows = FactRow.objects.in_scope(scope).filter(pk__in=ids, group_id=group_id).order_by("pk")
    by_id = {row.pk: row for row in rows.select_for_update(of=("self",))}
    for missing in (each for each in ids if each not in by_id):
        raise FactNotFound(missing)
    return sum(_refuse(scope, by_id[each], reason) for each in ids)


def _refuse(scope: Scope, row: FactRow, reason: str) -> bool:
    if is_refused(row):
        return False
    change_fact(scope, row, EditKind.FACT_REFUSED, reason, *_retract(scope, row))
    return True


def _retract(scope: Scope, row: FactRow) -> tuple[dict[str, Any], dict[str, Any]]:
    """The times of the fact once it held at no time, and the closings that this makes or undoes."""
    at = row.valid_at or row.invalid_at or row.asserted_at or row.created_at
    was = Interval(row.valid_at, row.invalid_at, Grain(row.start_grain), Grain(row.end_grain))
    refusal = Closing(row.pk, at, row.pk, REFUSED)
    closing = record_closing(scope, refusal, was, row.expired_at)
    publish_closing(scope, refusal, row.group_id)
    reopened = reopen_closed_facts(scope, row.pk)
    times = {"valid_at": at, "invalid_at": at, "expired_at": utcnow()}
    return times, {"own_closing": closing, "reopened": reopened}


def is_refused(row: FactRow) -> bool:
    """Whether the fact held at no time."""
    return row.invalid_at is not None and row.valid_at == row.invalid_at


@transaction.atomic
def reopen_fact(scope: Scope, fact_id: UUID, reason: str) -> FactView:
    """Undo the last closing of a fact. The closing stays in the history, marked undone."""
    row = take_fact(scope, fact_id)
    closings = FactClosing.objects.in_scope(scope).select_for_update(of=("self",))
    closing = closings.filter(fact_id=fact_id, undone_at=None).order_by("-created_at").first()
    if closing is None:
        raise ClosingNotFound(fact_id)
    closing.undone_at = utcnow()
    closing.save(update_fields=["undone_at"])
    moved = {"reopened_closing": closing.pk}
    change_fact(scope, row, EditKind.FACT_REOPENED, reason, times_before(closing), moved)
    return get_fact(scope, fact_id)


def undo_fact_edit(scope: Scope, edit: GraphEdit) -> None:
    """Put a fact back as it was before the edit, with the facts that it closed or reopened."""
    assert edit.fact_id is not None
    row = take_fact(scope, edit.fact_id)
    if edit.kind == EditKind.FACT_ADDED:
        if not is_refused(row):
            _save_columns(scope, row, _retract(scope, row)[0])
        return
    current = plain_values({name: getattr(row, name) for name in edit.after})
    if column_values(FactRow, current) != column_values(FactRow, edit.after):
        raise EditOutdated(edit.pk)
    _save_columns(scope, row, column_values(FactRow, edit.before))
    closings = FactClosing.objects.in_scope(scope)
    for closing in closings.filter(pk__in=edit.moved.get("closings", [])):
        undo_closing(scope, closing)
    if own := edit.moved.get("own_closing"):
        closings.filter(pk=own).update(undone_at=utcnow())
    if again := edit.moved.get("reopened_closing"):
        closings.filter(pk=again).update(undone_at=None)
    close_again(scope, edit.moved.get("reopened", []))
