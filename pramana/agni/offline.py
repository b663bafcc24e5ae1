"""Extraction without a model: taggers, the registry's names, dates and cues, with their words."""

from uuid import UUID

from pramana.agni.adapters.gazetteers import gazetteer_file
from pramana.agni.domain.metadata import read_metadata
from pramana.agni.domain.metadata_found import Found
from pramana.agni.domain.reading import read_entities
from pramana.agni.prompts.entities import NAME as ENTITIES
from pramana.agni.prompts.entities import EntitiesInput, EntitiesRead
from pramana.agni.prompts.metadata import NAME as METADATA
from pramana.agni.prompts.metadata import MetadataInput, MetadataRead, Stated
from pramana.jobs.cpu import run_cpu
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer(METADATA)
def metadata(prompt: Prompt[MetadataRead]) -> MetadataRead:
    asked: MetadataInput = prompt.input
    read = read_metadata(asked.text)
    written = read.date.quote if read.date else None
    return MetadataRead(
        title=_stated(read.title),
        author=_stated(read.author),
        publication_date=Stated(
            value=written, quote=written, confidence=read.date.confidence if read.date else 0
        ),
        document_type=_stated(read.document_type),
        summary=read.summary.value if read.summary else None,
    )


def _stated(found: Found[str] | None) -> Stated:
    if found is None:
        return Stated(confidence=0)
    return Stated(value=found.value, quote=found.quote, confidence=found.confidence)


@offline_answer(ENTITIES)
def entities(prompt: Prompt[EntitiesRead]) -> EntitiesRead:
    asked: EntitiesInput = prompt.input
    mentions = run_cpu(
        "pramana.language.tagging.tagger.tag",
        asked.text,
        asked.language or None,
        gazetteer_file(UUID(asked.tenant_id)),
    )
    return EntitiesRead(entities=read_entities(asked.text, mentions, asked.said, asked.about))
