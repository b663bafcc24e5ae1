from pramana.agni.services.applying import apply_change, apply_pending
from pramana.agni.services.conversing import answer_failed, keep_answer, post_message
from pramana.agni.services.deciding import reopen_entity, resolve_entity
from pramana.agni.services.opening import (
    begin_session,
    delete_session,
    open_session,
    restart_session,
)
from pramana.agni.services.persisting import keep_changes, persist_session
from pramana.agni.services.stages import (
    begin_entities,
    begin_metadata,
    fail_session,
    keep_entities,
    keep_metadata,
    tell_progress,
)

__all__ = [
    "answer_failed",
    "apply_change",
    "apply_pending",
    "begin_entities",
    "begin_metadata",
    "begin_session",
    "delete_session",
    "fail_session",
    "keep_answer",
    "keep_changes",
    "keep_entities",
    "keep_metadata",
    "open_session",
    "persist_session",
    "post_message",
    "reopen_entity",
    "resolve_entity",
    "restart_session",
    "tell_progress",
]
