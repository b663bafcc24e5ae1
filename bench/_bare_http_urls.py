"""The one operation of the bare project: who is behind this key?"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import path
from ninja import NinjaAPI, Schema
from ninja.security import HttpBearer

from pramana.tenancy.contracts import Principal
from pramana.tenancy.services import principal_for_key


class TenantOut(Schema):
    id: UUID
    name: str


class MeOut(Schema):
    user_id: UUID | None
    user_name: str
    role: str
    tenant: TenantOut
    key_id: UUID | None
    key_kind: str | None


class Key(HttpBearer):
    def authenticate(self, request: HttpRequest, token: str) -> Principal:
        return principal_for_key(token)


api = NinjaAPI(auth=Key(), docs_url=None, openapi_url=None)


@api.get("/me", response=MeOut)
def me(request: Any) -> MeOut:
    principal: Principal = request.auth
    return MeOut(
        user_id=principal.scope.actor_id,
        user_name=principal.user_name,
        role=principal.role,
        tenant=TenantOut(id=principal.scope.tenant_id, name=principal.tenant_name),
        key_id=principal.key_id,
        key_kind=principal.key_kind,
    )


urlpatterns = [path("api/", api.urls)]
