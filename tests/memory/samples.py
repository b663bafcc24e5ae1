"""One of everything that memory has an address for."""

from uuid import UUID, uuid4

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import EditKind
from pramana.memory.models import (
    Duplicate,
    EntityRow,
    EpisodeRow,
    FactRow,
    FactSource,
    InboxMessage,
)
from pramana.memory.services.edit_history import record_edit
from pramana.memory.services.inbox import accept_messages
from tests.memory.scripted_model import NOW, incoming


def make_memory(scope: Scope) -> dict[str, UUID]:
    """A fact, its episode, a duplicate, and a queued message, in a group of their own."""
    group_id = uuid4()
    known = {"tenant_id": scope.tenant_id, "group_id": str(group_id), "created_at": NOW}
    ram, acme = (
        EntityRow.objects.create(**known, name=name, type="Entity", attributes={}, by_hand=False)
        for name in ("Ram", "Acme")
    )
    fact = FactRow.objects.create(
        **known, subject=ram, object=acme, relation="WORKS_AT", family="WORKS_AT", confidence=0.9
    )
    episode = EpisodeRow.objects.create(
        **known, source="message", valid_at=NOW, offset_minutes=0, fact_ids=[fact.pk]
    )
    duplicate = Duplicate.objects.create(
        **known, entity=ram, name="Ramu", how="judged", score=1.0, episode_id=episode.pk
    )
    FactSource.objects.create(tenant_id=scope.tenant_id, fact=fact, episode=episode)
    accept_messages(scope, [incoming("Later", group_id=str(group_id))])
    message = InboxMessage.objects.in_scope(scope).get(group_id=group_id)
    ids = {"fact_id": fact.pk, "episode_id": episode.pk, "message_id": message.pk}
    edit = record_edit(scope, str(group_id), EditKind.FACT_CONFIRMED, "", fact_id=fact.pk)
    ids |= {"duplicate_id": duplicate.pk, "node_id": ram.pk, "edit_id": edit.pk}
    return {**ids, "group_id": group_id}
