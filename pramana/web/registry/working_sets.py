"""Work with many records: bookmarks, saved views, edits of a selection, and files to import."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pramana.kit.errors import AppError
from pramana.registry import services
from pramana.registry.contracts import RecordType
from pramana.registry.exchange import import_content
from pramana.registry.services.bulk_import import ImportTally
from pramana.registry.services.curation import BulkEdit
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.errors import error_sentence
from pramana.web.navigation import shortcut
from pramana.web.params import parse_id, text_param
from pramana.web.registry.wording import TYPE_NAMES

VIEW_FILTERS = ("type", "sub_type", "name", "tag", "attribute", "bookmarked")
"""The parameters of the list that a saved view keeps."""


def view_filters(values: QueryDict) -> dict[str, str]:
    texts = {name: text_param(values, name, 200) for name in VIEW_FILTERS}
    return {name: text for name, text in texts.items() if text}


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


MAX_KEPT_CHARS = 1_000_000
"""A text up to this length travels in the preview's form, so that nobody chooses the file twice."""


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def import_registry_file(request: PageRequest) -> HttpResponse:
    """Preview a chosen file, then import the text that was previewed."""
    if request.method != "POST":
        return _import_page(request)
    upload = request.FILES.get("file")
    name = text_param(request.POST, "filename", 200) or (upload.name if upload else "") or ""
    content = upload.read() if upload else request.POST.get("content", "").encode()
    asked = request.POST.get("type", "")
    kind = asked if asked in set(RecordType) else ""
    is_preview = "import" not in request.POST
    try:
        tally = import_content(
            request.principal.scope,
            name,
            content,
            author=request.principal.user_name,
            type=kind,
            is_preview=is_preview,
        )
    except AppError as error:
        return _import_page(request, error=error)
    if is_preview:
        return _import_page(request, name=name, content=content, kind=kind, tally=tally)
    messages.success(
        request,
        _("%(created)s records added, %(updated)s updated, %(kept)s left as people changed them.")
        % {"created": tally.created, "updated": tally.updated, "kept": tally.kept},
    )
    return redirect("web:registry")


def _import_page(
    request: PageRequest,
    *,
    name: str = "",
    content: bytes = b"",
    kind: str = "",
    tally: ImportTally | None = None,
    error: AppError | None = None,
) -> HttpResponse:
    text = content.decode("utf-8-sig", "replace")
    context = {
        "title": _("Import records"),
        "keys": (shortcut("b", _("Back to the registry")),),
        "filename": name,
        "content": text if len(text) <= MAX_KEPT_CHARS else "",
        "kind": kind,
        "types": TYPE_NAMES.items(),
        "tally": tally,
        "error": error_sentence(error.message) if error else "",
    }
    status = error.status if error else 200
    return render(request, "web/registry/import.html", context, status=status)
