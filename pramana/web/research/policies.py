"""Source rules: which sources rank higher or are never offered in this tenant's research."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST
from pydantic import TypeAdapter, ValidationError

from pramana.external.contracts import PolicyView
from pramana.external.policies import policy_for
from pramana.external.selectors import policies_of
from pramana.external.services import add_policy, remove_policy
from pramana.kit.errors import AppError, InvalidRequest
from pramana.retrieval.scoring.contracts import PolicyEffect, Source
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt_confirmed
from pramana.web.errors import error_sentence
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import text_param

POLICY_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("t", later("Test a URL")),
    shortcut("b", later("Back to research")),
)
ADMIN_POLICY_SHORTCUTS = (*POLICY_SHORTCUTS, shortcut("n", later("New rule")))
LONGEST_URL = 2_000
LONGEST_NOTE = 500
POINTS = range(1, 51)
DEFAULT_POINTS = 10
SOURCE: TypeAdapter[str] = TypeAdapter(Source)


@page()
def show_policies(request: PageRequest) -> HttpResponse:
    return _policies_page(request)


@require_POST
@page(Role.ADMIN)
def add_source_policy(request: PageRequest) -> HttpResponse:
    """Add a rule. If it is refused, the page says why and keeps what was typed."""
    form = request.POST
    effect = (
        PolicyEffect.REJECT if form.get("effect") == PolicyEffect.REJECT else PolicyEffect.BOOST
    )
    note = text_param(form, "note", LONGEST_NOTE)
    try:
        made = add_policy(
            request.principal.scope,
            _source_param(form),
            effect,
            points=_points_param(form),
            note=note,
        )
    except AppError as error:
        return _policies_page(request, problem=error_sentence(error.message))
    done = {
        PolicyEffect.BOOST: _("%(source)s ranks higher now."),
        PolicyEffect.REJECT: _("%(source)s is rejected now."),
    }
    messages.success(request, done[effect] % {"source": made.pattern})
    return redirect("web:research-sources")


def _source_param(form: QueryDict) -> str:
    try:
        return SOURCE.validate_python(form.get("pattern", "").strip())
    except ValidationError:
        raise InvalidRequest(_("Enter a host, such as example.org, or a pattern with *.")) from None


def _points_param(form: QueryDict) -> int:
    asked = form.get("points", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 4
    return int(asked) if is_number and int(asked) in POINTS else DEFAULT_POINTS


@require_POST
@page(Role.ADMIN)
def remove_source_policy(request: PageRequest, policy_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    return attempt_confirmed(
        request,
        lambda: remove_policy(scope, policy_id),
        _("Undone."),
        question=_("Remove this rule?"),
        text=_("Future research ignores it. Existing runs keep their scores."),
        yes=_("Remove rule"),
        back="web:research-sources",
    )


def _policies_page(request: PageRequest, *, problem: str = "") -> HttpResponse:
    scope = request.principal.scope
    policies = policies_of(scope)
    people = {each.user_id: each.user_name for each in members_of(scope)} if policies else {}
    context = {
        "title": _("Sources"),
        "keys": ADMIN_POLICY_SHORTCUTS
        if request.principal.role is Role.ADMIN
        else POLICY_SHORTCUTS,
        "rows": [_policy_row(each, people) for each in policies],
        "problem": problem,
        "typed": request.POST,
        "points": request.POST.get("points", DEFAULT_POINTS),
        **_test_result(text_param(request.GET, "url", LONGEST_URL), policies),
    }
    status = 400 if problem else 200
    return render(request, "web/research/policies.html", context, status=status)


def _policy_row(policy: PolicyView, people: dict[UUID, str]) -> dict[str, Any]:
    by = people.get(policy.created_by_id) if policy.created_by_id else None
    return {"policy": policy, "rejects": policy.effect is PolicyEffect.REJECT, "by": by}


def _test_result(url: str, policies: list[PolicyView]) -> dict[str, Any]:
    """Which rule applies to a URL, which may lack its scheme."""
    if not url:
        return {"tried": "", "is_address": False}
    full = url if "://" in url else f"https://{url}"
    rule = policy_for(policies, full)
    return {
        "tried": url,
        "is_address": _is_web_address(full),
        "rule": rule,
        "rejects": rule is not None and rule.effect is PolicyEffect.REJECT,
    }


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
