"""A person's account: signing in and out, single sign-on, password, preferences."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from pydantic import ValidationError

from pramana.kit.errors import AppError, Unauthorized
from pramana.mail.services import is_mail_configured, is_subscribed, subscribe, unsubscribe
from pramana.postgres.loans import TooCrowded
from pramana.tenancy.contracts import IdentityProvider
from pramana.tenancy.errors import (
    LinkRefused,
    PasswordsOff,
    SignInNeeded,
    SignOnRefused,
    TooManyAttempts,
)
from pramana.tenancy.openid import PendingSignOn, begin_sign_on, finish_sign_on, sign_out_address
from pramana.tenancy.selectors import has_own_sign_in, tenants_of
from pramana.tenancy.services import (
    admit_person,
    audit,
    change_email,
    end_sessions,
    is_link_open,
    sign_in,
    use_sign_in_link,
)
from pramana.tenancy.services.sign_in import HASHING
from pramana.web.access import CHOSEN_TENANT, PageRequest, page
from pramana.web.access import set_current_case as keep_case
from pramana.web.actions import attempt, redirect_back, safe_next
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text, format_number
from pramana.web.navigation import RAIL_COOKIE, THEME_COOKIE, THEMES
from pramana.web.params import parse_id, text_param

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


if TYPE_CHECKING:
    from pramana.tenancy.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect_back(request, "web:home")
    if request.method != "POST":
        return sign_in_form(request, "", 200)
    return _try_sign_in(request)


def _try_sign_in(request: HttpRequest) -> HttpResponse:
    if not settings.PRAMANA.passwords:
        return sign_in_form(request, error_sentence(PasswordsOff().message), 403)
    name, password = request.POST.get("name", ""), request.POST.get("password", "")
    try:
        user = sign_in(name, password, address=request.META.get("REMOTE_ADDR", ""))
    except TooCrowded as error:
        return sign_in_form(request, error_sentence(error.message), 503, error.retry_after)
    except TooManyAttempts as error:
        return sign_in_form(request, _wait_text(error.retry_after or 60), 429, error.retry_after)
    except Unauthorized as error:
        return sign_in_form(request, error_sentence(error.message), 401)
    begin_session(request, user)
    return redirect_back(request, "web:home")


def begin_session(request: HttpRequest, user: "User") -> None:
    """Sign the person in on this device, until PRAMANA_SESSION_HOURS have passed.

    The end is fixed now: what a person does meanwhile does not move it.
    """
    login(request, user, backend=BACKEND)
    request.session.set_expiry(timezone.now() + timedelta(hours=settings.PRAMANA.session_hours))


def _wait_text(seconds: int) -> str:
    minutes = max(1, round(seconds / 60))
    at = timezone.localtime(timezone.now() + timedelta(seconds=seconds)).strftime("%H:%M %Z")
    return ngettext(
        "Too many failed attempts. Try again in %(count)s minute, at %(at)s.",
        "Too many failed attempts. Try again in %(count)s minutes, at %(at)s.",
        minutes,
    ) % {"count": format_number(minutes), "at": format_number(at)}


def sign_in_form(
    request: HttpRequest, problem: str, status: int, retry_after: int | None = None
) -> HttpResponse:
    context = {
        "title": _("Sign in"),
        "problem": problem,
        "name": request.POST.get("name", ""),
        "next": request.POST.get("next") or request.GET.get("next") or "",
        "providers": settings.PRAMANA.oidc,
        "has_passwords": settings.PRAMANA.passwords,
    }
    response = render(request, "web/settings/sign_in.html", context, status=status)
    if retry_after:
        response["Retry-After"] = str(retry_after)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Opening the link does not use it up, because mail programs open links before people do."""
    problem = ""
    try:
        if request.method == "POST":
            user = use_sign_in_link(token)
            begin_session(request, user)
            is_complete = has_own_sign_in(user) or not settings.PRAMANA.passwords
            return redirect("web:home" if is_complete else "web:password")
        if not is_link_open(token):
            raise LinkRefused()
    except Unauthorized as error:
        problem = error_sentence(error.message)
    context = {"title": _("Sign in"), "problem": problem}
    return render(
        request, "web/settings/sign_in_link.html", context, status=401 if problem else 200
    )


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@page()
def show_password(request: PageRequest) -> HttpResponse:
    form = _password_form(request)
    if request.method == "POST" and not settings.PRAMANA.passwords:
        raise PasswordsOff()
    if request.method == "POST" and _is_hashed(form):
        form.user.save()
        update_session_auth_hash(request, form.user)
        audit(request.principal.scope, "password.set", "user", form.user.pk)
        messages.success(request, _("Password set. You were signed out on your other devices."))
        return redirect("web:home")
    context = {
        "title": _("Profile"),
        "form": form,
        "has_one": isinstance(form, PasswordChangeForm),
        "signs_on": has_own_sign_in(form.user),
        "has_passwords": settings.PRAMANA.passwords,
        "person": form.user,
        "can_change_email": not any(each.link_by_email for each in settings.PRAMANA.oidc),
        "email": form.user.email if is_mail_configured() else "",
        "gets_mail": is_subscribed(request.principal.scope, form.user.pk),
        "shortest": settings.PRAMANA.password_length,
        "session": session_length(settings.PRAMANA.session_hours),
    }
    return render(
        request, "web/settings/password.html", context, status=400 if form.errors else 200
    )


@require_POST
@page()
def save_profile(request: PageRequest) -> HttpResponse:
    """Change the person's own e-mail address."""
    user = request.user
    if not user.is_authenticated:
        raise SignInNeeded()  # open mode has no account
    email = text_param(request.POST, "email", 254)
    scope = request.principal.scope
    attempt(request, lambda: change_email(scope, user, email), _("Profile saved."))
    return redirect("web:password")


@require_POST
@page()
def choose_mail(request: PageRequest) -> HttpResponse:
    """Switch e-mail about waiting work on or off, for this person in this tenant."""
    user, scope = request.user, request.principal.scope
    if not user.is_authenticated:
        raise SignInNeeded()  # open mode has no account
    if request.POST.get("mail") == "yes":
        done = _("You are told by e-mail when work waits, at most once an hour.")
        attempt(request, lambda: subscribe(scope, user.pk), done)
    else:
        unsubscribe(scope, user.pk)
        messages.success(request, _("You get no more e-mail about waiting work."))
    return redirect("web:password")


@require_POST
@page()
def sign_out_elsewhere(request: PageRequest) -> HttpResponse:
    """End the person's sessions on all devices but this one."""
    user = request.user
    if not user.is_authenticated:
        raise SignInNeeded()  # open mode has no account
    end_sessions(user)
    update_session_auth_hash(request, user)
    audit(request.principal.scope, "sessions.ended", "user", user.pk)
    messages.success(request, _("You were signed out on all other devices."))
    return redirect("web:password")


def session_length(hours: int) -> str:
    """How long a sign-in lasts: in days where it is whole days, else in hours."""
    if hours % 24:
        return count_text("%(count)s hour", "%(count)s hours", hours)
    days = hours // 24
    return count_text("%(count)s day", "%(count)s days", days)


def _is_hashed(form: "SetPasswordForm[Any]") -> bool:
    """Whether the new password is valid; it is hashed in its turn, without a connection."""
    with HASHING.enter():
        if form.is_valid():
            form.save(commit=False)
            return True
    return False


def _password_form(request: PageRequest) -> "SetPasswordForm[Any]":
    user = request.user
    if not user.is_authenticated:
        raise SignInNeeded()  # open mode has no account
    posted = request.POST if request.method == "POST" else None
    if user.has_usable_password():
        return PasswordChangeForm(user, posted)
    return SetPasswordForm(user, posted)


YEAR_IN_SECONDS = 365 * 24 * 3600


@require_POST
def save_preferences(request: HttpRequest) -> HttpResponse:
    """Save language, colours and rail width, also for people who are not signed in."""
    response = redirect_back(request, "web:home")
    _set_cookie(
        response, request, settings.LANGUAGE_COOKIE_NAME, "language", dict(settings.LANGUAGES)
    )
    _set_cookie(response, request, THEME_COOKIE, "theme", THEMES)
    _set_cookie(response, request, RAIL_COOKIE, "rail", ("wide", "narrow"))
    return response


def _set_cookie(
    response: HttpResponseRedirect,
    request: HttpRequest,
    cookie: str,
    field: str,
    known: dict[str, str] | tuple[str, ...],
) -> None:
    chosen = request.POST.get(field)
    if chosen is not None and chosen in known:
        response.set_cookie(
            cookie, chosen, max_age=YEAR_IN_SECONDS, samesite="Lax", secure=request.is_secure()
        )


@require_POST
@page()
def choose_tenant(request: PageRequest) -> HttpResponse:
    """Switch to another of the person's tenants; any other id changes nothing."""
    actor = request.principal.scope.actor_id
    mine = {str(tenant.id) for tenant in tenants_of(actor)} if actor else set()
    chosen = request.POST.get("tenant")
    if chosen in mine:
        request.session[CHOSEN_TENANT] = chosen
    return redirect("web:home")


@require_POST
@page()
def choose_case(request: PageRequest) -> HttpResponse:
    """Set the current case; an id that is no case of this tenant clears it."""
    keep_case(request, parse_id(request.POST.get("case", "")))
    return redirect_back(request, "web:home")
