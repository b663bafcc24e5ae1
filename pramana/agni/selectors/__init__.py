"""Questions about sessions and approved changes."""

from pramana.agni.selectors.changes import (
    changes_page,
    persist_summary,
    session_changes,
)
from pramana.agni.selectors.sessions import (
    ReviewerNumbers,
    get_session,
    next_review,
    review_session,
    reviewer_numbers,
    session_counts,
    sessions_page,
)

__all__ = [
    "ReviewerNumbers",
    "changes_page",
    "get_session",
    "next_review",
    "persist_summary",
    "review_session",
    "reviewer_numbers",
    "session_changes",
    "session_counts",
    "sessions_page",
]
