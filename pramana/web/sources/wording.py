"""Names of kinds of sources, of the states of syncs and items, and of intervals."""

from django.utils.translation import gettext_lazy as later

from pramana.sources.contracts import ItemState, SourceKind, SyncStatus
from pramana.web.wording import Label, StateLabel

SOURCE_KINDS: dict[SourceKind, Label] = {
    SourceKind.FOLDER: later("Folder on the server"),
    SourceKind.MAILBOX: later("Mailbox (IMAP)"),
    SourceKind.FEED: later("Feed (RSS or Atom)"),
    SourceKind.BUCKET: later("S3 bucket"),
}

SYNC_STATES: dict[SyncStatus, StateLabel] = {
    SyncStatus.QUEUED: ("waiting", later("Waiting")),
    SyncStatus.SYNCING: ("working", later("Syncing")),
    SyncStatus.COMPLETED: ("good", later("Up to date")),
    SyncStatus.FAILED: ("bad", later("Failed")),
    SyncStatus.CONFIRM: ("attention", later("Confirm deletions")),
}

ITEM_STATES: dict[ItemState, StateLabel] = {
    ItemState.PRESENT: ("good", later("In the library")),
    ItemState.KNOWN: ("good", later("Was in the library")),
    ItemState.EMPTY: ("off", later("Nothing to read")),
    ItemState.REFUSED: ("bad", later("Cannot be read")),
    ItemState.FAILED: ("bad", later("Could not be fetched")),
    ItemState.DELETED: ("off", later("Deleted at the source")),
    ItemState.REMOVED: ("off", later("Removed here")),
}

INTERVALS: dict[int, Label] = {
    15: later("every 15 minutes"),
    60: later("every hour"),
    360: later("every 6 hours"),
    1440: later("every day"),
}
