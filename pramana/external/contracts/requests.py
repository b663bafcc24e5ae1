"""What is asked for: a run, and a decision about what it found."""

from dataclasses import dataclass, field
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pramana.external.contracts.selection import SelectionRules
from pramana.external.contracts.stages import Verdict
from pramana.tenancy.matters import Matter


class Budget(BaseModel):
    """What one run may spend."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    searches: int = Field(default=3, ge=1, le=10, description="Queries sent to the provider.")
    pages: int = Field(default=5, ge=1, le=50, description="Pages let in.")
    tokens: int = Field(
        default=20_000, ge=0, le=10_000_000, description="Of models; beyond it nothing is asked."
    )


@dataclass(frozen=True)
class Wanted:
    """A run as it is asked for. A question is answered at the end; a query is only searched for."""

    text: str
    is_question: bool
    collection_id: UUID | None = None
    enable_hitl: bool = True
    auto_ingest: bool = False
    case_id: UUID | None = None
    workflow: str = ""
    rules: SelectionRules = field(default_factory=SelectionRules)
    budget: Budget = field(default_factory=Budget)

    @property
    def matter(self) -> Matter:
        return Matter(self.case_id, self.workflow)


@dataclass(frozen=True)
class Choice:
    """What a person decided about the pages a run offers."""

    verdict: Verdict
    candidate_ids: tuple[UUID, ...] = ()
    added_urls: tuple[str, ...] = ()
    rationale: str = ""
