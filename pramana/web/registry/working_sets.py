"""Bookmarks, saved views and edits of the records that were selected in the list."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from pramana.registry import services
from pramana.registry.contracts import BulkEdit
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.params import parse_id, text_param
from pramana.web.registry.views import view_filters


@require_POST
@page()
def bookmark_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Add or remove the reader's bookmark."""
    is_set = request.POST.get("bookmarked") == "yes"
    attempt(
        request,
        lambda: services.set_bookmark(request.principal.scope, record_id, is_set=is_set),
        _("Bookmarked.") if is_set else _("Bookmark removed."),
    )
    return redirect_back(request, "web:registry")


@require_POST
@page()
def save_registry_view(request: PageRequest) -> HttpResponse:
    name = text_param(request.POST, "view", 100)
    filters = view_filters(request.POST)
    attempt(
        request,
        lambda: services.save_view(request.principal.scope, name, filters),
        _("View saved."),
    )
    return redirect_back(request, "web:registry")


@require_POST
@page()
def delete_registry_view(request: PageRequest, view_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: services.delete_view(request.principal.scope, view_id),
        _("View deleted."),
    )
    return redirect_back(request, "web:registry")


@require_POST
@page(Role.REVIEWER)
def edit_selection(request: PageRequest) -> HttpResponse:
    """Change tags or one attribute of the selected records."""
    ids = [pk for text in request.POST.getlist("record") if (pk := parse_id(text))]
    tags = tuple(
        tag for each in text_param(request.POST, "tags", 1000).split(",") if (tag := each.strip())
    )
    key = text_param(request.POST, "key", 64)
    value = text_param(request.POST, "value", 2000)
    is_removal = "remove" in request.POST
    edit = BulkEdit(
        add_tags=() if is_removal else tags,
        remove_tags=tags if is_removal else (),
        attributes={key: None if is_removal else value} if key and (value or is_removal) else {},
        description=_("Edited with other records."),
    )
    author = request.principal.user_name
    count = len(ids)
    attempt(
        request,
        lambda: services.edit_records(request.principal.scope, ids, edit, author=author),
        ngettext("%(count)s record edited.", "%(count)s records edited.", count) % {"count": count},
    )
    return redirect_back(request, "web:registry")
