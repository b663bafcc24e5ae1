"""A question as chat understands it, once the request has been checked."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from pramana.tenancy.matters import NO_MATTER, Matter

MOST_QUERY = 32_000
MOST_SELECTION = 64_000


@dataclass(frozen=True)
class Asker:
    """Whose conversations may be read and continued.

    A visitor of an embedded chat comes with a publishable key: such sessions belong to that key and
    to no one else, not even to the person who made the key.
    """

    user_id: UUID
    key_id: UUID | None = None
    collections: frozenset[UUID] | None = None
    """What a publishable key may look at; None for everyone else, who may look at everything."""


@dataclass(frozen=True)
class Narrowing:
    """Which passages may be found at all."""

    source_url_prefix: str | None = None
    section: str | None = None
    collection_id: UUID | None = None
    outside: str = "include"
    """Whether material let in from the web may be found: include, exclude, or only it."""

    @property
    def leaves_memory(self) -> bool:
        """Whether a fact can meet the filters: it has neither address nor section of a document.

        A collection narrows the documents, and says nothing of the group beside them.
        """
        return not (self.source_url_prefix or self.section or self.outside == "only")


@dataclass(frozen=True)
class Remembering:
    """The memory group whose facts may join the passages: those that hold now, or held then."""

    group_id: str
    as_of: datetime | None = None


@dataclass(frozen=True)
class Ask:
    """One question, by one asker, perhaps in a session."""

    asker: Asker
    request_id: UUID
    query: str = field(repr=False)
    session_id: UUID
    is_new: bool = False
    """Whether the session was made for this question, so that there is nothing to look up."""
    selected_text: str | None = field(default=None, repr=False)
    narrowing: Narrowing = Narrowing()
    remembering: Remembering | None = None
    matter: Matter = NO_MATTER
    streamed: bool = False
