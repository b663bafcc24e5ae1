"""Cases, and what was done for them."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from pramana.client.models.answer import Answer


class Case(Answer):
    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None


class CasePage(Answer):
    cases: list[Case]
    next: str | None


class Workflow(Answer):
    id: UUID
    name: str
    runs: int


class Cost(Answer):
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


class WholeCase(Answer):
    case: Case
    workflows: list[Workflow]
    document_ids: list[UUID]
    costs: list[Cost]
