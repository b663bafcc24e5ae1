from pramana.sources.services.followed import (
    change_source,
    confirm_deletions,
    follow_source,
    start_due_syncs,
    start_sync,
    unfollow_source,
)

__all__ = [
    "change_source",
    "confirm_deletions",
    "follow_source",
    "start_due_syncs",
    "start_sync",
    "unfollow_source",
]
