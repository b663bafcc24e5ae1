"""What a person prefers, kept in cookies so that the first paint is right on any page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from pramana.tenancy.selectors import tenants_of
from pramana.web.access import CHOSEN_TENANT, PageRequest, page
from pramana.web.addresses import id_of
from pramana.web.context import RAIL_COOKIE, THEME_COOKIE, THEMES
from pramana.web.flow import back_to
from pramana.web.matter import choose_case as keep_case

A_YEAR = 365 * 24 * 3600


@require_POST
def prefer(request: HttpRequest) -> HttpResponse:
    """Language, colours, width of the rail. Open to all: the sign-in page has a language too."""
    response = back_to(request, "web:home")
    _keep(response, request, settings.LANGUAGE_COOKIE_NAME, "language", dict(settings.LANGUAGES))
    _keep(response, request, THEME_COOKIE, "theme", THEMES)
    _keep(response, request, RAIL_COOKIE, "rail", ("wide", "narrow"))
    return response


def _keep(
    response: HttpResponseRedirect,
    request: HttpRequest,
    cookie: str,
    field: str,
    known: dict[str, str] | tuple[str, ...],
) -> None:
    chosen = request.POST.get(field)
    if chosen is not None and chosen in known:
        response.set_cookie(
            cookie, chosen, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
        )


@require_POST
@page()
def choose_tenant(request: PageRequest) -> HttpResponse:
    """Work in another tenant the person belongs to; any other id changes nothing."""
    actor = request.principal.scope.actor_id
    mine = {str(tenant.id) for tenant in tenants_of(actor)} if actor else set()
    chosen = request.POST.get("tenant")
    if chosen in mine:
        request.session[CHOSEN_TENANT] = chosen
    return redirect("web:home")


@require_POST
@page()
def choose_case(request: PageRequest) -> HttpResponse:
    """Work in a case of this tenant; what is no case of it means none."""
    keep_case(request, id_of(request.POST.get("case", "")))
    return back_to(request, "web:home")
