"""API keys: create one, see it once, revoke it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pramana.documents.selectors import collections_of
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import KeyKind, NewKey, Role
from pramana.tenancy.selectors import keys_of
from pramana.tenancy.services import create_key, revoke_key
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.keys import key
from pramana.web.sentences import sentence
from pramana.web.words import KINDS, ROLES


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
        "collections": collections_of(request.principal.scope),
        "line": _line(request, made) if made else "",
    }
    return render(request, "web/pages/keys.html", context)


def _made(request: PageRequest) -> NewKey | None:
    role, kind = request.POST.get("role", ""), request.POST.get("kind", "")
    try:
        return create_key(
            request.principal.scope,
            text_in(request.POST, "name", 200),
            role=Role(role) if role in set(Role) else Role.VIEWER,
            kind=KeyKind(kind) if kind in set(KeyKind) else KeyKind.SECRET,
            origins=request.POST.get("origins", "").split(),
            collections=_chosen(request) if kind == KeyKind.PUBLISHABLE else (),
        )
    except AppError as error:
        messages.error(request, sentence(error.message))
        return None


def _line(request: PageRequest, made: NewKey) -> str:
    """What a site puts into its pages to have the chat there."""
    address = request.build_absolute_uri(reverse("web:embed"))
    return f'<script src="{address}" data-key="{made.secret}" defer></script>'


def _chosen(request: PageRequest) -> list[UUID]:
    """Collections of this tenant, whatever the form says."""
    wanted = set(request.POST.getlist("collections"))
    return [each.id for each in collections_of(request.principal.scope) if str(each.id) in wanted]


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
