"""Members: who belongs here, and as what."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pramana.kit.errors import AppError
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.tenancy.services import add_member, change_role, remove_member
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.keys import key
from pramana.web.sentences import sentence
from pramana.web.words import ROLES


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    link = _added(request) if request.method == "POST" else None
    context = {
        "title": _("Members"),
        "keys": (key("n", _("New member")),),
        "link": link,
        "name": request.POST.get("name", ""),
        "members": members_of(request.principal.scope),
        "roles": ROLES.items(),
    }
    return render(request, "web/pages/members.html", context)


def _added(request: PageRequest) -> str | None:
    """The new person's one-time link; someone who has an account already gets none."""
    name = request.POST.get("name", "").strip()
    try:
        _user, token = add_member(request.principal.scope, name, _role(request))
    except AppError as error:
        messages.error(request, sentence(error.message))
        return None
    if token is None:
        messages.success(request, _("%(name)s is a member now.") % {"name": name})
        return None
    return request.build_absolute_uri(reverse("web:sign-in-link", args=[token]))


def _role(request: PageRequest) -> Role:
    role = request.POST.get("role", "")
    return Role(role) if role in set(Role) else Role.VIEWER


@require_POST
@page(Role.ADMIN)
def change(request: PageRequest, user_id: UUID) -> HttpResponse:
    role = _role(request)
    attempt(
        request,
        lambda: change_role(request.principal.scope, user_id, role),
        _("The role is changed."),
    )
    return redirect("web:settings-members")


@require_POST
@page(Role.ADMIN)
def remove(request: PageRequest, user_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Remove this member?"),
            text=_("They lose access at once, and so do their keys. What they did stays."),
            yes=_("Remove the member"),
            back="web:settings-members",
        )
    attempt(
        request,
        lambda: remove_member(request.principal.scope, user_id),
        _("The member is removed."),
    )
    return redirect("web:settings-members")
