"""One message becomes an episode: read it in stages over values, then save everything at once.

Nothing is written until everything is known, so a failure on the way leaves nothing behind.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE
from pramana.llm.embeddings.encoder import configured_encoder
from pramana.llm.errors import ModelCutOff, ModelUnavailable
from pramana.llm.gateway import gateway
from pramana.llm.ports import Gateway
from pramana.memory.contracts.extraction import (
    MOST_READ,
    EarlierMessage,
    EntityMention,
    ExtractionRequest,
    FactStatement,
    IdentityStatement,
    MessageExtraction,
    ResolutionRequest,
    Verdicts,
)
from pramana.memory.contracts.graph import (
    AddEpisodeResult,
    CommunityMembership,
    Entity,
    Episode,
    Fact,
)
from pramana.memory.contracts.messages import IncomingMessage, speaker_of
from pramana.memory.domain.contradictions import (
    PossibleContradiction,
    confirmed_contradictions,
    possible_contradictions,
)
from pramana.memory.domain.drafts import (
    EndingDraft,
    FactDraft,
    draft_endings,
    draft_facts,
    draft_successions,
    select_entities,
    select_facts,
)
from pramana.memory.domain.families import FAMILY_TIES, OFFICE_FAMILIES, SYMMETRIC, WORK
from pramana.memory.domain.grounding import (
    grounded_facts,
    with_supported_claimants,
    with_supported_dates,
)
from pramana.memory.domain.groups import GroupRules, check_group
from pramana.memory.domain.identities import (
    DESCRIBED,
    PERSON_TYPE,
    DescriptionQuery,
    Merge,
    apply_identities,
    described_holder,
    description_queries,
    grounded_identities,
    placeholder_names,
    resolve_described,
    shared_homes,
    spouse_of,
    statement_about,
    with_holders_named,
)
from pramana.memory.domain.names import exact_key, keys_of
from pramana.memory.domain.plan import Plan, enrich_entities
from pramana.memory.domain.resolution import (
    EntityResolution,
    add_candidates,
    apply_verdicts,
    resolve_entities,
    unmatched_mentions,
    without_placeholders,
)
from pramana.memory.domain.timeline import apply_drafts
from pramana.memory.errors import EpisodeNotFound
from pramana.memory.prompts.extract import LONGEST_BODY, extract_prompt
from pramana.memory.prompts.resolve import resolve_prompt
from pramana.memory.selectors.communities import communities_by_id, communities_of_entities
from pramana.memory.selectors.groups import rules_of
from pramana.memory.selectors.reading_context import (
    affected_facts,
    entities_by_id,
    entities_near,
    entities_with_keys,
    episodes_by_id,
    first_mention_times,
    previous_episodes,
    relation_facts,
)
from pramana.memory.services.closings import publish_closings
from pramana.memory.services.communities import update_communities
from pramana.memory.services.merging import merge_entities
from pramana.memory.services.saving import plan_rows, save_rows
from pramana.retrieval.contracts import Vector

logger = logging.getLogger(__name__)


def add_episode(
    scope: Scope,
    incoming: IncomingMessage,
    *,
    rules: GroupRules | None = None,
    previous_ids: Sequence[UUID] | None = None,
    communities: bool | None = None,
    model: Gateway | None = None,
) -> AddEpisodeResult:
    """Read a message and save its facts immediately, in one transaction.

    `communities` says whether the communities of its entities are updated afterwards; if it is
    None, the group's settings decide.
    """
    plan = read_message(scope, incoming, rules=rules, previous_ids=previous_ids, model=model)
    if communities is not None:
        plan = replace(plan, updates_communities=communities)
    rows = plan_rows(scope, plan)
    with transaction.atomic():
        save_rows(scope, rows)
        merge_entities(scope, plan)
        publish_closings(scope, plan)
    return _with_communities(scope, plan, model) if plan.updates_communities else plan.result()


def _with_communities(scope: Scope, plan: Plan, model: Gateway | None) -> AddEpisodeResult:
    """Update the communities and add them to the result.

    If that fails, the episode stays saved, and a periodic task updates the communities later.
    """
    try:
        update_communities(scope, plan.episode.group_id, model=model)
    except AppError as error:
        logger.warning("episode %s: communities not updated: %s", plan.episode.id, error.code)
    homes = communities_of_entities(scope, plan.mentions)
    return replace(
        plan.result(),
        communities=tuple(communities_by_id(scope, set(homes.values()))),
        memberships=tuple(CommunityMembership(entity, home) for entity, home in homes.items()),
    )


def read_message(
    scope: Scope,
    incoming: IncomingMessage,
    *,
    rules: GroupRules | None = None,
    previous_ids: Sequence[UUID] | None = None,
    model: Gateway | None = None,
) -> Plan:
    """Read a message and return everything it will change. Nothing is changed yet."""
    check_group(incoming.group_id)
    rules = rules or rules_of(scope, incoming.group_id)
    if previous_ids is not None:
        previous = episodes_by_id(scope, incoming.group_id, previous_ids)
    else:
        most = rules.settings.previous_episodes
        previous = previous_episodes(scope, incoming.group_id, incoming.valid_at, most=most)
    episode, is_new = _load_or_create_episode(scope, incoming)
    stored_speaker = "" if is_new else speaker_of(episode.content).name
    speaker = stored_speaker or incoming.speaker
    reader = MessageReader(scope, model or gateway(scope), rules, episode, speaker, is_new)
    return reader.read(previous)


def _load_or_create_episode(scope: Scope, incoming: IncomingMessage) -> tuple[Episode, bool]:
    """The stored episode if the message names one, else a new one; and whether it is new."""
    if incoming.uuid:
        try:
            episode_id = UUID(incoming.uuid)
        except ValueError:
            raise EpisodeNotFound(incoming.uuid) from None
        episode = episodes_by_id(scope, incoming.group_id, [episode_id])[0]
        if not episode.content:  # the group stores no raw content; a message read again has it
            episode = replace(episode, content=incoming.body if incoming.content else "")
        return episode, False
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


def _renamed(resolution: EntityResolution) -> set[UUID]:
    """Known entities whose name is one that this message gives them."""
    return {
        alias.entity_id
        for alias in resolution.aliases
        if resolution.entities[alias.entity_id].name == alias.name
    }


@dataclass
class MessageReader:
    """The stages of reading one message. A stage whose model fails is skipped."""

    scope: Scope
    model: Gateway
    rules: GroupRules
    episode: Episode
    speaker: str
    is_new: bool = True
    engine: str = ""
    skipped: tuple[str, ...] = ()
    is_model_away: bool = False
    vectors: dict[str, Vector | None] = field(default_factory=dict)
    """Vectors of names, if the search for candidates already needed them."""
    merges: list[Merge] = field(default_factory=list)
    distinct: list[tuple[UUID, UUID]] = field(default_factory=list)

    def read(self, previous: Sequence[Episode]) -> Plan:
        episodes = [each for each in previous if each.id != self.episode.id]
        earlier = tuple(
            EarlierMessage(each.content, each.valid_at) for each in episodes if each.content
        )
        extraction = self._extract(earlier)
        mentions = select_entities(extraction, self.rules, earlier)
        statements = self._grounded(select_facts(extraction), earlier)
        identities = grounded_identities(extraction.identities, self.episode.content)
        mentions += self._sender(mentions, statements)
        named = self._resolve([each for each in mentions if each.described_by is None])
        mentions, statements = self._with_household(mentions, statements, named)
        candidates = self._settle(named, identities, mentions)
        drafts, endings, known = self._draft(statements, extraction, mentions, candidates)
        names = {id_: entity.name for id_, entity in candidates.entities.items()}
        open_ = possible_contradictions(drafts, known, self.rules, names)
        verdicts = self._judge(named, open_, earlier)
        apart = [(each.name, each.other) for each in identities if each.kind == "different"]
        apart += [(each.subject, each.object) for each in statements if each.relation in SYMMETRIC]
        judged = apply_verdicts(named, verdicts.same, apart)
        resolution = self._settle(judged, identities, mentions)
        if resolution.entities.keys() != candidates.entities.keys():
            drafts, endings, known = self._draft(statements, extraction, mentions, resolution)
        self._fill_placeholders(drafts, resolution)
        contradicted = confirmed_contradictions(open_, verdicts.contradicted)
        entities, first_mentions = enrich_entities(mentions, resolution)
        return Plan(
            episode=self.episode,
            is_new=self.is_new,
            keeps_content=self.rules.settings.store_raw_content,
            engine=self.engine,
            resolution=replace(resolution, entities=entities),
            changes=apply_drafts(
                drafts,
                known,
                self.rules,
                now=utcnow(),
                contradicted=contradicted,
                endings=endings,
                names=self._names_of(known, drafts)
                | {id_: entity.name for id_, entity in entities.items()},
            ),
            mentions=first_mentions,
            enriched=tuple(
                each
                for id_, each in entities.items()
                if id_ not in resolution.new_ids
                and (each is not resolution.entities[id_] or id_ in _renamed(resolution))
            ),
            known_facts={fact.id: fact for fact in known},
            follows=episodes[-1] if episodes and episodes[-1].content else None,
            updates_communities=self.rules.settings.update_communities,
            merges=tuple(self.merges),
            distinct=tuple(self.distinct),
            vectors=self.vectors,
            skipped=self.skipped,
            is_model_away=self.is_model_away,
            unread=self._unread(),
        )

    def _extract(self, earlier: tuple[EarlierMessage, ...]) -> MessageExtraction:
        request = ExtractionRequest(
            body=self.episode.content,
            speaker=self.speaker,
            at=self.episode.valid_at,
            previous=earlier,
            entity_types=self.rules.entity_types,
            excluded_types=tuple(self.rules.settings.excluded_entity_types),
            families=self.rules.relation_choices,
        )
        try:
            completion = self.model.ask(extract_prompt(request))
        except AppError as error:
            self._skip("extract", error)
            return MessageExtraction()
        self.engine = completion.engine
        return completion.output

    def _grounded(
        self, statements: Sequence[FactStatement], earlier: tuple[EarlierMessage, ...]
    ) -> list[FactStatement]:
        """The facts that the message supports, with the claimants and dates it has words for."""
        body, at = self.episode.content, self.episode.valid_at
        facts = grounded_facts(statements, body, earlier)
        facts = with_supported_claimants(facts, body, self.speaker, earlier)
        return with_supported_dates(facts, body, at, earlier)

    def _sender(
        self, mentions: Sequence[EntityMention], statements: Sequence[FactStatement]
    ) -> list[EntityMention]:
        """The sender, if a claim is theirs and the model did not list them."""
        key = exact_key(self.speaker)
        is_claimant = any(exact_key(each.claimed_by) == key for each in statements)
        if not self.speaker or not is_claimant or key in {exact_key(one.name) for one in mentions}:
            return []
        return [EntityMention(name=self.speaker, type=PERSON_TYPE, confidence=0.9)]

    def _unread(self) -> int:
        """Characters that were not read. A model is given less of a long message."""
        most = MOST_READ if self.engine == OFFLINE else LONGEST_BODY
        return max(0, len(self.episode.content) - most) if self.engine else 0

    def _resolve(self, mentions: Sequence[EntityMention]) -> EntityResolution:
        """Resolve by name. If a model can judge, also find candidates by meaning for new names."""
        group_id = self.episode.group_id
        keys = {key for each in mentions for key in keys_of(each.name)}
        known = without_placeholders(entities_with_keys(self.scope, group_id, keys))
        resolution = resolve_entities(mentions, known, group_id=group_id, new_id=uuid4)
        names = [each.name for each in unmatched_mentions(resolution)]
        can_judge = names and self.engine not in ("", OFFLINE)
        encoder = configured_encoder(self.scope) if can_judge else None
        if encoder is None:
            return resolution
        self.vectors = dict(zip(names, encoder.embed_passages(names).vectors, strict=True))
        near = entities_near(self.scope, group_id, encoder.id, self.vectors)
        return add_candidates(resolution, without_placeholders(near))

    def _settle(
        self,
        named: EntityResolution,
        identities: Sequence[IdentityStatement],
        mentions: Sequence[EntityMention],
    ) -> EntityResolution:
        """Apply what the message says about names, and look up whom it only describes."""
        resolution, self.merges, self.distinct = apply_identities(named, identities)
        described = [each for each in mentions if each.described_by is not None]
        if not described:
            return resolution
        group_id, at = self.episode.group_id, self.episode.valid_at
        queries = description_queries(described, resolution)
        facts = relation_facts(self.scope, group_id, queries, at)
        holders: dict[str, UUID | None] = {}
        for each in queries:
            holders[each.name] = holders.get(each.name) or described_holder(each, facts)
        entities = entities_by_id(
            self.scope, group_id, [id_ for id_ in holders.values() if id_ is not None]
        )
        found = {
            name: entities[id_]
            for name, id_ in holders.items()
            if id_ is not None and id_ in entities
        }
        keys = {exact_key(each.name) for each in described}
        known = entities_with_keys(self.scope, group_id, keys)
        new = resolve_entities(described, known, group_id=group_id, new_id=uuid4)
        return resolve_described(resolution, described, found, new)

    def _with_household(
        self,
        mentions: Sequence[EntityMention],
        statements: Sequence[FactStatement],
        named: EntityResolution,
    ) -> tuple[list[EntityMention], list[FactStatement]]:
        """The statements, and those about a home of the speaker and whoever is married to them as
        said of both: "we have moved to Lund"."""
        shared = shared_homes(statements, self.speaker, self.rules.families)
        spouse = spouse_of(self.speaker)
        queries = description_queries([spouse], named) if shared else []
        group_id, at = self.episode.group_id, self.episode.valid_at
        facts = relation_facts(self.scope, group_id, queries, at) if queries else []
        if not any(described_holder(each, facts) for each in queries):
            return list(mentions), list(statements)
        return [*mentions, spouse], [
            *statements,
            *(statement_about(spouse, each) for each in shared),
        ]

    def _fill_placeholders(self, drafts: Sequence[FactDraft], resolution: EntityResolution) -> None:
        """Merge placeholders such as "Nisha's husband" into the person whom the message names,
        unless that person is known to have begun after they were mentioned."""
        names = placeholder_names(drafts, resolution.entities)
        if not names:
            return
        holders = {exact_key(name): holder for name, holder in names.items()}
        known = entities_with_keys(self.scope, self.episode.group_id, holders)
        found = [
            (entity, holders[key])
            for key, entities in known.items()
            for entity in entities
            if entity.is_placeholder and entity.id != holders[key].id
        ]
        said = first_mention_times(self.scope, [entity.id for entity, _ in found])
        self.merges += [
            Merge(entity, holder.id, DESCRIBED)
            for entity, holder in found
            if (start := holder.fact.valid.stated_start) is None
            or start <= said.get(entity.id, start)
        ]

    def _draft(
        self,
        statements: Sequence[FactStatement],
        extraction: MessageExtraction,
        mentions: Sequence[EntityMention],
        resolution: EntityResolution,
    ) -> tuple[list[FactDraft], list[EndingDraft], list[Fact]]:
        """The drafts of facts and endings, and the stored facts they may restate or close.

        Which relations are allowed depends on types, so the types this message adds count too.
        """
        entities, _ = enrich_entities(mentions, resolution)
        drafts = draft_facts(
            with_holders_named(statements, mentions, resolution),
            replace(resolution, entities=entities),
            self.rules,
            body=self.episode.content,
            at=self.episode.valid_at,
            now=self.episode.created_at if self.is_new else utcnow(),
            group_id=self.episode.group_id,
            new_id=uuid4,
            keeps_words=self.rules.settings.store_raw_content,
        )
        endings = draft_endings(
            extraction.endings,
            resolution,
            self.rules,
            body=self.episode.content,
            at=self.episode.valid_at,
        )
        group_id = self.episode.group_id
        known = affected_facts(self.scope, group_id, drafts, self.rules, endings)
        passed = self._draft_successions(endings, known, entities)
        if passed:
            drafts = [*passed, *drafts]
            known = affected_facts(self.scope, group_id, drafts, self.rules, endings)
        return drafts, endings, known

    def _draft_successions(
        self,
        endings: Sequence[EndingDraft],
        known: Sequence[Fact],
        entities: Mapping[UUID, Entity],
    ) -> list[FactDraft]:
        """What passes from one person to another: "Ana takes my place"."""
        if not any(each.successor_id for each in endings):
            return []
        objects = [fact.object_id for fact in known if fact.object_id not in entities]
        others = entities_by_id(self.scope, self.episode.group_id, objects)
        return draft_successions(
            endings,
            known,
            {id_: each.name for id_, each in {**others, **entities}.items()},
            body=self.episode.content,
            at=self.episode.valid_at,
            now=self.episode.created_at if self.is_new else utcnow(),
            new_id=uuid4,
        )

    def _names_of(self, known: Sequence[Fact], drafts: Sequence[FactDraft]) -> dict[UUID, str]:
        """The names of the bodies in which people are known to work or hold an office; of the
        objects of all known facts if the message corrects one."""
        corrects = any(each.corrects for each in drafts)
        ids = {
            fact.object_id
            for fact in known
            if corrects or fact.family == WORK or fact.family in OFFICE_FAMILIES
        }
        found = entities_by_id(self.scope, self.episode.group_id, list(ids))
        return {id_: entity.name for id_, entity in found.items()}

    def _judge(
        self,
        resolution: EntityResolution,
        open_: Sequence[PossibleContradiction],
        earlier: tuple[EarlierMessage, ...],
    ) -> Verdicts:
        """Ask once about everything that code could not decide. Without an answer it stays open."""
        if not resolution.undecided and not open_:
            return Verdicts()
        relatives = self._relatives(resolution)
        request = ResolutionRequest(
            pairs=tuple(each.as_pair(relatives) for each in resolution.undecided),
            facts=tuple(each.as_open() for each in open_),
            body=self.episode.content,
            previous=earlier,
        )
        try:
            return self.model.complete(resolve_prompt(request))
        except AppError as error:
            self._skip("resolve", error)
            return Verdicts()

    def _relatives(self, resolution: EntityResolution) -> frozenset[UUID]:
        """The relatives of the speaker, if a name may mean several known people."""
        speaker = resolution.id_of(self.speaker) if self.speaker else None
        is_open = any(len(each.candidates) > 1 for each in resolution.undecided)
        if speaker is None or not is_open:
            return frozenset()
        query = DescriptionQuery(self.speaker, speaker, FAMILY_TIES, "subject", "")
        group_id, at = self.episode.group_id, self.episode.valid_at
        facts = relation_facts(self.scope, group_id, [query], at)
        ends = {end for each in facts for end in (each.subject_id, each.object_id)}
        return frozenset(ends - {speaker})

    def _skip(self, stage: str, error: AppError) -> None:
        self.skipped = (*self.skipped, stage)
        if isinstance(error, ModelUnavailable) and not isinstance(error, ModelCutOff):
            self.is_model_away = True
        logger.warning(
            "episode %s: the stage %s was skipped: %s", self.episode.id, stage, error.code
        )
