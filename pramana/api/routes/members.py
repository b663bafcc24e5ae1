"""The people of the tenant."""

from uuid import UUID

from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from pramana.api.fields import UserName
from pramana.tenancy.contracts import Member, Role
from pramana.tenancy.http import ScopedRequest, needs
from pramana.tenancy.selectors import members_of
from pramana.tenancy.services import add_member, change_role, remove_member

router = Router(tags=["access"])


class MembersOut(Schema):
    members: list[Member]


class MemberIn(Schema):
    model_config = ConfigDict(extra="forbid")

    user_name: UserName
    role: Role = Role.VIEWER
    email: str = Field(default="", max_length=254)


class NewMemberOut(Schema):
    user_id: UUID
    sign_in_secret: str | None = Field(
        description="The secret part of a one-time sign-in link, for a person who is new here."
    )


class RoleIn(Schema):
    model_config = ConfigDict(extra="forbid")

    role: Role


@router.get("/members/", response=MembersOut, auth=needs(Role.ADMIN))
def list_members(request: ScopedRequest) -> dict[str, list[Member]]:
    """Who belongs to the tenant, in the order they came."""
    return {"members": members_of(request.scope)}


@router.post("/members/", response={201: NewMemberOut}, auth=needs(Role.ADMIN))
def add(request: ScopedRequest, body: MemberIn) -> Status[NewMemberOut]:
    """Let a person in. 409 if they are in already."""
    user_id, secret = add_member(request.scope, body.user_name, body.role, email=body.email)
    return Status(201, NewMemberOut(user_id=user_id, sign_in_secret=secret))


@router.patch("/members/{uuid:user_id}", response={204: None}, auth=needs(Role.ADMIN))
def change(request: ScopedRequest, user_id: UUID, body: RoleIn) -> Status[None]:
    """Give a member another role. 409 for the last admin."""
    change_role(request.scope, user_id, body.role)
    return Status(204, None)


@router.delete("/members/{uuid:user_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove(request: ScopedRequest, user_id: UUID) -> Status[None]:
    """Show a member out; their keys for this tenant stop working. 409 for the last admin."""
    remove_member(request.scope, user_id)
    return Status(204, None)
