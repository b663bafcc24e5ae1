"""Requests and responses of edits by hand."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Schema
from pydantic import Field, StringConstraints

from pramana.memory.api.schemas import FactResult, Label, Moment
from pramana.memory.contracts.edits import (
    EditKind,
    FactCorrection,
    FactEnd,
    GraphEditView,
    NewFact,
    Weakness,
)
from pramana.memory.contracts.graph import Grain
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID

LONGEST_FACT = 10_000
Reason = Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"\S")]
Relation = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\w")]
EntityName = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
FactText = Annotated[str, Field(max_length=LONGEST_FACT)]


class Why(Schema):
    why: Reason


class EntityEdge(Why):
    """A fact that a person states. Each end is a known entity, or a name to find or to add."""

    group_id: Annotated[str, StringConstraints(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]
    source_node_uuid: UUID | None = None
    source_name: EntityName | None = None
    target_node_uuid: UUID | None = None
    target_name: EntityName | None = None
    name: Relation
    fact: FactText = ""
    """The fact in words; made from the names and the relation if it is empty."""
    valid_from: Moment | None = None
    valid_from_grain: Grain = Grain.DAY
    valid_until: Moment | None = None
    valid_until_grain: Grain = Grain.DAY

    def new_fact(self) -> NewFact:
        return NewFact(
            subject=FactEnd(self.source_node_uuid, self.source_name or ""),
            relation=self.name,
            object=FactEnd(self.target_node_uuid, self.target_name or ""),
            text=self.fact,
            valid_from=self.valid_from,
            start_grain=self.valid_from_grain,
            valid_until=self.valid_until,
            end_grain=self.valid_until_grain,
        )


class EntityEdgeCorrection(Why):
    """What to change about a fact. What is left out stays; a date of null is removed."""

    fact: FactText | None = None
    name: Relation | None = None
    source_node_uuid: UUID | None = None
    target_node_uuid: UUID | None = None
    valid_from: Moment | None = None
    valid_from_grain: Grain | None = None
    valid_until: Moment | None = None
    valid_until_grain: Grain | None = None

    def correction(self) -> FactCorrection:
        sent = self.model_fields_set
        return FactCorrection(
            text=self.fact,
            relation=self.name,
            subject_id=self.source_node_uuid,
            object_id=self.target_node_uuid,
            valid_from=self.valid_from,
            start_grain=self.valid_from_grain,
            removes_start="valid_from" in sent and self.valid_from is None,
            valid_until=self.valid_until,
            end_grain=self.valid_until_grain,
            removes_end="valid_until" in sent and self.valid_until is None,
        )


class Refusals(Why):
    uuids: Annotated[list[UUID], Field(min_length=1, max_length=500)]


class RefusalResult(Schema):
    refused: int
    """How many facts were not refused before."""


class EntityNodeCorrection(Why):
    name: EntityName | None = None
    type: Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")] | None = None


class EntityMerge(Why):
    into: UUID
    """The entity that stays."""


class EntitySplit(Why):
    name: EntityName
    fact_uuids: Annotated[list[UUID], Field(max_length=1_000)] | None = None
    """The facts that move; without them, those that only episodes with this name state."""


class EditResult(Schema):
    """A change by a person: who, why, and what it was before."""

    uuid: UUID
    group_id: str
    kind: EditKind
    by: UUID | None
    """The person; null for an API key without a person."""
    why: Label
    created_at: datetime
    undone_at: datetime | None
    undone_by: UUID | None
    edge_uuid: UUID | None
    node_uuid: UUID | None
    before: dict[str, Any]
    after: dict[str, Any]

    @classmethod
    def of(cls, edit: GraphEditView) -> "EditResult":
        return cls(
            uuid=edit.id,
            group_id=edit.group_id,
            kind=edit.kind,
            by=edit.actor_id,
            why=edit.reason,
            created_at=edit.created_at,
            undone_at=edit.undone_at,
            undone_by=edit.undone_by_id,
            edge_uuid=edit.fact_id,
            node_uuid=edit.entity_id,
            before=dict(edit.before),
            after=dict(edit.after),
        )


class EditList(Schema):
    edits: list[EditResult]


class AuditedFactResult(FactResult):
    weaknesses: list[Weakness] = Field(default_factory=list)


class AuditList(Schema):
    facts: list[AuditedFactResult]
