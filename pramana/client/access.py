"""Access: the caller, API keys and the members of the tenant."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pramana.client.calls import ApiCall, ApiModel, Id, many, nothing, one, present_values
from pramana.client.operations import C, Part, operation

Role = Literal["viewer", "reviewer", "admin"]


class TenantInfo(ApiModel):
    id: UUID
    name: str


class Me(ApiModel):
    user_id: UUID | None
    user_name: str
    role: Role
    tenant: TenantInfo


class Key(ApiModel):
    id: UUID
    name: str
    kind: Literal["secret", "publishable"]
    role: Role
    prefix: str
    owner: str
    origins: list[str]
    collections: list[UUID]
    rate_per_minute: int | None
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


class CreatedKey(ApiModel):
    """`secret` is the key itself; it is shown only once."""

    key: Key
    secret: str


class MemberInfo(ApiModel):
    user_id: UUID
    user_name: str
    email: str
    role: Role
    since: datetime


class NewMember(ApiModel):
    """A new person signs in once at `/app/sign-in/link/{sign_in_secret}`."""

    user_id: UUID
    sign_in_secret: str | None


KEYS, MEMBERS = "/api/keys/", "/api/members/"


class Access(Part[C]):
    @operation
    def me(self) -> ApiCall[Me]:
        """The person, role and tenant behind the key."""
        return ApiCall("GET", "/api/me", one(Me))

    @operation
    def keys(self) -> ApiCall[list[Key]]:
        """All keys of the tenant, newest first, including revoked ones."""
        return ApiCall("GET", KEYS, many(Key, "keys"))

    @operation
    def create_key(
        self, name: str, *, role: Role = "viewer", rate_per_minute: int | None = None
    ) -> ApiCall[CreatedKey]:
        """Create a secret key of your own, for a program."""
        body = present_values(name=name, role=role, rate_per_minute=rate_per_minute)
        return ApiCall("POST", KEYS, one(CreatedKey), json=body)

    @operation
    def create_page_key(
        self, name: str, origins: Sequence[str], *, collections: Sequence[Id] = ()
    ) -> ApiCall[CreatedKey]:
        """Create a publishable key for chat on pages of these origins, over these collections."""
        body = present_values(
            name=name, kind="publishable", origins=origins, collections=collections
        )
        return ApiCall("POST", KEYS, one(CreatedKey), json=body)

    @operation
    def revoke_key(self, key_id: Id) -> ApiCall[None]:
        """Revoke a key."""
        return ApiCall("DELETE", f"{KEYS}{key_id}", nothing)

    @operation
    def members(self) -> ApiCall[list[MemberInfo]]:
        """The members of the tenant, in the order they joined."""
        return ApiCall("GET", MEMBERS, many(MemberInfo, "members"))

    @operation
    def add_member(
        self, user_name: str, *, role: Role = "viewer", email: str = ""
    ) -> ApiCall[NewMember]:
        """Add a person to the tenant."""
        body = present_values(user_name=user_name, role=role, email=email)
        return ApiCall("POST", MEMBERS, one(NewMember), json=body)

    @operation
    def change_role(self, user_id: Id, role: Role) -> ApiCall[None]:
        """Change the role of a member."""
        return ApiCall(
            "PATCH", f"{MEMBERS}{user_id}", nothing, json={"role": role}, repeatable=True
        )

    @operation
    def remove_member(self, user_id: Id) -> ApiCall[None]:
        """Remove a member; their keys for this tenant stop working."""
        return ApiCall("DELETE", f"{MEMBERS}{user_id}", nothing)
