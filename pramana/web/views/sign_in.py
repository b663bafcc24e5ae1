"""Signing in: with name and password, or once with a link."""

from datetime import timedelta

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from pramana.kit.errors import Unauthorized
from pramana.tenancy.errors import TooManyAttempts
from pramana.tenancy.services import sign_in, use_sign_in_link
from pramana.web.figures import figure
from pramana.web.flow import back_to
from pramana.web.sentences import sentence

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return back_to(request, "web:home")
    if request.method != "POST":
        return _form(request, "", 200)
    return _tried(request)


def _tried(request: HttpRequest) -> HttpResponse:
    name, password = request.POST.get("name", ""), request.POST.get("password", "")
    try:
        user = sign_in(name, password, address=request.META.get("REMOTE_ADDR", ""))
    except TooManyAttempts as error:
        return _form(request, _wait(error.retry_after or 60), 429, error.retry_after)
    except Unauthorized as error:
        return _form(request, sentence(error.message), 401)
    login(request, user, backend=BACKEND)
    return back_to(request, "web:home")


def _wait(seconds: int) -> str:
    minutes = max(1, round(seconds / 60))
    at = timezone.localtime(timezone.now() + timedelta(seconds=seconds)).strftime("%H:%M %Z")
    return ngettext(
        "Too many failed attempts. Try again in %(count)s minute, at %(at)s.",
        "Too many failed attempts. Try again in %(count)s minutes, at %(at)s.",
        minutes,
    ) % {"count": figure(minutes), "at": figure(at)}


def _form(
    request: HttpRequest, problem: str, status: int, retry_after: int | None = None
) -> HttpResponse:
    context = {
        "title": _("Sign in"),
        "problem": problem,
        "name": request.POST.get("name", ""),
        "next": request.POST.get("next") or request.GET.get("next") or "",
    }
    response = render(request, "web/pages/sign_in.html", context, status=status)
    if retry_after:
        response["Retry-After"] = str(retry_after)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Looking at the link spends nothing: mail programs look at links before people do."""
    problem = ""
    if request.method == "POST":
        try:
            login(request, use_sign_in_link(token), backend=BACKEND)
            return redirect("web:home")
        except Unauthorized as error:
            problem = sentence(error.message)
    context = {"title": _("Sign in"), "problem": problem}
    return render(request, "web/pages/sign_in_link.html", context, status=401 if problem else 200)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("web:sign-in")
