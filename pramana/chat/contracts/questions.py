"""A question: the HTTP request that asks it, and the same once the request has been checked."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from pramana.chat.errors import EmptyQuery, InvalidSessionId, QueryTooLong, SelectionTooLong
from pramana.kit.texts import NOT_BLANK
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.tenancy.contracts import NO_MATTER, Matter, MatterIn

MOST_QUERY = 32_000
MOST_SELECTION = 64_000
MOST_DOCUMENTS_ASKED = 1_000
"""Documents that one question may be limited to."""


@dataclass(frozen=True)
class Asker:
    """Whose conversations may be read and continued.

    A visitor of an embedded chat comes with a publishable key. Such sessions belong to that key
    alone, not even to the person who made the key.
    """

    user_id: UUID
    key_id: UUID | None = None
    collections: frozenset[UUID] | None = None
    """The collections a publishable key may read; None for everyone else, who may read all."""


@dataclass(frozen=True)
class PassageFilter:
    """Which passages may be used at all."""

    source_url_prefix: str | None = None
    section: str | None = None
    collection_id: UUID | None = None
    document_ids: frozenset[UUID] | None = None
    """The documents that may be used; None for all, an empty set for none."""
    tag: str | None = None
    date_from: date | None = None
    date_to: date | None = None
    outside: str = "include"
    """Whether material approved from the web may be used: include, exclude, or only."""

    @property
    def allows_memory(self) -> bool:
        """Whether facts pass the filter. They have no address, no section and no tag.

        A collection narrows the documents only, not the memory group beside them.
        """
        return not (self.source_url_prefix or self.section or self.tag or self.outside == "only")


@dataclass(frozen=True)
class MemoryFilter:
    """The memory group whose facts may be cited: those that hold now, or held at `as_of`."""

    group_id: str
    as_of: datetime | None = None


@dataclass(frozen=True)
class ChatQuestion:
    """One question by one asker, in a session."""

    asker: Asker
    request_id: UUID
    query: str = field(repr=False)
    session_id: UUID
    is_new: bool = False
    """Whether the session was created for this question, so that it has no history."""
    selected_text: str | None = field(default=None, repr=False)
    passages: PassageFilter = PassageFilter()
    memory: MemoryFilter | None = None
    matter: Matter = NO_MATTER
    streamed: bool = False


VERSION_4 = (
    r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
)
PREFIX = r"^(/|https?://)[^\x00]*$"


def validate_query(value: object) -> object:
    """Return the question without white space around it."""
    if not isinstance(value, str):
        return value
    if not value.strip():
        raise EmptyQuery()
    if len(value) > MOST_QUERY:
        raise QueryTooLong(MOST_QUERY)
    return value.strip()


def validate_selection(value: object) -> object:
    if isinstance(value, str) and len(value) > MOST_SELECTION:
        raise SelectionTooLong(MOST_SELECTION)
    return value


def parse_session_id(value: object) -> UUID:
    """Read a uuid of version 4 in its usual spelling."""
    try:
        parsed = UUID(str(value)) if isinstance(value, str | UUID) else None
    except ValueError:
        parsed = None
    if parsed is None or parsed.version != 4 or str(parsed) != str(value).lower():
        raise InvalidSessionId()
    return parsed


def validate_session_id(value: object) -> UUID | None:
    return None if value is None else parse_session_id(value)


_SESSION_SCHEMA: dict[str, Any] = {"type": "string", "pattern": VERSION_4}
_QUERY_SCHEMA: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": MOST_QUERY,
    "pattern": NOT_BLANK,
    "description": "Natural language question about the documents.",
    "examples": ["What is inverse kinematics?"],
}
SessionId = Annotated[str, WithJsonSchema(_SESSION_SCHEMA)]


class MetadataFilter(BaseModel):
    """What may be used at all. An unknown filter is refused, never ignored."""

    model_config = ConfigDict(extra="forbid")

    source_url_prefix: Annotated[str, Field(pattern=PREFIX, max_length=2000)] | None = Field(
        default=None, description="Only urls, or paths of urls, that begin with this."
    )
    section: Annotated[str, Field(min_length=1, max_length=500, pattern=NOT_BLANK)] | None = Field(
        default=None, description="Only sections of exactly this name."
    )
    document_ids: Annotated[frozenset[UUID], Field(max_length=MOST_DOCUMENTS_ASKED)] | None = Field(
        default=None, description="Only these documents."
    )
    tag: Annotated[str, Field(min_length=1, max_length=100, pattern=NOT_BLANK)] | None = Field(
        default=None, description="Only documents with this tag."
    )
    date_from: date | None = Field(default=None, description="Only documents of this day or later.")
    date_to: date | None = Field(default=None, description="Only documents of this day or earlier.")
    outside: Literal["include", "exclude", "only"] = Field(
        default="include",
        description="Material approved from the web: include it, exclude it, or only it.",
    )


class ChatRequest(MatterIn):
    query: Annotated[str, BeforeValidator(validate_query), WithJsonSchema(_QUERY_SCHEMA)]
    selected_text: (
        Annotated[str, BeforeValidator(validate_selection), Field(max_length=MOST_SELECTION)] | None
    ) = Field(default=None, description="If provided, the answer rests on this text alone.")
    session_id: Annotated[
        UUID | None,
        BeforeValidator(validate_session_id),
        WithJsonSchema({"anyOf": [_SESSION_SCHEMA, {"type": "null"}]}),
    ] = Field(default=None, description="The conversation to go on with; a new one without it.")
    filters: MetadataFilter | None = None
    collection_id: UUID | None = Field(
        default=None, description="Only documents of this collection."
    )
    memory_group: Annotated[str, Field(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)] | None = (
        Field(default=None, description="A memory group whose facts may be cited too.")
    )
    as_of: AwareDatetime | None = Field(
        default=None, description="Facts of the group that held then, in place of those that do."
    )
