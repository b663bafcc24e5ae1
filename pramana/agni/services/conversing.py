"""Reviewers talk to the extractor: a message is kept at once and answered by a job."""

import re
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction

from pramana.agni.contracts.entities import ExtractedEntity
from pramana.agni.contracts.session import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    Author,
    DocumentMetadata,
    Message,
)
from pramana.agni.contracts.states import SessionStatus, TaskStatus
from pramana.agni.domain.merging import merge, read_again
from pramana.agni.errors import InvalidState, InvalidThread
from pramana.agni.services.asking import ANSWER_TASK, ask
from pramana.agni.services.rows import keep, locked, under_review, values
from pramana.agni.services.stages import counts
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

ABOUT_ENTITY = re.compile(r"entity:(0|[1-9][0-9]{0,5})", re.ASCII)
NOTHING_CHANGED = "I read it again; nothing changed."


def entity_of(key: str, session: AgniExtractionSession) -> int | None:
    """Which entity a thread is about; None for the two general ones. Raises InvalidThread."""
    if key in (METADATA_THREAD, ENTITY_THREAD):
        return None
    found = ABOUT_ENTITY.fullmatch(key)
    if not found or int(found[1]) >= len(session.entities):
        raise InvalidThread()
    return int(found[1])


@transaction.atomic
def post_message(scope: Scope, session_id: UUID, key: str, text: str) -> str:
    """Keep a message and ask for its answer; return the message's id."""
    row = under_review(scope, session_id)
    session = values(row)
    entity_of(key, session)
    if not text.strip():
        raise InvalidRequest("message required")
    if TaskStatus(row.task_status).is_at_work:
        raise InvalidState("The extractor still answers an earlier message. Try again after it.")
    message = Message(Author.USER, text.strip(), utcnow(), f"msg_{uuid4().hex}")
    ask(scope, row, ANSWER_TASK, thread=key)
    keep(scope, row, _said(session, key, message))
    return message.id


def _said(session: AgniExtractionSession, key: str, message: Message) -> AgniExtractionSession:
    threads = {**session.conversations, key: session.thread(key).with_message(message)}
    return replace(session, conversations=threads)


@transaction.atomic
def keep_answer(
    scope: Scope,
    session_id: UUID,
    key: str,
    *,
    metadata: DocumentMetadata | None = None,
    entities: Sequence[ExtractedEntity] | None = None,
    only: int | None = None,
) -> None:
    """Store what the extractor made of a message, and tell in the thread what changed."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        return
    session = values(row)
    if metadata is not None:
        session, told = _with_metadata(session, metadata)
    else:
        session, told = _with_entities(session, list(entities or ()), only)
    answer = Message(Author.AI, told, utcnow(), f"msg_{uuid4().hex}")
    session = _said(session, key, answer)
    row.progress_info = counts(session)
    keep(scope, row, session, task_status=TaskStatus.COMPLETED)


@transaction.atomic
def answer_failed(scope: Scope, session_id: UUID, key: str, error: str) -> None:
    """A message that could not be answered says so in its thread; the session goes on."""
    row = locked(scope, session_id)
    if row.status != SessionStatus.AWAITING_REVIEW:
        return
    told = f"I could not answer this: {error} Nothing was changed."
    answer = Message(Author.AI, told, utcnow(), f"msg_{uuid4().hex}")
    keep(scope, row, _said(values(row), key, answer), task_status=TaskStatus.FAILED)


def _with_metadata(
    session: AgniExtractionSession, metadata: DocumentMetadata
) -> tuple[AgniExtractionSession, str]:
    names = ("title", "summary", "author", "publication_date", "document_type", "source")
    changed = [
        name for name in names if getattr(metadata, name) != getattr(session.metadata, name, None)
    ]
    told = f"I changed {', '.join(changed)}." if changed else NOTHING_CHANGED
    return replace(session, metadata=metadata), told.replace("_", " ")


def _with_entities(
    session: AgniExtractionSession, read: list[ExtractedEntity], only: int | None
) -> tuple[AgniExtractionSession, str]:
    if only is not None:
        return _with_one(session, read, only)
    merged = merge(session.entities, read)
    parts = [
        _listed("added", merged.entities, merged.added),
        _listed("changed", merged.entities, merged.changed),
        _listed("withdrew", merged.entities, merged.withdrawn),
    ]
    told = "; ".join(part for part in parts if part)
    sentence = f"I {told}." if told else NOTHING_CHANGED
    return replace(session, entities=merged.entities), sentence


def _with_one(
    session: AgniExtractionSession, read: list[ExtractedEntity], only: int
) -> tuple[AgniExtractionSession, str]:
    """A thread about one entity changes that one, and no decision."""
    known = session.entities[only]
    found = read_again(known, read)
    if found is None or known.is_decided:
        why = "it was decided by a person" if known.is_decided else "nothing else was found"
        return session, f"I left {known.name} as it is: {why}."
    if found == known:
        return session, NOTHING_CHANGED
    entities = (*session.entities[:only], found, *session.entities[only + 1 :])
    return replace(session, entities=entities), f"I read {found.name} again and changed it."


def _listed(verb: str, entities: Sequence[ExtractedEntity], places: Sequence[int]) -> str:
    return f"{verb} {', '.join(entities[place].name for place in places)}" if places else ""
