"""Signing in with an identity provider, there and back again, and signing out."""

from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from pydantic import ValidationError

from pramana.kit.errors import AppError
from pramana.tenancy.contracts import IdentityProvider
from pramana.tenancy.errors import SignOnRefused
from pramana.tenancy.openid import PendingSignOn, begin_sign_on, finish_sign_on, sign_out_address
from pramana.tenancy.services import admit_person
from pramana.web.actions import safe_next
from pramana.web.errors import error_sentence
from pramana.web.settings.account import begin_session, sign_in_form

PENDING = "sign_on"
"""Session key of the sign-ins that were started in this browser, by their state."""
MOST_PENDING = 5
SIGNED_ON = "signed_on"
"""Session key of the provider that a person signed in with, and of its token."""


@never_cache
@require_safe
def start_sign_on(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the person to the provider. It is a link: forms may be sent to our own site only."""
    if request.user.is_authenticated:
        return redirect(safe_next(request) or "web:home")
    try:
        address, pending = begin_sign_on(
            _provider(provider_id),
            request.build_absolute_uri(reverse("web:sign-on-return")),
            next_page=safe_next(request),
        )
    except AppError as error:
        return _problem(request, error)
    started = {**_started(request), pending.state: pending.model_dump()}
    request.session[PENDING] = dict(list(started.items())[-MOST_PENDING:])
    return redirect(address)


@never_cache
@require_safe
def return_from_sign_on(request: HttpRequest) -> HttpResponse:
    """The provider sends the person here. Each answer counts once, in the browser that asked."""
    try:
        pending = _take_pending(request)
        provider = _provider(pending.provider_id)
        person = finish_sign_on(provider, pending, request.GET.dict())
        user = admit_person(provider, person)
    except AppError as error:
        return _problem(request, error)
    begin_session(request, user)
    request.session.pop(PENDING, None)
    request.session[SIGNED_ON] = {"provider_id": provider.id, "id_token": person.id_token}
    return redirect(pending.next or "web:home")


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session here, then at the provider where the person signed in with one.

    A page goes on to the provider, because browsers follow no redirect of a form to another site.
    """
    signed_on = request.session.get(SIGNED_ON)
    logout(request)
    if not isinstance(signed_on, dict):
        return redirect("web:sign-in")
    try:
        provider = _provider(str(signed_on.get("provider_id")))
        back = request.build_absolute_uri(reverse("web:sign-in"))
        address = sign_out_address(provider, str(signed_on.get("id_token", "")), back)
    except AppError:
        return redirect("web:sign-in")
    if not address:
        return redirect("web:sign-in")
    context = {"title": _("Sign out"), "provider": provider.name, "address": address}
    response = render(request, "web/settings/sign_out.html", context)
    response["Refresh"] = f"0; url={address}"
    return response


def _provider(provider_id: str) -> IdentityProvider:
    for provider in settings.PRAMANA.oidc:
        if provider.id == provider_id:
            return provider
    raise SignOnRefused()


def _started(request: HttpRequest) -> dict[str, Any]:
    kept = request.session.get(PENDING)
    return kept if isinstance(kept, dict) else {}


def _take_pending(request: HttpRequest) -> PendingSignOn:
    started = dict(_started(request))
    kept = started.pop(request.GET.get("state", ""), None)
    if kept is None:
        raise SignOnRefused()
    request.session[PENDING] = started
    try:
        return PendingSignOn.model_validate(kept)
    except ValidationError:
        raise SignOnRefused() from None


def _problem(request: HttpRequest, error: AppError) -> HttpResponse:
    return sign_in_form(request, error_sentence(error.message), error.status, error.retry_after)
