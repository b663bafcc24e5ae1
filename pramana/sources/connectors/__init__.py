"""The connectors: one for each kind of source."""

from collections.abc import Sequence

from pramana.documents.fetching.contracts import FetchOptions
from pramana.sources.connectors.bucket import BucketConnector
from pramana.sources.connectors.feed import FeedConnector
from pramana.sources.connectors.folder import FolderConnector
from pramana.sources.connectors.mailbox import MailboxConnector
from pramana.sources.contracts import (
    AnySettings,
    BucketSettings,
    FeedSettings,
    FolderSettings,
    MailboxSettings,
)
from pramana.sources.ports import Connector

__all__ = ["make_connector"]


def make_connector(
    settings: AnySettings, secret: str, *, roots: Sequence[str], options: FetchOptions
) -> Connector:
    """The connector for these settings. `roots` are the folders that are open to the tenant."""
    match settings:
        case FolderSettings():
            return FolderConnector(settings, roots, options.max_bytes)
        case MailboxSettings():
            return MailboxConnector(settings, secret, options)
        case FeedSettings():
            return FeedConnector(settings, options)
        case BucketSettings():
            return BucketConnector(settings, secret, options)
