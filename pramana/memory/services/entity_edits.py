"""Entities by hand: a person renames or merges them, and can undo each of these."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import (
    BY_HAND,
    ENTITIES,
    Closing,
    EditKind,
    EntityView,
    Interval,
)
from pramana.memory.domain.groups import GENERIC, check_group
from pramana.memory.domain.names import keys_of
from pramana.memory.errors import EditOutdated, EntityIdTaken, EntityNotFound, InvalidEdit
from pramana.memory.models import (
    Community,
    CommunityDue,
    Distinction,
    Duplicate,
    EntityKey,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    GraphEdit,
    MentionRow,
    UnindexedItem,
)
from pramana.memory.selectors.graph import entity_view
from pramana.memory.services.closings import record_closing
from pramana.memory.services.communities import request_updates
from pramana.memory.services.deletion import (
    clear_community_summaries,
)
from pramana.memory.services.edit_history import column_values, plain_values, record_edit
from pramana.memory.services.groups import lock_group
from pramana.memory.services.indexing import index_pending, unindexed_items
from pramana.memory.services.merging import merge_entity

MERGED = "merged"
"""The reason of a closing of a fact between two entities that are the same."""
BETWEEN = ("subject_id", "object_id", "valid_at", "invalid_at", "expired_at")
SNAPSHOT = (
    *("id", "name", "type", "summary", "attributes", "by_hand", "is_placeholder"),
    *("is_name_by_hand", "created_at"),
)


def add_entity(
    scope: Scope, group_id: str, name: str, *, summary: str = "", entity_id: UUID | None = None
) -> EntityView:
    """Add an entity by hand. Later messages are matched with it.

    An id that another tenant uses is answered like a free one: the entity is added, under an id of
    its own, so that nobody learns which ids exist elsewhere.
    """
    check_group(group_id)
    row = EntityRow(
        id=entity_id or uuid4(),
        tenant_id=scope.tenant_id,
        group_id=group_id,
        name=name.strip(),
        type=GENERIC,
        summary=summary,
        attributes={},
        by_hand=True,
        created_at=utcnow(),
    )
    entries = unindexed_items(scope, ENTITIES, group_id, {row.pk: row.name})
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            EntityKey.objects.bulk_create(
                EntityKey(tenant_id=scope.tenant_id, group_id=group_id, key=key, entity=row)
                for key in keys_of(row.name)
            )
            UnindexedItem.objects.bulk_create(entries)
    except IntegrityError:
        if EntityRow.objects.in_scope(scope).filter(pk=row.pk).exists():
            raise EntityIdTaken(row.pk) from None
        return add_entity(scope, group_id, name, summary=summary)
    index_pending(scope)
    return entity_view(row)


def take_entity(scope: Scope, entity_id: UUID) -> EntityRow:
    """An entity, locked with its group until the transaction ends."""
    entities = EntityRow.objects.in_scope(scope)
    row = entities.filter(pk=entity_id).first()
    if row is None:
        raise EntityNotFound(entity_id)
    lock_group(scope, row.group_id)
    locked = entities.select_for_update(of=("self",)).filter(pk=entity_id).first()
    if locked is None:
        raise EntityNotFound(entity_id)
    return locked


def rename_entity(
    scope: Scope, entity_id: UUID, reason: str, *, name: str = "", type_: str = ""
) -> EntityView:
    """Change an entity's name or type. No message changes a name that a person chose."""
    with transaction.atomic():
        row = take_entity(scope, entity_id)
        wanted = {"name": name.strip() or row.name, "type": type_.strip() or row.type}
        before: dict[str, Any] = {
            each: getattr(row, each) for each in wanted if getattr(row, each) != wanted[each]
        }
        if not before:
            raise InvalidEdit("The correction changes nothing.")
        after: dict[str, Any] = {each: wanted[each] for each in before}
        if "name" in after:
            before |= {"is_name_by_hand": row.is_name_by_hand, "is_placeholder": row.is_placeholder}
            after |= {"is_name_by_hand": True, "is_placeholder": False}
        _save_entity(scope, row, after)
        record_edit(
            *(scope, row.group_id, EditKind.ENTITY_RENAMED, reason),
            entity_id=row.pk,
            before=before,
            after=after,
        )
    index_pending(scope)
    return entity_view(row)


def _save_entity(scope: Scope, row: EntityRow, values: dict[str, Any]) -> None:
    """Change columns of an entity. An earlier name still leads to it."""
    for column, value in values.items():
        setattr(row, column, value)
    row.save(update_fields=list(values))
    clear_community_summaries(scope, row.group_id, [row.pk])
    if "name" in values:
        add_keys(scope, row)
        queue_for_index(scope, row)


def add_keys(scope: Scope, row: EntityRow) -> None:
    keys = EntityKey.objects.in_scope(scope).filter(entity_id=row.pk)
    missing = set(keys_of(row.name)) - set(keys.values_list("key", flat=True))
    EntityKey.objects.bulk_create(
        EntityKey(tenant_id=scope.tenant_id, group_id=row.group_id, key=key, entity=row)
        for key in sorted(missing)
    )


def queue_for_index(scope: Scope, row: EntityRow) -> None:
    UnindexedItem.objects.create(
        tenant_id=scope.tenant_id,
        space=ENTITIES,
        item_id=row.pk,
        group_id=row.group_id,
        created_at=utcnow(),
    )


@transaction.atomic
def join_entities(scope: Scope, source_id: UUID, target_id: UUID, reason: str) -> EntityView:
    """Merge an entity into another of its group. Everything of it moves there.

    Facts between the two held at no time, since both are the same; they are kept, closed.
    """
    if source_id == target_id:
        raise InvalidEdit("Choose another entity to merge with.")
    target = take_entity(scope, target_id)
    source = take_entity(scope, source_id)
    if source.group_id != target.group_id:
        raise EntityNotFound(source_id)
    moved = _belongings(scope, source, target)
    before = {each: getattr(source, each) for each in SNAPSHOT}
    _distinctions(scope, source_id, target_id).delete()
    _close_between(scope, moved["between"], target_id)
    merge_entity(scope, source_id, target_id, BY_HAND, None)
    link = Duplicate.objects.in_scope(scope).filter(entity_id=target_id, name=source.name)
    newest = link.order_by("-created_at")[:1]
    confirmed = {"confirmed_at": utcnow(), "confirmed_by_id": scope.actor_id}
    Duplicate.objects.in_scope(scope).filter(pk__in=newest.values("pk")).update(**confirmed)
    record_edit(
        *(scope, target.group_id, EditKind.ENTITIES_MERGED, reason),
        entity_id=target_id,
        before=before,
        after={"name": target.name},
        moved=moved,
    )
    clear_community_summaries(scope, target.group_id, [target_id])
    request_community_update(scope, target)
    return entity_view(target)


def _belongings(scope: Scope, source: EntityRow, target: EntityRow) -> dict[str, Any]:
    """What moves with a merged entity, so that the merge can be undone."""
    ends = (source.pk, target.pk)
    facts = FactRow.objects.in_scope(scope)
    between = facts.filter(subject_id__in=ends, object_id__in=ends).exclude(
        subject_id=target.pk, object_id=target.pk
    )
    mentions = MentionRow.objects.in_scope(scope).filter(entity_id=source.pk)
    columns = ("id", "episode_id", "name", "learnt", "created_at")
    return {
        "between": [
            {column: getattr(each, column) for column in ("id", *BETWEEN)} for each in between
        ],
        "subjects": row_ids(facts.filter(subject_id=source.pk)),
        "objects": row_ids(facts.filter(object_id=source.pk)),
        "claims": row_ids(facts.filter(claimant_id=source.pk)),
        "keys": row_ids(EntityKey.objects.in_scope(scope).filter(entity_id=source.pk)),
        "duplicates": row_ids(Duplicate.objects.in_scope(scope).filter(entity_id=source.pk)),
        "edits": row_ids(GraphEdit.objects.in_scope(scope).filter(entity_id=source.pk)),
        "mentions": [{column: getattr(each, column) for column in columns} for each in mentions],
    }


def row_ids(rows: QuerySet[Any]) -> list[UUID]:
    return list(rows.values_list("pk", flat=True))


def _close_between(scope: Scope, facts: Sequence[dict[str, Any]], target_id: UUID) -> None:
    """Close the facts between two entities that are the same: they held at no time."""
    for fact in facts:
        row = FactRow.objects.in_scope(scope).get(pk=fact["id"])
        at = row.valid_at or row.invalid_at or row.asserted_at or row.created_at
        was = Interval(row.valid_at, row.invalid_at)
        record_closing(scope, Closing(row.pk, at, row.pk, MERGED), was, row.expired_at)
        ends = {"subject_id": target_id, "object_id": target_id}
        times = {"valid_at": at, "invalid_at": at, "expired_at": utcnow()}
        FactRow.objects.in_scope(scope).filter(pk=row.pk).update(**ends, **times)


def _distinctions(scope: Scope, one: UUID, other: UUID) -> QuerySet[Distinction]:
    pair = Q(entity_id=one, other_id=other) | Q(entity_id=other, other_id=one)
    return Distinction.objects.in_scope(scope).filter(pair)


def undo_join(scope: Scope, edit: GraphEdit) -> None:
    """Bring the merged entity back, with what moved and still exists."""
    target = take_entity(scope, edited_entity_id(edit))
    if EntityRow.objects.in_scope(scope).filter(pk=edit.before["id"]).exists():
        raise EditOutdated(edit.pk)
    source = EntityRow.objects.create(
        tenant_id=scope.tenant_id,
        group_id=target.group_id,
        **column_values(EntityRow, edit.before),
    )
    _move_back(scope, edit.moved, source.pk, target.pk)
    merged = Duplicate.objects.in_scope(scope).filter(entity_id=target.pk, how=BY_HAND)
    merged.filter(name=source.name, undone_at=None).update(undone_at=utcnow())
    add_keys(scope, source)
    queue_for_index(scope, source)
    distinguish(scope, target, source)
    clear_community_summaries(scope, target.group_id, [target.pk])
    request_community_update(scope, source)


def _move_back(scope: Scope, moved: dict[str, Any], source_id: UUID, target_id: UUID) -> None:
    facts = FactRow.objects.in_scope(scope)
    rows: Sequence[tuple[str, QuerySet[Any], str]] = (
        ("subjects", facts, "subject_id"),
        ("objects", facts, "object_id"),
        ("claims", facts, "claimant_id"),
        ("keys", EntityKey.objects.in_scope(scope), "entity_id"),
        ("duplicates", Duplicate.objects.in_scope(scope), "entity_id"),
        ("edits", GraphEdit.objects.in_scope(scope), "entity_id"),
    )
    for name, ours, column in rows:
        ours.filter(pk__in=moved[name], **{column: target_id}).update(**{column: source_id})
    for fact in moved["between"]:
        values = column_values(FactRow, {column: fact[column] for column in BETWEEN})
        FactRow.objects.in_scope(scope).filter(pk=fact["id"]).update(**values)
        closings = FactClosing.objects.in_scope(scope).filter(fact_id=fact["id"], reason=MERGED)
        closings.filter(undone_at=None).update(undone_at=utcnow())
    _restore_mentions(scope, moved["mentions"], source_id, target_id)


def _restore_mentions(
    scope: Scope, mentions: Sequence[dict[str, Any]], source_id: UUID, target_id: UUID
) -> None:
    """Moved mentions move back; one that gave way to the other's in its episode is made again."""
    rows = MentionRow.objects.in_scope(scope)
    for each in mentions:
        if rows.filter(pk=each["id"], entity_id=target_id).update(entity_id=source_id):
            continue
        values = column_values(MentionRow, each)
        if EpisodeRow.objects.in_scope(scope).filter(pk=values["episode_id"]).exists():
            MentionRow.objects.create(tenant_id=scope.tenant_id, entity_id=source_id, **values)


def distinguish(scope: Scope, one: EntityRow, other: EntityRow) -> None:
    """Record that two entities are not the same, so that no message merges them."""
    Distinction.objects.bulk_create(
        [
            Distinction(
                tenant_id=scope.tenant_id,
                group_id=one.group_id,
                entity=one,
                other=other,
                created_at=utcnow(),
            )
        ],
        ignore_conflicts=True,
    )


def undo_rename(scope: Scope, edit: GraphEdit) -> None:
    row = take_entity(scope, edited_entity_id(edit))
    if plain_values({name: getattr(row, name) for name in edit.after}) != edit.after:
        raise EditOutdated(edit.pk)
    _save_entity(scope, row, column_values(EntityRow, edit.before))


def edited_entity_id(edit: GraphEdit) -> UUID:
    assert edit.entity_id is not None
    return edit.entity_id


def request_community_update(scope: Scope, entity: EntityRow) -> None:
    """If the group has communities, request one for the entity."""
    group = {"tenant_id": scope.tenant_id, "group_id": entity.group_id}
    if Community.objects.in_scope(scope).filter(**group).exists():
        CommunityDue.objects.create(**group, entity_id=entity.pk)
        request_updates(scope)
