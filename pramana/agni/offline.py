"""Extraction without a model: taggers, the registry's names, and rules for dates and metadata."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from uuid import UUID

from django.conf import settings

from pramana.agni.domain.offline_entities import read_entities
from pramana.agni.domain.offline_metadata import read_metadata
from pramana.agni.domain.text_lines import ReadValue, join_wrapped_lines
from pramana.agni.prompts.entities import NAME as ENTITIES
from pramana.agni.prompts.entities import EntitiesInput, EntitiesReading
from pramana.agni.prompts.metadata import NAME as METADATA
from pramana.agni.prompts.metadata import MetadataInput, MetadataReading, StatedValue
from pramana.jobs.cpu import run_cpu
from pramana.kit.scope import Scope
from pramana.language.tagging import Gazetteer, MentionKind
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer
from pramana.registry.contracts import RecordType
from pramana.registry.selectors import gazetteer_names, gazetteer_stamp

GAZETTEER_FOLDER = "gazetteers"
MENTION_KINDS = {
    RecordType.PERSON: MentionKind.PERSON,
    RecordType.ORGANIZATION: MentionKind.ORGANIZATION,
    RecordType.LOCATION: MentionKind.LOCATION,
}


@offline_answer(METADATA)
def extract_metadata(prompt: Prompt[MetadataReading]) -> MetadataReading:
    request: MetadataInput = prompt.input
    read = read_metadata(request.text)
    date_text = read.date.quote if read.date else None
    return MetadataReading(
        title=_stated_value(read.title),
        author=_stated_value(read.author),
        publication_date=StatedValue(
            value=date_text, quote=date_text, confidence=read.date.confidence if read.date else 0
        ),
        document_type=_stated_value(read.document_type),
        source=_stated_value(read.source),
        summary=read.summary.value if read.summary else None,
    )


def _stated_value(value: ReadValue[str] | None) -> StatedValue:
    if value is None:
        return StatedValue(confidence=0)
    return StatedValue(value=value.value, quote=value.quote, confidence=value.confidence)


@offline_answer(ENTITIES)
def extract_entities(prompt: Prompt[EntitiesReading]) -> EntitiesReading:
    request: EntitiesInput = prompt.input
    text = join_wrapped_lines(request.text)
    mentions = run_cpu(
        "pramana.language.tagging.tag",
        text,
        request.language or None,
        gazetteer_file(UUID(request.tenant_id)),
    )
    entities = read_entities(text, mentions, request.about)
    return EntitiesReading(entities=entities)


def gazetteer_file(tenant_id: UUID) -> str:
    """The tenant's registry names as a file, which each child of the CPU pool reads once.

    The file is written again when a record has changed.
    """
    scope = Scope(tenant_id=tenant_id)
    folder = Path(settings.PRAMANA.data) / GAZETTEER_FOLDER
    file = folder / f"{tenant_id}.{gazetteer_stamp(scope)}"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _write_gazetteer(scope, file)
        _delete_older(file)
    return str(file)


def _write_gazetteer(scope: Scope, file: Path) -> None:
    """Write a temporary file and rename it: another worker may write the same file now."""
    names = (
        (str(name.record_id), name.text, MENTION_KINDS[name.type])
        for name in gazetteer_names(scope)
        if name.type in MENTION_KINDS
    )
    with NamedTemporaryFile(dir=file.parent, delete=False) as part:
        temporary = Path(part.name)
    Gazetteer(names).save(temporary)
    os.replace(temporary, file)


def _delete_older(file: Path) -> None:
    for other in file.parent.glob(f"{file.name.split('.')[0]}.*"):
        if other != file:
            other.unlink(missing_ok=True)
