from pramana.agni.selectors.changes import changes_page, pending_changes, session_changes
from pramana.agni.selectors.sessions import get_session, session_counts, sessions_page, view
from pramana.agni.selectors.summary import summary_of

__all__ = [
    "changes_page",
    "get_session",
    "pending_changes",
    "session_changes",
    "session_counts",
    "sessions_page",
    "summary_of",
    "view",
]
