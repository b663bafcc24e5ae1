"""A tenant's rules about sources over HTTP."""

from typing import Annotated
from uuid import UUID

from ninja import Router, Schema
from ninja import Status as Answer
from pydantic import ConfigDict, Field

from pramana.external import selectors, services
from pramana.external.contracts.policies import PolicyView
from pramana.kit.fields import NO_NUL
from pramana.retrieval.scoring.contracts import Effect, Source
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["research"])


class PolicyIn(Schema):
    model_config = ConfigDict(extra="forbid")

    pattern: Annotated[
        Source, Field(description="A host with its subdomains, or a pattern with `*`.")
    ]
    effect: Effect
    points: Annotated[int, Field(ge=1, le=50, description="What a boost adds, of 100.")] = 10
    note: Annotated[str, Field(max_length=500, pattern=NO_NUL)] = ""


class PoliciesOut(Schema):
    policies: list[PolicyView]


@router.get("/research/policies", response=PoliciesOut, auth=needs(Role.VIEWER))
def list_policies(request: ScopedRequest) -> dict[str, list[PolicyView]]:
    """Which sources this tenant favours, and which it never wants offered."""
    return {"policies": selectors.policies_of(request.scope)}


@router.post("/research/policies", response={201: PolicyView}, auth=needs(Role.ADMIN))
def add_policy(request: ScopedRequest, body: PolicyIn) -> Answer[PolicyView]:
    """Favour or reject a source in every run from now on. 409 if it has a policy already."""
    made = services.add_policy(
        request.scope, body.pattern, body.effect, points=body.points, note=body.note
    )
    return Answer(201, made)


@router.delete("/research/policies/{uuid:policy_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove_policy(request: ScopedRequest, policy_id: UUID) -> Answer[None]:
    """Take a rule back."""
    services.remove_policy(request.scope, policy_id)
    return Answer(204, None)
