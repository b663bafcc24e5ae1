"""The extractor behind the gateway (a model, or the offline engine), and the registry as a review
needs it: candidates for an entity, and whether an id is known."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from pramana.agni.contracts import (
    Conversation,
    DocumentMetadata,
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
)
from pramana.agni.domain.changes import proposed_changes
from pramana.agni.domain.coreference import join_references
from pramana.agni.domain.decisions import (
    MIN_CONFIDENCE,
    id_entity_type,
    is_decisive,
    propose,
    searched_names,
)
from pramana.agni.domain.grounding import PagedText, ground_entities, ground_metadata
from pramana.agni.prompts.entities import EntitiesInput, EntityReading, entities_prompt
from pramana.agni.prompts.metadata import MetadataInput, metadata_prompt
from pramana.documents.selectors import document_text, pages_of
from pramana.kit.errors import Unavailable
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.registry.adapters import registry_for
from pramana.registry.contracts import IdCheck, RecordMatch, RecordType

HEAD, TAIL = 6_000, 1_500
"""A document says what it is at its beginning, and who signed it at its end."""
PART_SIZE = 12_000
"""Code points in one question: about 4,000 tokens of English."""
PAGES_AT_ONCE = 200

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much is done, and the total."""


def no_progress(stage: str, current: int, total: int) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class GatewayExtractor:
    """The document's `GenAIService`: asks part by part and keeps only what the text supports."""

    scope: Scope
    progress: Progress = no_progress

    def extract_metadata(self, document: Path, conversation: Conversation) -> DocumentMetadata:
        text = self.load_text(document)
        prompt = metadata_prompt(MetadataInput(_head_and_tail(text.text), conversation.user_texts))
        answer = gateway(self.scope).ask(prompt)
        return ground_metadata(answer.output, text, engine=answer.engine)

    def extract_entities(
        self, document: Path, metadata: DocumentMetadata, conversation: Conversation
    ) -> list[ExtractedEntity]:
        text = self.load_text(document)
        return self._read(text, split_text(text.text), conversation)

    def extract_entity(
        self, document: Path, entity: ExtractedEntity, conversation: Conversation
    ) -> list[ExtractedEntity]:
        """Read one entity again, in the parts that mention it."""
        text = self.load_text(document)
        parts = [
            (start, part)
            for start, part in split_text(text.text)
            if any(start <= mention.start < start + len(part) for mention in entity.mentions)
        ]
        names = tuple(str(name["text"]) for name in entity.names)
        return self._read(text, parts, conversation, about=names)

    def _read(
        self,
        text: PagedText,
        parts: list[tuple[int, str]],
        conversation: Conversation,
        about: tuple[str, ...] = (),
    ) -> list[ExtractedEntity]:
        request = EntitiesInput(
            "",
            reviewer_messages=conversation.user_texts,
            about=about,
            tenant_id=str(self.scope.tenant_id),
        )
        readings: list[EntityReading] = []
        engine = ""
        for number, (start, part) in enumerate(parts):
            self.progress("extracting_entities", number, len(parts))
            answer = gateway(self.scope).ask(entities_prompt(replace(request, text=part)))
            readings += [reading.shift(start) for reading in answer.output.entities]
            engine = answer.engine
        entities = ground_entities(
            readings, text, engine=engine, reviewer_messages=request.reviewer_messages
        )
        return join_references(entities, text.text)

    def load_text(self, document: Path) -> PagedText:
        """The document's text and page starts. Raises NotReadYet and DocumentNotFound."""
        document_id = UUID(document.name)
        text = document_text(self.scope, document_id)
        return PagedText(text, list(self._page_starts(document_id)))

    def _page_starts(self, document_id: UUID) -> Iterator[int]:
        first = 0
        while pages := pages_of(self.scope, document_id, first=first, limit=PAGES_AT_ONCE):
            yield from (page.start for page in pages if page.start is not None)
            first = pages[-1].number + 1


def split_text(text: str, size: int = PART_SIZE) -> list[tuple[int, str]]:
    """Split a long text where a paragraph ends; each part with its offset.

    >>> split_text("one\\n\\ntwo", size=6)
    [(0, 'one\\n\\n'), (5, 'two')]
    """
    parts = []
    start = 0
    while start < len(text):
        end = _part_end(text, start, size)
        parts.append((start, text[start:end]))
        start = end
    return parts


def _part_end(text: str, start: int, size: int) -> int:
    """The last end of a paragraph, line, sentence or word before the part is full."""
    if start + size >= len(text):
        return len(text)
    for separator in ("\n\n", "\n", "। ", ". ", " "):
        at = text.rfind(separator, start + size // 2, start + size)
        if at >= 0:
            return at + len(separator)
    return start + size


def _head_and_tail(text: str) -> str:
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n[…]\n{text[-TAIL:]}"


MAX_CANDIDATES = 10


@dataclass(frozen=True)
class RecordLookup:
    """What the registry knows about an id: the check, and the record's data if it is known."""

    check: IdCheck
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_missing(self) -> bool:
        return self.check not in (IdCheck.KNOWN, IdCheck.UNVERIFIED)

    @property
    def unverified(self) -> bool:
        return self.check is IdCheck.UNVERIFIED


@dataclass(frozen=True)
class RegistrySearch:
    """The document's `SearchService`, over the configured registry."""

    scope: Scope

    def find_candidates(
        self, entity: ExtractedEntity, on: date | None = None
    ) -> list[MatchEntityCandidate]:
        """Records for any of its names, best first. Raises Unavailable."""
        best: dict[str, RecordMatch] = {}
        for name in searched_names(entity):
            for match in self._search(name, entity, on):
                known = best.get(match.record.nes_id)
                if known is None or match.score > known.score:
                    best[match.record.nes_id] = match
        ranked = sorted(best.values(), key=_rank)
        likely = [each for each in ranked if each.score >= MIN_CONFIDENCE][:MAX_CANDIDATES]
        return [_candidate(each, decisive=is_decisive(entity, each, likely)) for each in likely]

    def resolve(self, entity: ExtractedEntity, on: date | None = None) -> ExtractedEntity:
        """Add the candidates, and propose a match where that is safe; `on` is the document's date.

        If the registry does not answer, the entity stays undecided until it was asked.
        """
        try:
            candidates = tuple(self.find_candidates(entity, on))
        except Unavailable:
            return leave_unasked(entity)
        cleared = replace(entity, matched_id=None, proposed_changes={}, unasked=False)
        proposed = propose(replace(cleared, candidates=candidates))
        if not proposed.matched_id:
            return proposed
        record = self.look_up(proposed.matched_id)
        return replace(proposed, proposed_changes=proposed_changes(proposed, record.data))

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        return id_entity_type(nes_id) is entity_type

    def look_up(self, nes_id: str) -> RecordLookup:
        """Whether the registry has the record. An unreachable registry leaves it unverified."""
        registry = registry_for(self.scope)
        check = registry.check(nes_id)
        record = registry.get(nes_id) if check is IdCheck.KNOWN else None
        return RecordLookup(check, record.data.model_dump(mode="json") if record else {})

    def _search(self, name: str, entity: ExtractedEntity, on: date | None) -> list[RecordMatch]:
        return registry_for(self.scope).search(
            name,
            entity_type=RecordType(entity.entity_type.in_registry),
            attributes=entity.entity_data,
            limit=MAX_CANDIDATES,
            on=on,
        )


def leave_unasked(entity: ExtractedEntity) -> ExtractedEntity:
    """The entity without candidates, undecided until the registry answers."""
    return replace(entity, candidates=(), matched_id=None, proposed_changes={}, unasked=True)


def _candidate(match: RecordMatch, *, decisive: bool) -> MatchEntityCandidate:
    return MatchEntityCandidate(
        nes_id=match.record.nes_id,
        confidence=round(match.score, 3),
        reason="; ".join(match.reasons),
        name=match.record.title(),
        decisive=decisive,
    )


def _rank(match: RecordMatch) -> tuple[float, int, str]:
    """The best first; of two with one score, the one of which more agrees."""
    return -match.score, -len(match.agreeing), match.record.nes_id
