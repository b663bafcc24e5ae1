"""The extractor behind the gateway: a model, or the offline engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

from pramana.agni.contracts import Conversation, DocumentMetadata, ExtractedEntity
from pramana.agni.domain.coreference import join_references
from pramana.agni.domain.grounding import PagedText, ground_entities, ground_metadata
from pramana.agni.prompts.entities import EntitiesInput, EntityReading, entities_prompt
from pramana.agni.prompts.metadata import MetadataInput, metadata_prompt
from pramana.documents.selectors import document_text, pages_of
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway

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
