"""A chat request as it comes, held to the document's rules; each broken rule has its own code."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from pramana.chat.contracts.asking import MOST_QUERY, MOST_SELECTION
from pramana.chat.errors import EmptyQuery, InvalidSessionId, QueryTooLong, SelectionTooLong
from pramana.kit.fields import NOT_BLANK
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.tenancy.matters import MatterIn

VERSION_4 = (
    r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$"
)
PREFIX = r"^(/|https?://)[^\x00]*$"


def checked_query(value: object) -> object:
    """The question without white space around it."""
    if not isinstance(value, str):
        return value
    if not value.strip():
        raise EmptyQuery()
    if len(value) > MOST_QUERY:
        raise QueryTooLong()
    return value.strip()


def checked_selection(value: object) -> object:
    if isinstance(value, str) and len(value) > MOST_SELECTION:
        raise SelectionTooLong()
    return value


def session_id_of(value: object) -> UUID:
    """A uuid of version 4, as it is usually written."""
    try:
        found = UUID(str(value)) if isinstance(value, str | UUID) else None
    except ValueError:
        found = None
    if found is None or found.version != 4 or str(found) != str(value).lower():
        raise InvalidSessionId()
    return found


def checked_session(value: object) -> UUID | None:
    return None if value is None else session_id_of(value)


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
    """What may be found at all. A filter that is not known is refused, never dropped."""

    model_config = ConfigDict(extra="forbid")

    source_url_prefix: Annotated[str, Field(pattern=PREFIX, max_length=2000)] | None = Field(
        default=None, description="Only urls, or paths of urls, that begin with this."
    )
    section: Annotated[str, Field(min_length=1, max_length=500, pattern=NOT_BLANK)] | None = Field(
        default=None, description="Only sections of exactly this name."
    )
    outside: Literal["include", "exclude", "only"] = Field(
        default="include", description="Material that was let in from the web: with it, or not."
    )


class ChatRequest(MatterIn):
    query: Annotated[str, BeforeValidator(checked_query), WithJsonSchema(_QUERY_SCHEMA)]
    selected_text: (
        Annotated[str, BeforeValidator(checked_selection), Field(max_length=MOST_SELECTION)] | None
    ) = Field(default=None, description="If provided, the answer rests on this text alone.")
    session_id: Annotated[
        UUID | None,
        BeforeValidator(checked_session),
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
