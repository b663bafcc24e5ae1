"""The page that imports a file of records after showing what that would do."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pramana.kit.errors import AppError
from pramana.registry.contracts import ImportTally, RecordType
from pramana.registry.exchange import import_content
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.errors import error_sentence
from pramana.web.navigation import shortcut
from pramana.web.params import text_param
from pramana.web.registry.wording import TYPE_NAMES

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
