"""Values about tenants, access, quotas and runs that other capabilities may use."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Self
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pramana.kit.scope import Scope
from pramana.kit.texts import NO_NUL


class Role(StrEnum):
    """What a person may do in a tenant. Each role includes the ones before it."""

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


class NoticeKind(StrEnum):
    """What programs outside may be told about."""

    DOCUMENT_READ = "document.read"
    DOCUMENT_FAILED = "document.failed"
    REVIEW_READY = "review.ready"
    EXTRACTION_APPROVED = "extraction.approved"
    FACT_CLOSED = "fact.closed"
    RESEARCH_WAITING = "research.waiting"
    RUN_DONE = "run.done"
    RUN_FAILED = "run.failed"
    BUDGET_ALARM = "budget.alarm"


class Quota(StrEnum):
    """A resource of which a tenant may use a limited amount."""

    DOCUMENTS = "documents"
    BYTES = "bytes"
    MESSAGES_PER_DAY = "messages_per_day"
    COST_PER_DAY = "cost_per_day"
    COST_PER_MONTH = "cost_per_month"

    @property
    def is_spending(self) -> bool:
        """Whether it counts money, whose amount is known only after the call."""
        return self in (Quota.COST_PER_DAY, Quota.COST_PER_MONTH)


@dataclass(frozen=True)
class QuotaUse:
    """How much of a quota is used. Days and months are counted in UTC."""

    quota: Quota
    used: Decimal
    most: Decimal


EVERYBODY = "*"
"""In place of a group: whoever the provider lets in."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class IdentityProvider(BaseModel):
    """An OpenID provider that people may sign in with. Operators name it in PRAMANA_OIDC."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
    name: Annotated[str, Field(min_length=1, max_length=80)]
    issuer: str
    client_id: Annotated[str, Field(min_length=1)]
    client_secret: Annotated[str, Field(repr=False)] = ""
    """Empty for a public client, which proves itself by PKCE alone."""
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    name_claim: str = "preferred_username"
    groups_claim: str = "groups"
    tenants: dict[str, dict[str, Role]] = Field(default_factory=dict)
    """By the slug of a tenant: which group has which role there."""
    link_by_email: bool = False
    """Whether a person with an account here is recognised by a verified e-mail address."""

    @model_validator(mode="after")
    def _is_protected(self) -> Self:
        if "openid" not in self.scopes:
            raise ValueError("the scopes of an OpenID provider include openid")
        parts = urlsplit(self.issuer)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
            raise ValueError("write the issuer of an OpenID provider as https://…")
        return self


@dataclass(frozen=True)
class ExternalPerson:
    """Who signed in, as an OpenID provider vouches for it."""

    issuer: str
    subject: str
    name: str
    email: str = ""
    """Only if the provider verified it."""
    groups: frozenset[str] = frozenset()
    id_token: str = field(default="", repr=False)
    """What the provider said, in its own words; it wants this back when the person signs out."""


@dataclass(frozen=True)
class Principal:
    """Who makes a request: the scope they may act in, and their role there."""

    scope: Scope
    role: Role
    user_name: str
    tenant_name: str
    key_id: UUID | None = None
    key_kind: KeyKind | None = None
    collections: tuple[UUID, ...] = ()
    """Collections a publishable key is bound to; empty for secret keys and sessions."""
    rate_per_minute: int | None = None
    is_operator: bool = False
    """Whether the person runs the installation, and may see figures of all tenants."""


@dataclass(frozen=True)
class KeyView:
    """A key as its owner may see it, without the secret."""

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
    """A key just created. This is the only time its secret is shown."""

    key: KeyView
    secret: str


@dataclass(frozen=True)
class Member:
    user_id: UUID
    user_name: str
    email: str
    role: Role
    since: datetime
    is_invited: bool = False
    """Has no password yet, and this tenant may give out a sign-in link for them."""


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
class AuditFilter:
    """Which entries of the audit trail are wanted; empty means all."""

    actor_id: UUID | None = None
    action: str = ""


EVERYTHING = AuditFilter()


@dataclass(frozen=True)
class RunView:
    id: UUID
    kind: str
    state: RunState
    created_at: datetime
    ended_at: datetime | None


LONGEST_NAME = 200


@dataclass(frozen=True)
class Matter:
    """What a run is for: a case, and the workflow in it. A workflow always belongs to a case."""

    case_id: UUID | None = None
    workflow: str = ""

    @property
    def is_named(self) -> bool:
        return self.case_id is not None or bool(self.workflow)


NO_MATTER = Matter()


class MatterIn(BaseModel):
    """The two fields by which a request may name its case and workflow."""

    case_id: UUID | None = Field(default=None, description="The case this is done for.")
    workflow: Annotated[str, Field(max_length=LONGEST_NAME, pattern=NO_NUL)] = Field(
        default="", description="The name of a workflow in the case; created if it is new."
    )

    @property
    def matter(self) -> Matter:
        return Matter(self.case_id, self.workflow.strip())
