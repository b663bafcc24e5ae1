"""Questions about sessions and approved changes."""

from pramana.agni.selectors.changes import (
    changes_page,
    persist_summary,
    session_changes,
)
from pramana.agni.selectors.sessions import (
    get_session,
    review_session,
    session_counts,
    sessions_page,
)

__all__ = [
    "changes_page",
    "get_session",
    "persist_summary",
    "review_session",
    "session_changes",
    "session_counts",
    "sessions_page",
]
