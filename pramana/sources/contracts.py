"""Values about followed sources: their settings, their items, and what the last sync did."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import IO, Annotated, Literal, Protocol
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pramana.kit.texts import ADDRESS, NO_NUL, READABLE

Word = Annotated[str, Field(min_length=1, max_length=255, pattern=READABLE)]
Host = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9_.:\[\]-]+$")]


class SourceKind(StrEnum):
    FOLDER = "folder"
    MAILBOX = "mailbox"
    FEED = "feed"
    BUCKET = "bucket"


class FolderSettings(BaseModel):
    """A folder on the server, inside one that the operator opened for the tenant."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[SourceKind.FOLDER]
    path: Annotated[str, Field(min_length=1, max_length=1000, pattern=NO_NUL)]


class MailboxSettings(BaseModel):
    """A folder of an IMAP mailbox."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[SourceKind.MAILBOX]
    host: Host
    port: int = Field(default=993, ge=1, le=65_535)
    user: Word
    folder: Word = "INBOX"
    since: date | None = None
    """Older messages are not read."""
    attachments_only: bool = False
    """Whether the attachments become documents and the messages do not."""


class FeedSettings(BaseModel):
    """An RSS or Atom feed; the page of each entry becomes a document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[SourceKind.FEED]
    url: Annotated[str, Field(pattern=ADDRESS, max_length=2000)]


class BucketSettings(BaseModel):
    """The objects of an S3 bucket under a prefix."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal[SourceKind.BUCKET]
    bucket: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]{1,62}$")]
    prefix: Annotated[str, Field(max_length=500, pattern=NO_NUL)] = ""
    region: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")] = "us-east-1"
    endpoint: Annotated[str, Field(max_length=500, pattern=r"^(https?://[!-~]+)?$")] = ""
    """The server's address; empty for Amazon's."""
    access_key: Word


SourceSettings = Annotated[
    FolderSettings | MailboxSettings | FeedSettings | BucketSettings, Field(discriminator="kind")
]
SETTINGS: TypeAdapter[FolderSettings | MailboxSettings | FeedSettings | BucketSettings] = (
    TypeAdapter(SourceSettings)
)
AnySettings = FolderSettings | MailboxSettings | FeedSettings | BucketSettings


class SyncStatus(StrEnum):
    QUEUED = "queued"
    SYNCING = "syncing"
    COMPLETED = "completed"
    FAILED = "failed"
    CONFIRM = "confirm"
    """So much vanished at once that a person must confirm the deletions."""


class ItemState(StrEnum):
    PRESENT = "present"
    EMPTY = "empty"
    """It has no file to read, such as a message without attachments."""
    KNOWN = "known"
    """Its page was in the library before, from elsewhere."""
    REFUSED = "refused"
    """The file cannot be read; it is tried again when it changes."""
    FAILED = "failed"
    """It could not be fetched; it is tried again at the next sync."""
    DELETED = "deleted"
    """It vanished from the source, and its document is in the trash."""
    REMOVED = "removed"
    """A person removed its document here; it does not come back."""


@dataclass(frozen=True)
class SyncCounts:
    """What the last sync did."""

    added: int = 0
    changed: int = 0
    renamed: int = 0
    deleted: int = 0
    failed: int = 0
    unchanged: int = 0


@dataclass(frozen=True)
class FollowedSourceView:
    """A source with its settings, without its password or key."""

    id: UUID
    name: str
    settings: AnySettings
    collection_id: UUID
    every_minutes: int
    is_paused: bool
    status: SyncStatus
    error: str
    counts: SyncCounts
    to_confirm: int
    """How many deletions wait for a person."""
    run_id: UUID | None
    created_at: datetime
    synced_at: datetime | None
    next_at: datetime | None

    @property
    def place(self) -> str:
        """Where its files come from, in one line."""
        match self.settings:
            case FolderSettings(path=path):
                return path
            case MailboxSettings(host=host, user=user, folder=folder):
                return f"{user} · {host} · {folder}"
            case FeedSettings(url=url):
                return url
            case BucketSettings(bucket=bucket, prefix=prefix):
                return f"s3://{bucket}/{prefix}"


@dataclass(frozen=True)
class FollowedItemView:
    id: UUID
    name: str
    state: ItemState
    error: str
    document_id: UUID | None
    changed_at: datetime


@dataclass(frozen=True)
class FollowedItemsPage:
    """The last changed first. `next_before` is the id to continue before; None at the end."""

    items: tuple[FollowedItemView, ...]
    next_before: UUID | None


@dataclass(frozen=True)
class RemoteItem:
    """An item of a source. Another version means that it may have changed."""

    key: str
    version: str
    name: str
    is_deleted: bool = False
    """Whether the source says itself that the item was deleted."""


@dataclass(frozen=True)
class RemoteFile:
    """A file of an item: the item itself, or one of several parts. The reader closes `content`."""

    filename: str
    content: IO[bytes]
    size: int
    part: str = ""
    title: str = ""
    url: str = ""
    charset: str = ""


class Connector(Protocol):
    """A kind of source. Its methods raise the errors of this package and no others."""

    lists_everything: bool
    """Whether an item that is not listed was deleted. A feed lists its newest entries only."""

    def check(self) -> None:
        """Raise unless the source can be read."""

    def list_items(self) -> Iterator[RemoteItem]:
        """Everything that is there now."""

    def download(self, item: RemoteItem) -> Generator[RemoteFile, None, None]:
        """The files of an item, one after the other."""

    def close(self) -> None:
        """Give back what the connector holds open."""
