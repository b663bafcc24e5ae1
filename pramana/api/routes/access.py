"""Operations for the caller, API keys and members."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Body, Schema, Status
from pydantic import ConfigDict, Discriminator, Field, Tag

from pramana.api.apis import Name, Rate, UserName
from pramana.documents.selectors import get_collection
from pramana.mail.services import invite_again, invite_member
from pramana.tenancy.contracts import KeyKind, KeyView, Member, NewKey, Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.selectors import keys_of, members_of
from pramana.tenancy.services import change_role, create_key, remove_member, revoke_key

router = AreaRouter("access", tags=["access"])


class TenantOut(Schema):
    id: UUID
    name: str


class MeOut(Schema):
    user_id: UUID | None
    user_name: str
    role: Role
    tenant: TenantOut
    key_id: UUID | None
    key_kind: KeyKind | None


@router.get("/me", response=MeOut)
def me(request: ScopedRequest) -> MeOut:
    """The person, role and tenant behind this key or session."""
    principal = request.principal
    return MeOut(
        user_id=principal.scope.actor_id,
        user_name=principal.user_name,
        role=principal.role,
        tenant=TenantOut(id=principal.scope.tenant_id, name=principal.tenant_name),
        key_id=principal.key_id,
        key_kind=principal.key_kind,
    )


Origin = Annotated[str, Field(max_length=255, pattern=r"^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$")]


class KeyOut(Schema):
    id: UUID
    name: str
    kind: KeyKind
    role: Role
    prefix: str = Field(description="The beginning of the key, to recognise it by.")
    owner: str
    origins: list[str]
    collections: list[UUID]
    rate_per_minute: int | None
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


class KeysOut(Schema):
    keys: list[KeyOut]


class SecretKeyIn(Schema):
    """A key for programs: secret, with any role."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    kind: Literal[KeyKind.SECRET] = KeyKind.SECRET
    role: Role = Role.VIEWER
    rate_per_minute: Rate | None = None


class PublishableKeyIn(Schema):
    """A key for web pages: anyone can read it, so it has the role viewer and named origins."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    kind: Literal[KeyKind.PUBLISHABLE]
    role: Literal[Role.VIEWER] = Role.VIEWER
    origins: list[Origin] = Field(min_length=1, max_length=50)
    collections: list[UUID] = Field(default_factory=list, max_length=100)
    rate_per_minute: Rate | None = None


def _kind(value: Any) -> str:
    """The kind of key a body describes; the default is a secret key."""
    kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
    return str(kind or KeyKind.SECRET)


KeyIn = Annotated[
    Annotated[SecretKeyIn, Tag("secret")] | Annotated[PublishableKeyIn, Tag("publishable")],
    Discriminator(_kind),
]


class NewKeyOut(Schema):
    key: KeyOut
    secret: str = Field(description="The key itself. It is shown only once.")


@router.get("/keys/", response=KeysOut, auth=needs(Role.ADMIN))
def list_keys(request: ScopedRequest) -> dict[str, list[KeyView]]:
    """All keys of the tenant, newest first, including revoked ones. Secrets are not shown."""
    return {"keys": keys_of(request.scope)}


@router.post("/keys/", response={201: NewKeyOut}, auth=needs(Role.ADMIN))
def add_key(request: ScopedRequest, body: Body[KeyIn]) -> Status[NewKey]:
    """Create a key for yourself. It can do what its role allows, and never more than you may."""
    for collection_id in getattr(body, "collections", []):
        get_collection(request.scope, collection_id)
    return Status(201, create_key(request.scope, **dict(body)))


@router.delete("/keys/{uuid:key_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove_key(request: ScopedRequest, key_id: UUID) -> Status[None]:
    """Revoke a key: it stops working and stays in the list."""
    revoke_key(request.scope, key_id)
    return Status(204, None)


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
        description="The secret part of a one-time sign-in link, for a new person."
    )


class RoleIn(Schema):
    model_config = ConfigDict(extra="forbid")

    role: Role


@router.get("/members/", response=MembersOut, auth=needs(Role.ADMIN))
def list_members(request: ScopedRequest) -> dict[str, list[Member]]:
    """The members of the tenant, in the order they joined."""
    return {"members": members_of(request.scope)}


@router.post("/members/", response={201: NewMemberOut}, auth=needs(Role.ADMIN))
def add(request: ScopedRequest, body: MemberIn) -> Status[NewMemberOut]:
    """Add a person to the tenant. 409 if they are a member already.

    A new person with an e-mail address is also sent an invitation, if e-mail is configured.
    """
    invited = invite_member(request.scope, body.user_name, body.role, email=body.email)
    return Status(201, NewMemberOut(user_id=invited.user_id, sign_in_secret=invited.secret))


class InvitationOut(Schema):
    sign_in_secret: str = Field(description="The secret part of a one-time sign-in link.")


@router.post(
    "/members/{uuid:user_id}/invitation", response={201: InvitationOut}, auth=needs(Role.ADMIN)
)
def invite(request: ScopedRequest, user_id: UUID) -> Status[InvitationOut]:
    """A new sign-in link for a member without a password; earlier ones end. 409 otherwise.

    It is also sent to their e-mail address, if e-mail is configured.
    """
    secret = invite_again(request.scope, user_id).secret
    return Status(201, InvitationOut(sign_in_secret=secret or ""))


@router.patch("/members/{uuid:user_id}", response={204: None}, auth=needs(Role.ADMIN))
def change(request: ScopedRequest, user_id: UUID, body: RoleIn) -> Status[None]:
    """Change the role of a member. 409 for the last admin."""
    change_role(request.scope, user_id, body.role)
    return Status(204, None)


@router.delete("/members/{uuid:user_id}", response={204: None}, auth=needs(Role.ADMIN))
def remove(request: ScopedRequest, user_id: UUID) -> Status[None]:
    """Remove a member; their keys for this tenant stop working. 409 for the last admin."""
    remove_member(request.scope, user_id)
    return Status(204, None)
