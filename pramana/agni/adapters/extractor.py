"""The extractor behind the gateway: a model, or the offline engine."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from asgiref.sync import sync_to_async

from pramana.agni.adapters.papers import paper_at
from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.contracts.session import Author, Conversation, DocumentMetadata
from pramana.agni.domain.dates import first_date
from pramana.agni.domain.grounding import Paper, ground_entities, ground_metadata
from pramana.agni.domain.twins import across_scripts
from pramana.agni.domain.windows import windows
from pramana.agni.prompts.entities import EntitiesInput, EntityRead, entities_prompt
from pramana.agni.prompts.metadata import MetadataInput, metadata_prompt
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway

HEAD, TAIL = 6_000, 1_500
"""A document says what it is at its beginning, and who signed it at its end."""

Progress = Callable[[int, int], None]


def _silent(current: int, total: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class GatewayExtractor:
    """Asks part by part and keeps only what stands in the text."""

    scope: Scope
    progress: Progress = _silent

    async def extract_metadata(
        self, document: Path, conversation: Conversation
    ) -> DocumentMetadata:
        paper = await self._paper(document)
        asked = MetadataInput(_ends(paper.text), _said(conversation))
        answer = await gateway(self.scope).aask(metadata_prompt(asked))
        return ground_metadata(answer.output, paper, dated=first_date, engine=answer.engine)

    async def extract_entities(
        self, document: Path, metadata: DocumentMetadata, conversation: Conversation
    ) -> list[ExtractedEntity]:
        paper = await self._paper(document)
        asked = EntitiesInput("", said=_said(conversation), tenant_id=str(self.scope.tenant_id))
        read, engine = await self._read(paper, asked)
        return across_scripts(ground_entities(read, paper, engine=engine, said=asked.said))

    async def extract_entity(
        self, document: Path, entity: ExtractedEntity, conversation: Conversation
    ) -> list[ExtractedEntity]:
        """Read one entity again, in the parts that mention it."""
        paper = await self._paper(document)
        asked = EntitiesInput(
            "",
            said=_said(conversation),
            about=tuple(str(name["text"]) for name in entity.names),
            tenant_id=str(self.scope.tenant_id),
        )
        starts = [mention.start for mention in entity.mentions]
        read, engine = await self._read(paper, asked, starts)
        return across_scripts(ground_entities(read, paper, engine=engine, said=asked.said))

    async def _read(
        self, paper: Paper, asked: EntitiesInput, starts: list[int] | None = None
    ) -> tuple[list[EntityRead], str]:
        parts = [
            (at, text)
            for at, text in windows(paper.text)
            if starts is None or any(at <= start < at + len(text) for start in starts)
        ]
        read: list[EntityRead] = []
        engine = ""
        for number, (_, text) in enumerate(parts):
            await sync_to_async(self.progress)(number, len(parts))
            prompt = entities_prompt(replace(asked, text=text))
            answer = await gateway(self.scope).aask(prompt)
            read += answer.output.entities
            engine = answer.engine
        return read, engine

    async def _paper(self, document: Path) -> Paper:
        return await sync_to_async(paper_at)(self.scope, document)


def _said(conversation: Conversation) -> tuple[str, ...]:
    return tuple(each.text for each in conversation.thread if each.author is Author.USER)


def _ends(text: str) -> str:
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n[…]\n{text[-TAIL:]}"
