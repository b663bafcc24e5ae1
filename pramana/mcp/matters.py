"""The matter that work is begun for, as tools take it."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from pramana.kit.fields import NO_NUL
from pramana.tenancy.matters import LONGEST_NAME, Matter

CaseId = Annotated[
    UUID | None, Field(description="The case this is done for, where there is one; see `cases`.")
]
Workflow = Annotated[
    str,
    Field(
        max_length=LONGEST_NAME,
        pattern=NO_NUL,
        description="The way of working in that case, by name; made when it is new.",
    ),
]


def matter_of(case_id: UUID | None, workflow: str) -> Matter:
    return Matter(case_id, workflow.strip())
