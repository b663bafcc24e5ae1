"""One tiny API per envelope, with every way to fail."""

import errno
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpRequest
from django.urls import path
from ninja import Router, Schema
from pydantic import BaseModel, Field

from pramana.api.apis import Api, make_api
from pramana.api.error_responses import AGNI, CHAT, DETAIL, MESSAGES, Envelope
from pramana.kit import errors

SECRET = "words of a document that must not be told"

RAISED: dict[str, Exception] = {
    "invalid": errors.InvalidRequest("The name is taken."),
    "unauthorized": errors.Unauthorized("No key."),
    "forbidden": errors.Forbidden("Not yours."),
    "missing": errors.NotFound("There is no such thing."),
    "conflict": errors.Conflict("Someone was faster."),
    "large": errors.TooLarge("At most 3."),
    "often": errors.RateLimited("Too often.", retry_after=7),
    "down": errors.Unavailable("The model is away."),
    "http404": Http404(SECRET),
    "denied": PermissionDenied(SECRET),
    "suspicious": SuspiciousOperation(SECRET),
    "database": OperationalError(SECRET),
    "data": DataError(SECRET),
    "integrity": IntegrityError(SECRET),
    "full": OSError(errno.ENOSPC, SECRET),
    "bug": ZeroDivisionError(SECRET),
}


class PartIn(BaseModel):
    weight: float = 0


class ThingIn(Schema):
    name: Annotated[str, Field(min_length=2, max_length=20)]
    count: int = 0
    kept: bool = False
    at: datetime | None = None
    parts: list[PartIn] = Field(default_factory=list)


def small(name: str, envelope: Envelope) -> Api:
    router = Router()

    @router.get("/raise/{kind}", auth=None)
    def fail(request: HttpRequest, kind: str) -> None:
        raise RAISED[kind]

    @router.post("/things/{uuid:thing_id}", auth=None)
    def make(request: HttpRequest, thing_id: UUID, body: ThingIn) -> dict[str, str]:
        return {"name": body.name}

    @router.get("/things", auth=None)
    def find(
        request: HttpRequest, query: str = "", limit: int = 1, kept: bool = False
    ) -> dict[str, str]:
        return {"query": query}

    api = make_api(f"small-{name}", envelope, title=name)
    api.add_router("", router)
    return api


MOUNTED = {
    "chat": ("api/small/", CHAT),
    "agni": ("api/agni/", AGNI),
    "detail": ("api/agent/", DETAIL),
    "messages": ("messages/", MESSAGES),
}
urlpatterns = [path(prefix, small(name, kind).urls) for name, (prefix, kind) in MOUNTED.items()]
