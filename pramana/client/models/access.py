"""Who one is, keys, and the people of the tenant."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pramana.client.models.answer import Answer

Role = Literal["viewer", "reviewer", "admin"]


class Tenant(Answer):
    id: UUID
    name: str


class Me(Answer):
    user_id: UUID | None
    user_name: str
    role: Role
    tenant: Tenant


class Key(Answer):
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


class NewKey(Answer):
    """`secret` is the key itself; it is shown this once."""

    key: Key
    secret: str


class Member(Answer):
    user_id: UUID
    user_name: str
    email: str
    role: Role
    since: datetime


class NewMember(Answer):
    """A person who is new here signs in once at `/app/sign-in/link/{sign_in_secret}`."""

    user_id: UUID
    sign_in_secret: str | None
