"""One message becomes an episode: read by stages over values, then saved at once.

Nothing is written until everything is known, so whatever fails on the way leaves no trace.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.llm.port import Gateway
from pramana.memory.contracts.extraction import ExtractInput, Extraction, ResolveInput, Spoken
from pramana.memory.contracts.graph import Episode
from pramana.memory.contracts.messages import Incoming
from pramana.memory.contracts.results import EpisodeResult
from pramana.memory.domain.groups import Rules, check_group
from pramana.memory.domain.naming import keys_of
from pramana.memory.domain.plan import Plan, hydrate
from pramana.memory.domain.relations import draft, place
from pramana.memory.domain.resolution import Resolution, decide, resolve
from pramana.memory.domain.selection import select_entities, select_facts
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.prompts.extract import extract_prompt
from pramana.memory.prompts.resolve import resolve_prompt
from pramana.memory.selectors.reading import (
    episodes_by_id,
    known_entities,
    known_facts,
    previous_episodes,
    rules_of,
)
from pramana.memory.services.columns import written
from pramana.memory.services.saving import save

logger = logging.getLogger(__name__)


def add_episode(
    scope: Scope,
    incoming: Incoming,
    *,
    rules: Rules | None = None,
    previous_ids: Sequence[UUID] | None = None,
    model: Gateway | None = None,
) -> EpisodeResult:
    """Read a message and save what it says, now and in one transaction."""
    plan = read_message(scope, incoming, rules=rules, previous_ids=previous_ids, model=model)
    rows = written(scope, plan)
    with transaction.atomic():
        save(scope, rows)
    return plan.result()


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
    previous = _previous(scope, incoming, previous_ids)
    episode, is_new = _episode(scope, incoming)
    reader = _Reader(scope, model or gateway(scope), rules, episode, incoming.speaker)
    return reader.read(previous, is_new=is_new)


def _previous(scope: Scope, incoming: Incoming, ids: Sequence[UUID] | None) -> list[Episode]:
    if ids is not None:
        return episodes_by_id(scope, incoming.group_id, ids)
    return previous_episodes(scope, incoming.group_id, incoming.valid_at)


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


@dataclass
class _Reader:
    """The stages that need the graph or a model, in the order of the document."""

    scope: Scope
    model: Gateway
    rules: Rules
    episode: Episode
    speaker: str
    engine: str = ""
    skipped: tuple[str, ...] = ()

    def read(self, previous: Sequence[Episode], *, is_new: bool) -> Plan:
        earlier = [each for each in previous if each.id != self.episode.id]
        spoken = tuple(Spoken(each.content, each.valid_at) for each in earlier if each.content)
        extraction = self._extract(spoken)
        found = select_entities(extraction, self.rules, spoken)
        keys = {key for each in found for key in keys_of(each.name)}
        known = known_entities(self.scope, self.episode.group_id, keys)
        resolution = resolve(found, known, group_id=self.episode.group_id, new_id=uuid4)
        resolution = self._judge(resolution)
        entities, mentioned = hydrate(found, resolution)
        changed = [
            each
            for id_, each in entities.items()
            if id_ not in resolution.new_ids and each is not resolution.entities[id_]
        ]
        resolution = replace(resolution, entities=entities)
        drafts = draft(
            select_facts(extraction),
            resolution,
            self.rules,
            body=self.episode.content,
            at=self.episode.valid_at,
            now=self.episode.created_at if is_new else utcnow(),
            group_id=self.episode.group_id,
            new_id=uuid4,
        )
        facts = known_facts(self.scope, self.episode.group_id, drafts, self.rules)
        return Plan(
            episode=self.episode,
            is_new=is_new,
            keeps_content=self.rules.settings.store_raw_content,
            engine=self.engine,
            resolution=resolution,
            relations=place(drafts, facts, self.rules, now=utcnow()),
            mentioned=mentioned,
            enriched=tuple(changed),
            known={fact.id: fact for fact in facts},
            follows=earlier[-1] if earlier and earlier[-1].content else None,
            skipped=self.skipped,
        )

    def _extract(self, previous: tuple[Spoken, ...]) -> Extraction:
        asked = ExtractInput(
            body=self.episode.content,
            speaker=self.speaker,
            at=self.episode.valid_at,
            previous=previous,
            entity_types=self.rules.types,
            excluded_types=tuple(self.rules.settings.excluded_entity_types),
            families=self.rules.hints,
        )
        try:
            completion = self.model.ask(extract_prompt(asked))
        except AppError as error:
            self._skip("extract", error)
            return Extraction()
        self.engine = completion.engine
        return completion.output

    def _judge(self, resolution: Resolution) -> Resolution:
        """Ask once about all names that code left open; without an answer they stay apart."""
        if not resolution.undecided:
            return resolution
        pairs = tuple(each.as_pair(self.episode.content) for each in resolution.undecided)
        try:
            verdicts = self.model.complete(resolve_prompt(ResolveInput(pairs=pairs)))
        except AppError as error:
            self._skip("resolve", error)
            return decide(resolution, [])
        return decide(resolution, verdicts.same)

    def _skip(self, stage: str, error: AppError) -> None:
        self.skipped = (*self.skipped, stage)
        logger.warning(
            "episode %s: the stage %s was skipped: %s", self.episode.id, stage, error.code
        )
