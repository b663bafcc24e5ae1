"""Conversations with the extractor: a message is stored at once, and a job answers it."""

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from pramana.agni.adapters import Progress, no_progress
from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    Author,
    DocumentMetadata,
    ExtractedEntity,
    SessionStatus,
    TaskStatus,
)
from pramana.agni.domain.corrections import SessionCorrection
from pramana.agni.domain.corrections.contracts import METADATA_FIELDS
from pramana.agni.domain.instructions import EXAMPLES, parse_instructions
from pramana.agni.domain.merging import merge_metadata, same_entity, update_entity
from pramana.agni.errors import InvalidState, InvalidThread
from pramana.agni.selectors import get_session
from pramana.agni.services.agni_service import AgniService, agni_service, new_message
from pramana.agni.services.decisions import plan_corrections
from pramana.agni.services.sessions import (
    ANSWER_TASK,
    enqueue_task,
    load_session,
    lock_for_review,
    lock_session,
    review_progress,
    save_session,
)
from pramana.agni.services.stages import Commit
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

ENTITY_KEY = re.compile(r"entity:(0|[1-9][0-9]{0,5})", re.ASCII)
NOTHING_CHANGED = "I read it again; nothing changed."

Update = Callable[[AgniExtractionSession], tuple[AgniExtractionSession, str]]
"""Puts a new reading into the current session; returns it with a sentence about what changed."""


@transaction.atomic
def post_message(scope: Scope, session_id: UUID, key: str, text: str) -> str:
    """Store a reviewer's message and queue its answer; return the message's id."""
    row = lock_for_review(scope, session_id)
    session = load_session(row)
    index = _thread_entity(key, session)
    text = text.strip()
    if not text:
        raise InvalidRequest("message required")
    if TaskStatus(row.task_status).is_at_work:
        raise InvalidState("The extractor is still answering an earlier message. Try again later.")
    service = agni_service(scope)
    if index is not None:
        session = service.post_message_to_entity(session, index, text)
    elif key == METADATA_THREAD:
        session = service.post_message_to_metadata(session, text)
    else:
        session = service.post_message_to_entity_extraction(session, text)
    enqueue_task(scope, row, ANSWER_TASK, thread=key)
    save_session(scope, row, session)
    return session.thread(key).thread[-1].id


def answer_message(
    scope: Scope,
    session_id: UUID,
    key: str,
    *,
    commit: Commit = nullcontext,
    progress: Progress = no_progress,
) -> None:
    """Do what the message asks for, or read again with the conversation in view; then answer in it.

    What people said before stays, whatever a new reading finds.
    """
    session = get_session(scope, session_id).session
    index = _thread_entity(key, session)
    service = agni_service(scope, progress=progress)
    update: Update
    if wishes := parse_instructions(session.thread(key).user_texts[-1], key, session):
        update = _wishes_update(service, session, wishes)
    elif index is not None:
        update = _entity_update(service.extract_entity(session, index), index)
    elif key == METADATA_THREAD:
        metadata = service.extract_metadata(session).metadata
        assert metadata is not None
        update = _metadata_update(metadata)
    else:
        update = _entities_update(session.entities, service.extract_entities(session).entities)
    with commit():
        _save_answer(scope, session_id, key, update if wishes else _with_examples(update))


@transaction.atomic
def fail_answer(scope: Scope, session_id: UUID, key: str, error: str) -> None:
    """Say in the conversation that a message could not be answered. The session goes on."""
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        return
    answer = new_message(Author.AI, f"I could not answer this: {error} Nothing was changed.")
    session = load_session(row).with_message(key, answer)
    save_session(scope, row, session, task_status=TaskStatus.FAILED)


def _thread_entity(key: str, session: AgniExtractionSession) -> int | None:
    """The entity a conversation is about; None for the two general ones. Raises InvalidThread."""
    if key in (METADATA_THREAD, ENTITY_THREAD):
        return None
    match = ENTITY_KEY.fullmatch(key)
    if not match or int(match[1]) >= len(session.entities):
        raise InvalidThread()
    return int(match[1])


@transaction.atomic
def _save_answer(scope: Scope, session_id: UUID, key: str, update: Update) -> None:
    row = lock_session(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        return
    session, sentence = update(load_session(row))
    session = session.with_message(key, new_message(Author.AI, sentence))
    row.progress_info = review_progress(session)
    save_session(scope, row, session, task_status=TaskStatus.COMPLETED)


def _wishes_update(
    service: AgniService, session: AgniExtractionSession, wishes: Sequence[SessionCorrection]
) -> Update:
    apply = plan_corrections(service, session, wishes)

    def update(current: AgniExtractionSession) -> tuple[AgniExtractionSession, str]:
        outcome = apply(current)
        return outcome.session, " ".join(outcome.sentences)

    return update


def _with_examples(update: Update) -> Update:
    """A new reading that changed nothing is answered with what would be understood."""

    def update_or_explain(session: AgniExtractionSession) -> tuple[AgniExtractionSession, str]:
        changed, sentence = update(session)
        return changed, f"{sentence} {EXAMPLES}" if sentence == NOTHING_CHANGED else sentence

    return update_or_explain


def _metadata_update(metadata: DocumentMetadata) -> Update:
    def update(session: AgniExtractionSession) -> tuple[AgniExtractionSession, str]:
        merged = merge_metadata(session.metadata, metadata.as_read or metadata)
        changed = [
            name
            for name in METADATA_FIELDS
            if getattr(merged, name) != getattr(session.metadata, name, None)
        ]
        sentence = f"I changed {', '.join(changed)}." if changed else NOTHING_CHANGED
        return replace(session, metadata=merged), sentence.replace("_", " ")

    return update


def _entities_update(before: Sequence[ExtractedEntity], after: Sequence[ExtractedEntity]) -> Update:
    """The new reading, except where someone decided or corrected in the meantime."""

    def update(session: AgniExtractionSession) -> tuple[AgniExtractionSession, str]:
        known = session.entities
        entities = [
            after[index] if index < len(before) and entity == before[index] else entity
            for index, entity in enumerate(known)
        ] + list(after[len(before) :])
        pairs = list(enumerate(zip(known, entities, strict=False)))
        withdrawn = [i for i, (old, new) in pairs if new.withdrawn and not old.withdrawn]
        changed = [i for i, (old, new) in pairs if new != old and i not in withdrawn]
        parts = [
            _list_names("added", entities, range(len(known), len(entities))),
            _list_names("changed", entities, changed),
            _list_names("withdrew", entities, withdrawn),
        ]
        changes = "; ".join(part for part in parts if part)
        sentence = f"I {changes}." if changes else NOTHING_CHANGED
        return replace(session, entities=tuple(entities)), sentence

    return update


def _entity_update(read: Sequence[ExtractedEntity], index: int) -> Update:
    """A conversation about one entity changes only that one, and never a person's decision."""

    def update(session: AgniExtractionSession) -> tuple[AgniExtractionSession, str]:
        known = session.entities[index]
        reading = same_entity(known, read)
        if reading is None or known.is_decided:
            why = "it was decided by a person" if known.is_decided else "nothing else was found"
            return session, f"I left {known.name} as it is: {why}."
        entity = update_entity(known, reading)
        if entity == known:
            return session, NOTHING_CHANGED
        return session.with_entity(index, entity), f"I read {entity.name} again and changed it."

    return update


def _list_names(verb: str, entities: Sequence[ExtractedEntity], indexes: Sequence[int]) -> str:
    return f"{verb} {', '.join(entities[index].name for index in indexes)}" if indexes else ""
