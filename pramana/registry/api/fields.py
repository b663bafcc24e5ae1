"""Types that several operations read: as strict as what is behind them, so that OpenAPI is true."""

import re
from datetime import date
from typing import Annotated, Literal

from ninja import Path, Query
from pydantic import BeforeValidator, Field, StringConstraints

from pramana.kit.fields import NO_NUL, READABLE

KEY = r"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"
IDS = r"^[^,\x00]{1,300}(,[^,\x00]{1,300}){0,24}$"
MANY = 1_000_000
BIGGEST = 2**31 - 1
FAR = 10**15
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

EntityId = Annotated[
    str,
    Path(
        description="person_7, entity:person/ram-rai, or our uuid.",
        examples=["person_7", "entity:organization/political_party/nepali-congress"],
    ),
]
Type = Literal["person", "organization", "location", "project"]
Word = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=READABLE)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=READABLE)]
Note = Annotated[str, StringConstraints(max_length=2000, pattern=NO_NUL)]
Asked = Annotated[str, Query(min_length=1, max_length=300, pattern=NO_NUL)]
Ids = Annotated[
    str, Query(pattern=IDS, description="Up to 25 ids with commas; nothing else is looked at.")
]
Limit = Annotated[int, Query(ge=1, le=1000)]
Offset = Annotated[int, Query(ge=0, le=MANY)]


def day(value: object) -> object:
    """A day as ISO 8601 writes it: pydantic would also take a number of seconds for one."""
    if value is not None and not (isinstance(value, str) and DAY.fullmatch(value)):
        raise ValueError("Input should be a day like 2026-11-15")
    return value


Number = Annotated[int, Field(ge=1, le=BIGGEST)]
Day = Annotated[date | None, BeforeValidator(day)]

Plain = (
    Annotated[str, StringConstraints(max_length=20_000, pattern=NO_NUL)]
    | Annotated[int, Field(ge=-FAR, le=FAR)]
    | Annotated[float, Field(ge=-FAR, le=FAR)]
    | bool
    | None
)
Key = Annotated[str, StringConstraints(pattern=KEY)]
