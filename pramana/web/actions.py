"""What views that change something share: make the change, report it, ask first, go back."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from pramana.kit.errors import AppError
from pramana.web.errors import error_sentence

T = TypeVar("T")


def redirect_back(request: HttpRequest, fallback: str) -> HttpResponseRedirect:
    """Redirect to the page named by `next` if it is on this site, else to `fallback`."""
    wanted = safe_next(request)
    return HttpResponseRedirect(wanted) if wanted else redirect(fallback)


def safe_next(request: HttpRequest) -> str:
    """The page named by `next` if it is on this site, else nothing."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(wanted, here, require_https=request.is_secure())
    return wanted if is_ours else ""


def attempt(request: HttpRequest, change: Callable[[], object], done: str = "") -> bool:
    """Make a change and report success, if `done` says how. An `AppError` is reported too."""
    problem = refusal_of(change)
    if problem:
        messages.error(request, problem)
    elif done:
        messages.success(request, done)
    return not problem


def refusal_of(change: Callable[[], object]) -> str:
    """Make a change. The sentence says why it was refused; it is empty if it was made."""
    try:
        change()
    except AppError as error:
        return error_sentence(error.message)
    return ""


def attempt_result(request: HttpRequest, make: Callable[[], T]) -> T | None:
    """What was made, or None if that was refused, which is reported."""
    try:
        return make()
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return None


def render_form(
    request: HttpRequest, template: str, context: dict[str, Any], problem: str
) -> HttpResponse:
    """A page with its form, which says why it was refused and keeps what was typed."""
    context |= {"problem": problem, "typed": request.POST}
    return render(request, template, context, status=400 if problem else 200)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether the person confirmed the deletion."""
    return request.POST.get("confirmed") == "yes"


def confirmation_page(
    request: HttpRequest,
    *,
    question: str,
    text: str,
    yes: str,
    back: str,
    kept: Sequence[tuple[str, str]] = (),
    asks_why: bool = False,
) -> HttpResponse:
    """The confirmation as a page, for when no script asked; `kept` fields are sent again."""
    context: dict[str, Any] = {"title": question, "text": text, "yes": yes, "back": back}
    context |= {"kept": kept, "asks_why": asks_why}
    return render(request, "web/layout/confirm.html", context)


def attempt_confirmed(
    request: HttpRequest,
    change: Callable[[], object],
    done: str,
    *,
    question: str,
    text: str,
    yes: str,
    back: str,
    kept: Sequence[tuple[str, str]] = (),
    to: str = "",
) -> HttpResponse:
    """Ask first; once the person has confirmed, make the change and go to `to`, else to `back`."""
    if not is_confirmed(request):
        return confirmation_page(
            request, question=question, text=text, yes=yes, back=back, kept=kept
        )
    attempt(request, change, done)
    return redirect(to or back)
