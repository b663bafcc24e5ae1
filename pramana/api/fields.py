"""Types that several operations read: bounded where a database or a person would suffer."""

from typing import Annotated

from ninja import Query
from pydantic import BeforeValidator, Field, StringConstraints

BIGGEST = 2**63 - 1
"""The largest number the database's columns hold."""


def number(value: object) -> object:
    """A JSON number: pydantic would also take a text or a truth value for one."""
    if isinstance(value, str | bool):
        raise ValueError("Input should be a number")
    return value


READABLE = r"^[^\x00-\x1f\x7f]*\w[^\x00-\x1f\x7f]*$"
"""Something a person can tell apart: one letter or digit at least, nothing invisible."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=READABLE)]
UserName = Annotated[str, StringConstraints(min_length=1, max_length=150, pattern=r"^[\w.@+-]+$")]
Rate = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(number)]
Limit = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int, Query(ge=0, le=BIGGEST)]
