"""What is asked of stacks over HTTP."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Query, Schema
from pydantic import ConfigDict, Field, StringConstraints

from pramana.extraction.contracts.stacks.columns import MOST_COLUMNS, ColumnSpec
from pramana.kit.fields import READABLE
from pramana.tenancy.matters import MatterIn

BIGGEST = 2**31 - 1
AT_ONCE = 1000
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200, pattern=READABLE),
]
Words = Annotated[str, Field(max_length=4000)]
Limit = Annotated[int, Query(ge=1, le=200)]
After = Annotated[int, Query(ge=0, le=BIGGEST)]
Documents = Annotated[list[UUID], Field(max_length=AT_ONCE)]
Judged = Literal["reviewed", "locked", "flagged", "extracted", "stale"]


class StackIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: Name
    document_ids: Documents = Field(default_factory=list)


class StackChangeIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: Name | None = None
    shared: bool | None = None


class StackDocumentsIn(Schema):
    model_config = ConfigDict(extra="forbid")

    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=AT_ONCE)]


class StackTableIn(Schema):
    """Without columns, they are inferred from two or three documents when it is extracted."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    instructions: Words = ""
    columns: Annotated[list[ColumnSpec], Field(max_length=MOST_COLUMNS)] = Field(
        default_factory=list
    )


class StackColumnsIn(Schema):
    model_config = ConfigDict(extra="forbid")

    columns: Annotated[list[ColumnSpec], Field(min_length=1, max_length=MOST_COLUMNS)]


class StackExtractIn(MatterIn, Schema):
    """`again` reads everything anew that no person decided, or these `columns` of it; else what is
    missing or stale is read."""

    model_config = ConfigDict(extra="forbid")

    again: bool = False
    columns: Annotated[list[str], Field(max_length=MOST_COLUMNS)] | None = None
    document_ids: Documents | None = None


class StackCellIn(Schema):
    """A value a person writes, a state a person gives, or both."""

    model_config = ConfigDict(extra="forbid")

    value: Any = None
    state: Judged | None = None
    seen: datetime | None = Field(
        default=None, description="The cell's `at` as it was seen; 409 if it has changed since."
    )


class StackCorrectIn(MatterIn, Schema):
    model_config = ConfigDict(extra="forbid")

    instruction: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    overwrite: bool = Field(default=False, description="Whether reviewed cells may change too.")
