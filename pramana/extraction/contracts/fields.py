"""What a person asks for: fields with their types, for a template, a column or a request."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

MOST_FIELDS = 200
"""How many fields one request may ask for on one level."""


class FieldType(StrEnum):
    STRING = "string"
    """A few words: a name, a number that is not counted with."""
    TEXT = "text"
    """Sentences."""
    NUMBER = "number"
    INTEGER = "integer"
    MONEY = "money"
    """An amount; the currency may stand beside it in the document."""
    DATE = "date"
    """ISO 8601 (2024-05-31), whatever calendar the document is written in."""
    BOOLEAN = "boolean"
    LIST = "list"
    """Values of one kind; one child says which."""
    TABLE = "table"
    """Rows, each an object with the children as its fields."""
    OBJECT = "object"

    @property
    def has_parts(self) -> bool:
        return self in (FieldType.LIST, FieldType.TABLE, FieldType.OBJECT)


class FieldSpec(BaseModel):
    """One field: its key, what belongs there, and what it is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    type: FieldType = FieldType.STRING
    description: str = Field(default="", max_length=2000)
    required: bool = False
    children: tuple["FieldSpec", ...] = Field(default=(), max_length=MOST_FIELDS)
