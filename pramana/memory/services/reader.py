"""Reading one message: the stages that need the graph or a model, in the order of the document."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE
from pramana.llm.embeddings.choice import configured_encoder
from pramana.llm.port import Gateway
from pramana.memory.contracts.extraction import (
    MOST_READ,
    EntityFound,
    ExtractInput,
    Extraction,
    FactFound,
    ResolveInput,
    Spoken,
    Verdicts,
)
from pramana.memory.contracts.graph import Episode
from pramana.memory.domain.contradictions import Doubt, doubts, judged
from pramana.memory.domain.drafting import Drafted, draft
from pramana.memory.domain.founding import founded
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.naming import keys_of
from pramana.memory.domain.plan import Plan, hydrate
from pramana.memory.domain.relations import place
from pramana.memory.domain.resolution import Resolution, decide, meant_otherwise, resolve, widen
from pramana.memory.domain.selection import select_entities, select_facts
from pramana.memory.prompts.extract import LONGEST_BODY, extract_prompt
from pramana.memory.prompts.resolve import resolve_prompt
from pramana.memory.selectors.nearest import entities_near
from pramana.memory.selectors.reading import known_entities, known_facts
from pramana.retrieval.contracts import Vector

logger = logging.getLogger(__name__)


@dataclass
class Reader:
    """One message being read. Nothing is written; a model that fails is gone without."""

    scope: Scope
    model: Gateway
    rules: Rules
    episode: Episode
    speaker: str
    is_new: bool = True
    engine: str = ""
    skipped: tuple[str, ...] = ()
    vectors: dict[str, Vector | None] = field(default_factory=dict)
    """Of names, where the search for candidates needed them already."""

    def read(self, previous: Sequence[Episode]) -> Plan:
        earlier = [each for each in previous if each.id != self.episode.id]
        spoken = tuple(Spoken(each.content, each.valid_at) for each in earlier if each.content)
        extraction = self._extract(spoken)
        found = select_entities(extraction, self.rules, spoken)
        said = founded(select_facts(extraction), self.episode.content, spoken)
        resolution = self._candidates(self._resolve(found))
        drafts = self._draft(said, found, resolution)
        facts = known_facts(self.scope, self.episode.group_id, drafts, self.rules)
        open_ = doubts(drafts, facts, self.rules, _names(resolution))
        verdicts = self._judge(resolution, open_, spoken)
        decided = decide(resolution, verdicts.same)
        if decided.entities.keys() != resolution.entities.keys():
            drafts = self._draft(said, found, decided)
            facts = known_facts(self.scope, self.episode.group_id, drafts, self.rules)
        entities, mentioned = hydrate(found, decided)
        contradicted = judged(open_, verdicts.contradicted)
        return Plan(
            episode=self.episode,
            is_new=self.is_new,
            keeps_content=self.rules.settings.store_raw_content,
            engine=self.engine,
            resolution=replace(decided, entities=entities),
            relations=place(drafts, facts, self.rules, now=utcnow(), contradicted=contradicted),
            mentioned=mentioned,
            enriched=tuple(
                each
                for id_, each in entities.items()
                if id_ not in decided.new_ids and each is not decided.entities[id_]
            ),
            known={fact.id: fact for fact in facts},
            follows=earlier[-1] if earlier and earlier[-1].content else None,
            updates_communities=self.rules.settings.update_communities,
            vectors=self.vectors,
            skipped=self.skipped,
            unread=self._unread(),
        )

    def _extract(self, previous: tuple[Spoken, ...]) -> Extraction:
        asked = ExtractInput(
            body=self.episode.content,
            speaker=self.speaker,
            at=self.episode.valid_at,
            previous=previous,
            entity_types=self.rules.types,
            excluded_types=tuple(self.rules.settings.excluded_entity_types),
            families=self.rules.choices,
        )
        try:
            completion = self.model.ask(extract_prompt(asked))
        except AppError as error:
            self._skip("extract", error)
            return Extraction()
        self.engine = completion.engine
        return completion.output

    def _unread(self) -> int:
        """Of a very long message the end is left out, by a model sooner than without one."""
        most = MOST_READ if self.engine == OFFLINE else LONGEST_BODY
        return max(0, len(self.episode.content) - most) if self.engine else 0

    def _resolve(self, found: Sequence[EntityFound]) -> Resolution:
        keys = {key for each in found for key in keys_of(each.name)}
        known = known_entities(self.scope, self.episode.group_id, keys)
        return resolve(found, known, group_id=self.episode.group_id, new_id=uuid4)

    def _candidates(self, resolution: Resolution) -> Resolution:
        """Candidates by meaning for names that share no word with anything known; only where a
        model can judge them."""
        names = [each.name for each in meant_otherwise(resolution)]
        encoder = configured_encoder() if names and self.engine not in ("", OFFLINE) else None
        if encoder is None:
            return resolution
        self.vectors = dict(zip(names, encoder.embed_passages(names).vectors, strict=True))
        near = entities_near(self.scope, self.episode.group_id, encoder.id, self.vectors)
        return widen(resolution, near)

    def _draft(
        self, said: Sequence[FactFound], found: Sequence[EntityFound], resolution: Resolution
    ) -> list[Drafted]:
        """Facts on entities as this message knows them: which are allowed depends on types."""
        entities, _ = hydrate(found, resolution)
        return draft(
            said,
            replace(resolution, entities=entities),
            self.rules,
            body=self.episode.content,
            at=self.episode.valid_at,
            now=self.episode.created_at if self.is_new else utcnow(),
            group_id=self.episode.group_id,
            new_id=uuid4,
        )

    def _judge(
        self, resolution: Resolution, open_: Sequence[Doubt], previous: tuple[Spoken, ...]
    ) -> Verdicts:
        """Ask once about everything that code left open; without an answer it stays open."""
        if not resolution.undecided and not open_:
            return Verdicts()
        asked = ResolveInput(
            pairs=tuple(each.as_pair() for each in resolution.undecided),
            facts=tuple(each.as_open() for each in open_),
            body=self.episode.content,
            previous=previous,
        )
        try:
            return self.model.complete(resolve_prompt(asked))
        except AppError as error:
            self._skip("resolve", error)
            return Verdicts()

    def _skip(self, stage: str, error: AppError) -> None:
        self.skipped = (*self.skipped, stage)
        logger.warning(
            "episode %s: the stage %s was skipped: %s", self.episode.id, stage, error.code
        )


def _names(resolution: Resolution) -> dict[UUID, str]:
    return {id_: entity.name for id_, entity in resolution.entities.items()}
