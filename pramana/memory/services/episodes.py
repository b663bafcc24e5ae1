"""One message becomes an episode: read by stages over values, then saved at once.

Nothing is written until everything is known, so whatever fails on the way leaves no trace.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.llm.port import Gateway
from pramana.memory.contracts.communities import Membership
from pramana.memory.contracts.graph import Episode
from pramana.memory.contracts.messages import Incoming, speaker_in
from pramana.memory.contracts.results import EpisodeResult
from pramana.memory.domain.groups import Rules, check_group
from pramana.memory.domain.plan import Plan
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.selectors.communities import communities_by_id, homes_of
from pramana.memory.selectors.reading import episodes_by_id, previous_episodes, rules_of
from pramana.memory.services.columns import written
from pramana.memory.services.reader import Reader
from pramana.memory.services.saving import save
from pramana.memory.services.telling import update_communities

logger = logging.getLogger(__name__)


def add_episode(
    scope: Scope,
    incoming: Incoming,
    *,
    rules: Rules | None = None,
    previous_ids: Sequence[UUID] | None = None,
    communities: bool | None = None,
    model: Gateway | None = None,
) -> EpisodeResult:
    """Read a message and save what it says, now and in one transaction.

    `communities` says whether those of its entities are updated too, afterwards; the group's
    settings do where it is left out.
    """
    plan = read_message(scope, incoming, rules=rules, previous_ids=previous_ids, model=model)
    if communities is not None:
        plan = replace(plan, updates_communities=communities)
    rows = written(scope, plan)
    with transaction.atomic():
        save(scope, rows)
    return _with_communities(scope, plan, model) if plan.updates_communities else plan.result()


def _with_communities(scope: Scope, plan: Plan, model: Gateway | None) -> EpisodeResult:
    """The result with its entities' communities. If they fail, the episode is saved all the same,
    and the clock asks for them again."""
    try:
        update_communities(scope, plan.episode.group_id, model=model)
    except AppError as error:
        logger.warning("episode %s: no communities: %s", plan.episode.id, error.code)
    homes = homes_of(scope, plan.mentioned)
    return replace(
        plan.result(),
        communities=tuple(communities_by_id(scope, set(homes.values()))),
        memberships=tuple(Membership(entity, home) for entity, home in homes.items()),
    )


def read_message(
    scope: Scope,
    incoming: Incoming,
    *,
    rules: Rules | None = None,
    previous_ids: Sequence[UUID] | None = None,
    model: Gateway | None = None,
) -> Plan:
    """Everything a message will change; nothing is changed yet."""
    check_group(incoming.group_id)
    rules = rules or rules_of(scope, incoming.group_id)
    previous = _previous(scope, incoming, rules, previous_ids)
    episode, is_new = _episode(scope, incoming)
    speaker = incoming.speaker if is_new else speaker_in(episode.content) or incoming.speaker
    reader = Reader(scope, model or gateway(scope), rules, episode, speaker, is_new)
    return reader.read(previous)


def _previous(
    scope: Scope, incoming: Incoming, rules: Rules, ids: Sequence[UUID] | None
) -> list[Episode]:
    if ids is not None:
        return episodes_by_id(scope, incoming.group_id, ids)
    most = rules.settings.previous_episodes
    return previous_episodes(scope, incoming.group_id, incoming.valid_at, most=most)


def _episode(scope: Scope, incoming: Incoming) -> tuple[Episode, bool]:
    """The stored episode where the message names one, else a new one."""
    if incoming.uuid:
        try:
            asked = UUID(incoming.uuid)
        except ValueError:
            raise EpisodeNotFound(incoming.uuid) from None
        return episodes_by_id(scope, incoming.group_id, [asked])[0], False
    episode = Episode(
        id=uuid4(),
        group_id=incoming.group_id,
        content=incoming.body,
        valid_at=incoming.valid_at,
        created_at=utcnow(),
        name=incoming.name,
        source_description=incoming.source_description,
    )
    return episode, True
