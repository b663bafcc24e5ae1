"""What a run is for: the case it serves, and the way of working in it. Both are the caller's."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from pramana.kit.fields import NO_NUL

LONGEST_NAME = 200


@dataclass(frozen=True)
class Matter:
    """A workflow lives in a case: one that is named without a case is nowhere."""

    case_id: UUID | None = None
    workflow: str = ""

    @property
    def is_named(self) -> bool:
        return self.case_id is not None or bool(self.workflow)


NO_MATTER = Matter()


class MatterIn(BaseModel):
    """The two fields by which any request may name its matter."""

    case_id: UUID | None = Field(default=None, description="The case this is done for.")
    workflow: Annotated[str, Field(max_length=LONGEST_NAME, pattern=NO_NUL)] = Field(
        default="", description="The way of working in the case; made when it is new."
    )

    @property
    def matter(self) -> Matter:
        return Matter(self.case_id, self.workflow.strip())
