"""What a review's codes are called on a page: states, kinds, fields, threads."""

from typing import Any

from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts.entities import EntityStatus, EntityType, ExtractedEntity
from pramana.agni.contracts.session import ENTITY_THREAD, METADATA_THREAD, thread_of
from pramana.agni.contracts.states import ChangeState, SessionStatus
from pramana.agni.contracts.views import SessionView
from pramana.jobs.contracts import Progress
from pramana.registry.contracts import EntityType as RecordType
from pramana.web.views.registry_words import SINGULARS, SUB_TYPE_WORDS
from pramana.web.words import Toned, Words

SESSION_STATES: dict[SessionStatus, Toned] = {
    SessionStatus.PENDING: ("waiting", later("Waiting")),
    SessionStatus.PROCESSING_METADATA: ("working", later("Reading the metadata")),
    SessionStatus.METADATA_EXTRACTED: ("working", later("Metadata read")),
    SessionStatus.PROCESSING_ENTITIES: ("working", later("Finding entities")),
    SessionStatus.AWAITING_REVIEW: ("attention", later("To review")),
    SessionStatus.PROCESSING_PERSISTENCE: ("working", later("Writing the changes")),
    SessionStatus.COMPLETED: ("good", later("Approved")),
    SessionStatus.FAILED: ("bad", later("Failed")),
}
"""Tone and word."""

DECISIONS: dict[EntityStatus, Toned] = {
    EntityStatus.CREATE_NEW: ("good", later("New record")),
    EntityStatus.MATCHED: ("good", later("Matched")),
    EntityStatus.SKIPPED: ("off", later("Skipped")),
    EntityStatus.NEEDS_DISAMBIGUATION: ("attention", later("To decide")),
}
PROPOSALS: dict[EntityStatus, Toned] = {
    EntityStatus.CREATE_NEW: ("waiting", later("New record proposed")),
    EntityStatus.MATCHED: ("waiting", later("Match proposed")),
    EntityStatus.SKIPPED: ("off", later("Withdrawn")),
    EntityStatus.NEEDS_DISAMBIGUATION: ("attention", later("To decide")),
}
"""The same states while nobody decided them."""

LETTERS: dict[EntityType, Words] = {
    EntityType.PERSON: later("P"),
    EntityType.ORGANIZATION: later("O"),
    EntityType.LOCATION: later("L"),
}
"""A letter beside the underline, so that kinds differ without colour."""

FIELDS: dict[str, Words] = {
    "title": later("Title"),
    "document_type": later("Kind of document"),
    "author": later("Written by"),
    "publication_date": later("Date"),
    "source": later("Source"),
    "summary": later("In short"),
}
THREADS: dict[str, Words] = {
    "entity": later("This entity"),
    "entities": later("Entities"),
    "metadata": later("Metadata"),
}
CHANGE_STATES: dict[ChangeState, Toned] = {
    ChangeState.PENDING: ("waiting", later("Waits for the registry")),
    ChangeState.APPLIED: ("good", later("In the registry")),
    ChangeState.FAILED: ("bad", later("Refused by the registry")),
}


def state_of(entity: ExtractedEntity) -> Toned:
    return (DECISIONS if entity.is_decided else PROPOSALS)[entity.status]


def type_words(entity: ExtractedEntity) -> Words:
    plain = SINGULARS[RecordType(entity.entity_type.in_registry)]
    return SUB_TYPE_WORDS.get(entity.entity_sub_type or "", plain)


def progress_of(view: SessionView) -> Progress:
    said: dict[str, Any] = dict(view.progress)
    return Progress(str(said["stage"]), int(said["current"]), int(said["total"]))


def thread_key(talk: str, focused: int | None) -> str:
    """The conversation a tab of the drawer shows.

    >>> thread_key("entity", 3)
    'entity:3'
    """
    if talk == "entity" and focused is not None:
        return thread_of(focused)
    return METADATA_THREAD if talk == "metadata" else ENTITY_THREAD


def label(key: str) -> str:
    """An attribute's key as people read it.

    >>> label("father_name")
    'Father name'
    """
    return key.replace("_", " ").capitalize()
