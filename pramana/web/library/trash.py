"""The trash: documents that were put away, to restore them or to delete them for ever."""

import math
from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_trashed, trash_count, trash_page
from pramana.documents.services import (
    delete_document,
    empty_trash,
    restore_documents,
    trash_documents,
)
from pramana.documents.services.deletion import KEEP_TRASH
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt_confirmed, confirmation_page, is_confirmed, redirect_back
from pramana.web.formatting import count_text
from pramana.web.library.selection import trash_text
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import number_param

PAGE = 50


@page()
def show_trash(request: PageRequest) -> HttpResponse:
    scope, offset = request.principal.scope, number_param(request, "offset") or 0
    found = trash_page(scope, offset=offset, limit=PAGE)
    total = trash_count(scope)
    now = utcnow()
    context = {
        "title": _("Trash"),
        "keys": (*LIST_SHORTCUTS, shortcut("r", later("Restore"))),
        "rows": [
            (each, _days_left(each.trashed_at + KEEP_TRASH - now))
            for each in found
            if each.trashed_at
        ],
        "total": total,
        "next_offset": offset + PAGE if offset + PAGE < total else None,
    }
    return render(request, "web/library/trash.html", context)


def _days_left(left: timedelta) -> int:
    """Whole days, counting the one that has begun."""
    return max(math.ceil(left / timedelta(days=1)), 0)


@require_POST
@page(Role.REVIEWER)
def trash_document(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Move one document to the trash."""
    if not trash_documents(request.principal.scope, [document_id]):
        raise DocumentNotFound()
    messages.success(request, trash_text(1))
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def restore_document(request: PageRequest, document_id: UUID) -> HttpResponse:
    if not restore_documents(request.principal.scope, [document_id]):
        raise DocumentNotFound()
    messages.success(request, _("Restored, with everything that was derived from it."))
    return redirect_back(request, "web:library-trash")


@require_POST
@page(Role.REVIEWER)
def erase_document(request: PageRequest, document_id: UUID) -> HttpResponse:
    """Delete a document in the trash for ever."""
    scope = request.principal.scope
    document = get_trashed(scope, document_id)
    return attempt_confirmed(
        request,
        lambda: delete_document(scope, document_id),
        _("Deleted."),
        question=_("Delete “%(title)s” for ever?") % {"title": document.title},
        text=loss_text(),
        yes=_("Delete for ever"),
        back="web:library-trash",
    )


@require_POST
@page(Role.REVIEWER)
def erase_trash(request: PageRequest) -> HttpResponse:
    """Delete everything in the trash for ever."""
    scope = request.principal.scope
    total = trash_count(scope)
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Empty the trash?"),
            text=loss_text(),
            yes=_("Delete for ever"),
            back="web:library-trash",
        )
    erased = empty_trash(scope) if total else 0
    done = count_text("%(count)s document deleted.", "%(count)s documents deleted.", erased)
    messages.success(request, done)
    return redirect("web:library-trash")


def loss_text() -> str:
    return _(
        "The file, its text and everything derived from it (reviews, extractions, stack rows) are "
        "deleted. This cannot be undone."
    )
