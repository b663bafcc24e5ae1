"""The columns of a stack's table: what is asked of every document."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.kit.fields import READABLE

MOST_COLUMNS = 60
LONGEST_NAME = 100
LONGEST_INSTRUCTIONS = 2000
ColumnType = Literal[
    FieldType.STRING,
    FieldType.TEXT,
    FieldType.NUMBER,
    FieldType.INTEGER,
    FieldType.MONEY,
    FieldType.DATE,
    FieldType.BOOLEAN,
    FieldType.LIST,
]
"""A cell holds one value, or a list of short ones; nested values belong to an extraction."""
COLUMN_TYPES: tuple[FieldType, ...] = get_args(ColumnType)

ColumnName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=LONGEST_NAME,
        pattern=READABLE,
    ),
]


class ColumnSpec(BaseModel):
    """A column as it is asked for. Naming the key of one there is changes that one."""

    model_config = ConfigDict(extra="forbid")

    name: ColumnName
    type: ColumnType = FieldType.STRING
    instructions: str = Field(default="", max_length=LONGEST_INSTRUCTIONS)
    key: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME)


class Column(BaseModel):
    """A column as it is kept. Its key never changes, whatever it is called."""

    model_config = ConfigDict(frozen=True)

    key: str
    name: str
    type: FieldType = FieldType.STRING
    instructions: str = ""

    @property
    def spec(self) -> FieldSpec:
        """The column as a field to look for in one document."""
        return FieldSpec(name=self.name, type=self.type, description=self.instructions)
