"""Communities told: a name and a summary, found by search like everything else."""

from uuid import UUID

from django.db import transaction

from pramana.jobs.services import push
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.llm.contracts import OFFLINE
from pramana.llm.gateway import gateway
from pramana.llm.port import Gateway
from pramana.memory.contracts.communities import TellInput, Told
from pramana.memory.contracts.spaces import COMMUNITIES
from pramana.memory.domain.communities import tell_plainly
from pramana.memory.models import Community, CommunityDue, Unindexed
from pramana.memory.prompts.tell import tell_prompt
from pramana.memory.selectors.communities import to_tell
from pramana.memory.services.communities import LANE, UPDATE, join_communities
from pramana.memory.services.holding import hold_group
from pramana.memory.services.indexing import index_waiting, waiting

MOST_TOLD = 20
"""Communities told by one job; it asks for the next."""

WORTH_ASKING = 3
"""Members from which a model is asked: two names and their fact say it themselves."""


def update_communities(scope: Scope, group_id: str, *, model: Gateway | None = None) -> None:
    """Join what is due and tell what changed, so much at a time, and ask for the rest."""
    join_communities(scope, group_id)
    tell_communities(scope, group_id, model=model)
    if _is_more(scope, group_id):
        push(scope, LANE, UPDATE, group_id=group_id)


def _is_more(scope: Scope, group_id: str) -> bool:
    due = CommunityDue.objects.in_scope(scope).filter(group_id=group_id)
    untold = Community.objects.in_scope(scope).filter(group_id=group_id, is_told=False)
    return due.exists() or untold.exists()


def tell_communities(scope: Scope, group_id: str, *, model: Gateway | None = None) -> int:
    """Name and summarise communities that changed since they were told; return how many."""
    found = Community.objects.in_scope(scope).filter(group_id=group_id, is_told=False)
    untold = list(found.order_by("created_at", "pk").values_list("pk", flat=True)[:MOST_TOLD])
    for community_id in untold:
        asked = to_tell(scope, community_id)
        told, engine = _told(scope, asked, model)
        _keep(scope, group_id, community_id, asked, told, engine)
    if untold:
        index_waiting(scope)
    return len(untold)


def _told(scope: Scope, asked: TellInput, model: Gateway | None) -> tuple[Told, str]:
    if len(asked.members) < WORTH_ASKING or not asked.facts:
        return tell_plainly(asked), OFFLINE
    completion = (model or gateway(scope)).ask(tell_prompt(asked), fallback="offline")
    return completion.output, completion.engine


def _keep(
    scope: Scope, group_id: str, community_id: UUID, asked: TellInput, told: Told, engine: str
) -> None:
    """Keep what was told, unless the community changed meanwhile: then it is told again."""
    name, summary = storable(told.name), storable(told.summary)
    text = f"{name}. {summary}"
    entry = waiting(scope, COMMUNITIES, group_id, {community_id: text})
    with transaction.atomic():
        hold_group(scope, group_id)
        if to_tell(scope, community_id) != asked:
            return
        found = Community.objects.in_scope(scope).filter(pk=community_id)
        if found.update(name=name, summary=summary, engine=engine[:100], is_told=True):
            Unindexed.objects.bulk_create(entry)
