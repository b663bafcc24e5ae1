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
from pramana.agni.services.sessions import (
    ask_registry_later,
    begin_session,
    delete_session,
    fail_session,
    open_library_session,
    open_session,
    restart_session,
)
from pramana.agni.services.stages import (
    choose_lines,
    extract_entities,
    extract_metadata,
    persist_session,
    queue_changes,
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
