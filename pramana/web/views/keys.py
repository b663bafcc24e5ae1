"""API keys: create one, see it once, revoke it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pramana.kit.errors import AppError
from pramana.tenancy.contracts import KeyKind, NewKey, Role
from pramana.tenancy.selectors import keys_of
from pramana.tenancy.services import create_key, revoke_key
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.keys import key
from pramana.web.words import KINDS, ROLES, sentence


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    """A new key is in the answer to its form and in no address, session or log."""
    made = _made(request) if request.method == "POST" else None
    context = {
        "title": _("Keys"),
        "keys": (key("n", _("New key")),),
        "made": made,
        "found": keys_of(request.principal.scope),
        "roles": ROLES.items(),
        "kinds": KINDS.items(),
    }
    return render(request, "web/pages/keys.html", context)


def _made(request: PageRequest) -> NewKey | None:
    role, kind = request.POST.get("role", ""), request.POST.get("kind", "")
    try:
        return create_key(
            request.principal.scope,
            request.POST.get("name", "").replace("\x00", ""),
            role=Role(role) if role in set(Role) else Role.VIEWER,
            kind=KeyKind(kind) if kind in set(KeyKind) else KeyKind.SECRET,
            origins=request.POST.get("origins", "").split(),
        )
    except AppError as error:
        messages.error(request, sentence(error.message))
        return None


@require_POST
@page(Role.ADMIN)
def revoke(request: PageRequest, key_id: UUID) -> HttpResponse:
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Revoke this key?"),
            text=_("Whatever uses it stops working at once. This cannot be undone."),
            yes=_("Revoke the key"),
            back="web:settings-keys",
        )
    attempt(request, lambda: revoke_key(request.principal.scope, key_id), _("The key is revoked."))
    return redirect("web:settings-keys")
