"""Names of a review's states, types, fields and conversations."""

from typing import Any

from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    ChangeState,
    EntityStatus,
    EntityType,
    ExtractedEntity,
    ReviewSession,
    SessionStatus,
    entity_thread,
)
from pramana.jobs.contracts import Progress
from pramana.registry.contracts import RecordType
from pramana.web.registry.wording import SUB_TYPE_NAMES, TYPE_NAMES
from pramana.web.wording import Label, StateLabel

SESSION_STATES: dict[SessionStatus, StateLabel] = {
    SessionStatus.PENDING: ("waiting", later("Waiting")),
    SessionStatus.PROCESSING_METADATA: ("working", later("Reading metadata")),
    SessionStatus.METADATA_EXTRACTED: ("working", later("Metadata read")),
    SessionStatus.PROCESSING_ENTITIES: ("working", later("Finding entities")),
    SessionStatus.AWAITING_REVIEW: ("attention", later("To review")),
    SessionStatus.PROCESSING_PERSISTENCE: ("working", later("Saving changes")),
    SessionStatus.COMPLETED: ("good", later("Approved")),
    SessionStatus.FAILED: ("bad", later("Failed")),
}
"""Tone and word."""

DECISIONS: dict[EntityStatus, StateLabel] = {
    EntityStatus.CREATE_NEW: ("good", later("New record")),
    EntityStatus.MATCHED: ("good", later("Matched")),
    EntityStatus.SKIPPED: ("off", later("Skipped")),
    EntityStatus.NEEDS_DISAMBIGUATION: ("attention", later("Undecided")),
}
PROPOSALS: dict[EntityStatus, StateLabel] = {
    EntityStatus.CREATE_NEW: ("waiting", later("New record proposed")),
    EntityStatus.MATCHED: ("waiting", later("Match proposed")),
    EntityStatus.SKIPPED: ("off", later("Withdrawn")),
    EntityStatus.NEEDS_DISAMBIGUATION: ("attention", later("Undecided")),
}
"""The same states before a person decides."""

TYPE_LETTERS: dict[EntityType, Label] = {
    EntityType.PERSON: later("P"),
    EntityType.ORGANIZATION: later("O"),
    EntityType.LOCATION: later("L"),
}
"""A letter beside the underline, so that types differ without colour."""

METADATA_FIELDS: dict[str, Label] = {
    "title": later("Title"),
    "document_type": later("Document type"),
    "author": later("Author"),
    "publication_date": later("Date"),
    "source": later("Source"),
    "summary": later("Summary"),
}
THREAD_NAMES: dict[str, Label] = {
    "entity": later("This entity"),
    "entities": later("Entities"),
    "metadata": later("Metadata"),
}
CHANGE_STATES: dict[ChangeState, StateLabel] = {
    ChangeState.PENDING: ("waiting", later("Waiting for the registry")),
    ChangeState.APPLIED: ("good", later("In the registry")),
    ChangeState.FAILED: ("bad", later("Rejected by the registry")),
}


def entity_state(entity: ExtractedEntity) -> StateLabel:
    return (DECISIONS if entity.is_decided else PROPOSALS)[entity.status]


def entity_type_name(entity: ExtractedEntity) -> Label:
    plain = TYPE_NAMES[RecordType(entity.entity_type.in_registry)]
    return SUB_TYPE_NAMES.get(entity.entity_sub_type or "", plain)


def session_progress(view: ReviewSession) -> Progress:
    said: dict[str, Any] = dict(view.progress)
    return Progress(str(said["stage"]), int(said["current"]), int(said["total"]))


def thread_key(talk: str, focused: int | None) -> str:
    """The conversation that a tab of the drawer shows.

    >>> thread_key("entity", 3)
    'entity:3'
    """
    if talk == "entity" and focused is not None:
        return entity_thread(focused)
    return METADATA_THREAD if talk == "metadata" else ENTITY_THREAD


def attribute_label(key: str) -> str:
    """An attribute's key as a label.

    >>> attribute_label("father_name")
    'Father name'
    """
    return key.replace("_", " ").capitalize()
