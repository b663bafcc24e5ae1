"""Types that several operations read: bounded where a database or a person would suffer."""

from typing import Annotated

from ninja import Query
from pydantic import Field, StringConstraints

from pramana.kit.fields import READABLE

BIGGEST = 2**63 - 1
"""The largest number the database's columns hold."""


Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=READABLE)]
IN_A_NAME = r"^[^\x00-*,/:-?\[-^`{-\xa9]+$"
"""Letters and digits of every script and @ . + - _, as JSON Schema can say it."""
UserName = Annotated[str, StringConstraints(min_length=1, max_length=150, pattern=IN_A_NAME)]
Rate = Annotated[int, Field(ge=1, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int, Query(ge=0, le=BIGGEST)]
