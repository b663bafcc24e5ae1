"""The port of a source: what is there now, and the files of one item."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import IO, Protocol


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
