"""Values about access that others may see."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope


class Role(StrEnum):
    """What a person may do in a tenant; each includes the ones before it."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    def includes(self, other: "Role") -> bool:
        order = list(Role)
        return order.index(self) >= order.index(other)


class KeyKind(StrEnum):
    SECRET = "secret"  # noqa: S105  # the kind of key, not a key
    PUBLISHABLE = "publishable"


class RunState(StrEnum):
    ACTIVE = "active"
    DONE = "done"
    FAILED = "failed"


class Quota(StrEnum):
    """What a tenant may use only so much of."""

    DOCUMENTS = "documents"
    BYTES = "bytes"
    MESSAGES_PER_DAY = "messages_per_day"
    COST_PER_MONTH = "cost_per_month"


@dataclass(frozen=True)
class QuotaUse:
    """How much of a quota is used; days and months are those of UTC."""

    quota: Quota
    used: Decimal
    most: Decimal


@dataclass(frozen=True)
class Principal:
    """Who is behind a request: the scope it may act in, and as what."""

    scope: Scope
    role: Role
    user_name: str
    tenant_name: str
    key_id: UUID | None = None
    key_kind: KeyKind | None = None
    collections: tuple[UUID, ...] = ()
    """Collections a publishable key is bound to; empty for every other way in."""
    rate_per_minute: int | None = None


@dataclass(frozen=True)
class KeyView:
    """A key as its owner may see it: never the key itself."""

    id: UUID
    name: str
    kind: KeyKind
    role: Role
    prefix: str
    owner: str
    origins: tuple[str, ...]
    collections: tuple[UUID, ...]
    rate_per_minute: int | None
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True)
class NewKey:
    """The one moment at which a key can be read."""

    key: KeyView
    secret: str


@dataclass(frozen=True)
class Member:
    user_id: UUID
    user_name: str
    email: str
    role: Role
    since: datetime


@dataclass(frozen=True)
class TenantView:
    id: UUID
    slug: str
    name: str


@dataclass(frozen=True)
class AuditView:
    at: datetime
    actor: str | None
    action: str
    subject_type: str
    subject_id: str
    details: dict[str, Any]


@dataclass(frozen=True)
class RunView:
    id: UUID
    kind: str
    state: RunState
    created_at: datetime
    ended_at: datetime | None
