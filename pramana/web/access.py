"""Access to pages: sign-in, tenant, role, and the case a person works in."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from pramana.kit.errors import AppError, Forbidden, Unauthorized
from pramana.kit.scope import Scope
from pramana.observability.context import bind_ids
from pramana.tenancy.contracts import Matter, Principal, Role
from pramana.tenancy.errors import SignInNeeded, StorageFull
from pramana.tenancy.selectors import CaseName, find_case, members_of
from pramana.tenancy.services import open_principal, principal_for_user
from pramana.tenancy.storage import is_disk_full
from pramana.web.errors import error_page, unavailable
from pramana.web.params import parse_id
from pramana.web.wording import role_name

CHOSEN_TENANT = "tenant_id"
"""Session key of the tenant a person switched to."""

Rest = ParamSpec("Rest")


class PageRequest(HttpRequest):
    """A request with its principal. The web server already uses the name `request.scope`."""

    principal: Principal


Page = Callable[Concatenate[PageRequest, Rest], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]


def page(role: Role = Role.VIEWER) -> Callable[[Page[Rest]], View[Rest]]:
    """Require this role for a view. Everyone else gets a page that explains why not."""

    def guard(view: Page[Rest]) -> View[Rest]:
        @wraps(view)
        def guarded(
            request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> HttpResponseBase:
            try:
                return _with_private_cache(
                    view(_authorized_request(request, role), *args, **kwargs)
                )
            except Unauthorized:
                return redirect_to_login(request.get_full_path())
            except AppError as error:
                return error_page(request, error)
            except (OperationalError, InterfaceError) as error:
                if is_disk_full(error):
                    return error_page(request, StorageFull())
                return unavailable(request)

        return guarded

    return guard


def _with_private_cache(response: HttpResponseBase) -> HttpResponseBase:
    """Let browsers revalidate pages, unless the view set a stricter cache policy."""
    if "Cache-Control" not in response:
        patch_cache_control(response, private=True, no_cache=True)
    return response


def _authorized_request(request: HttpRequest, role: Role) -> PageRequest:
    known = cast(PageRequest, request)
    known.principal = _with_trace_id(request, principal_of(request))
    if not known.principal.role.includes(role):
        raise Forbidden(
            _("You need the role %(role)s to open this page. Ask an admin of %(tenant)s.")
            % {"role": role_name(role), "tenant": known.principal.tenant_name}
        )
    bind_ids(tenant_id=known.principal.scope.tenant_id)  # turns in the CPU pool are a tenant's
    return known


def _with_trace_id(request: HttpRequest, principal: Principal) -> Principal:
    """Record changes made by this page under the request's id."""
    trace_id = getattr(request, "request_id", principal.scope.trace_id)
    return replace(principal, scope=replace(principal.scope, trace_id=trace_id))


def principal_of(request: HttpRequest) -> Principal:
    """The signed-in person in their current tenant; with PRAMANA_OPEN=1, the owner."""
    if request.user.is_authenticated:
        return principal_for_user(request.user, chosen=request.session.get(CHOSEN_TENANT))
    if settings.PRAMANA.open:
        return open_principal()
    raise SignInNeeded()


CURRENT_CASES = "case_ids"
"""Session key of the current case of each tenant. Cases are looked up on use, so one that was
deleted or belongs to another tenant counts as none."""


def current_case(request: HttpRequest, scope: Scope) -> CaseName | None:
    case_id = parse_id(_current_case_ids(request).get(str(scope.tenant_id), ""))
    return find_case(scope, case_id) if case_id else None


def member_names(scope: Scope) -> dict[UUID, str]:
    """The names of the tenant's members by their ids."""
    return {member.user_id: member.user_name for member in members_of(scope)}


def current_matter(request: PageRequest) -> Matter:
    """Work started from this page belongs to the current case."""
    case = current_case(request, request.principal.scope)
    return Matter(case.id) if case else Matter()


def set_current_case(request: PageRequest, case_id: UUID | None) -> CaseName | None:
    """Set the current case. An id that is no case of this tenant clears it."""
    scope = request.principal.scope
    case = find_case(scope, case_id) if case_id else None
    chosen = {**_current_case_ids(request), str(scope.tenant_id): str(case.id) if case else ""}
    request.session[CURRENT_CASES] = {tenant: each for tenant, each in chosen.items() if each}
    return case


def _current_case_ids(request: HttpRequest) -> dict[str, str]:
    return cast(dict[str, str], request.session.get(CURRENT_CASES, {}))
