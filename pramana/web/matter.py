"""The case a person works in: chosen once at the top of any page, for this tenant, until changed.

What is chosen is only a wish in the session. It is looked up whenever it is used, so that a case
that is gone, or another tenant's, counts as none.
"""

from typing import cast
from uuid import UUID

from django.http import HttpRequest

from pramana.kit.scope import Scope
from pramana.tenancy.matters import Matter
from pramana.tenancy.selectors import CaseName, find_case
from pramana.web.access import PageRequest
from pramana.web.addresses import id_of

CHOSEN_CASES = "case_ids"
"""The session's key: of each tenant, the case the person works in there."""


def chosen_case(request: HttpRequest, scope: Scope) -> CaseName | None:
    case_id = id_of(_chosen(request).get(str(scope.tenant_id), ""))
    return find_case(scope, case_id) if case_id else None


def matter_of(request: PageRequest) -> Matter:
    """What is begun from this page is for the chosen case."""
    case = chosen_case(request, request.principal.scope)
    return Matter(case.id) if case else Matter()


def choose_case(request: PageRequest, case_id: UUID | None) -> CaseName | None:
    """Work in a case from now on, or in none; what is not a case of this tenant is none."""
    scope = request.principal.scope
    case = find_case(scope, case_id) if case_id else None
    chosen = {**_chosen(request), str(scope.tenant_id): str(case.id) if case else ""}
    request.session[CHOSEN_CASES] = {tenant: each for tenant, each in chosen.items() if each}
    return case


def _chosen(request: HttpRequest) -> dict[str, str]:
    return cast(dict[str, str], request.session.get(CHOSEN_CASES, {}))
