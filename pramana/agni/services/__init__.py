"""Changes to sessions and approved changes, one transaction each."""

from pramana.agni.services.changes import ChangeQueue
from pramana.agni.services.conversations import answer_message, fail_answer, post_message
from pramana.agni.services.decisions import (
    CorrectedSession,
    accept_sure_proposals,
    ask_registry_again,
    correct_session,
    reopen_entity,
    resolve_entity,
)
from pramana.agni.services.extraction import extract_entities, extract_metadata
from pramana.agni.services.persistence import choose_lines, persist_session, queue_changes
from pramana.agni.services.session_rows import ask_registry_later, fail_session
from pramana.agni.services.sessions import (
    begin_session,
    delete_session,
    open_library_session,
    open_session,
    restart_session,
)

__all__ = [
    "ChangeQueue",
    "CorrectedSession",
    "accept_sure_proposals",
    "answer_message",
    "ask_registry_again",
    "ask_registry_later",
    "begin_session",
    "choose_lines",
    "correct_session",
    "delete_session",
    "extract_entities",
    "extract_metadata",
    "fail_answer",
    "fail_session",
    "open_library_session",
    "open_session",
    "persist_session",
    "post_message",
    "queue_changes",
    "reopen_entity",
    "resolve_entity",
    "restart_session",
]
