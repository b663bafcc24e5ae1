"""What reviewers said, as part of a question."""

from collections.abc import Sequence


def said_by_reviewers(messages: Sequence[str]) -> str:
    """The thread's messages, oldest first; nothing where nobody said anything."""
    if not messages:
        return ""
    lines = "\n".join(f"- {message}" for message in messages)
    return f"\n\nReviewers said, oldest first:\n{lines}"
