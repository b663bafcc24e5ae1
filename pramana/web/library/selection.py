"""What can be done with selected documents: tag, move, export, start work, and the trash."""

import csv
import io
import math
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import PurePath
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.contracts import DocumentView
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import (
    READABLE,
    documents_by_id,
    get_trashed,
    stored_file,
    trash_count,
    trash_page,
)
from pramana.documents.services import (
    delete_document,
    empty_trash,
    move_documents,
    restore_documents,
    tag_documents,
    trash_documents,
)
from pramana.documents.services.deletion import KEEP_TRASH
from pramana.extraction.services.exports import csv_value
from pramana.extraction.services.extractions import start_extraction
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.services import open_file
from pramana.web.access import PageRequest, current_matter, page
from pramana.web.actions import (
    attempt,
    attempt_confirmed,
    confirmation_page,
    is_confirmed,
    redirect_back,
)
from pramana.web.errors import error_sentence
from pramana.web.formatting import count_text, format_number
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import number_param, parse_id, text_param

CHUNK = 256 * 1024
TABLE = "documents.csv"
COLUMNS = ("file", "title", "file name", "tags", "properties", "notes", "added", "address")


class ArchiveBuffer(io.BytesIO):
    """What the archive has written and nobody has taken yet, so that it never grows large.

    It refuses to tell its position, so that the archive is written as a stream.
    """

    def tell(self) -> int:
        raise io.UnsupportedOperation("a stream has no position")

    def take(self) -> bytes:
        taken = self.getvalue()
        self.seek(0)
        self.truncate()
        return taken


def stream_archive(scope: Scope, documents: Sequence[DocumentView]) -> Iterator[bytes]:
    """The archive part by part; files of the same name get a number."""
    buffer = ArchiveBuffer()
    names = distinct_names([each.filename for each in documents])
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for document, name in zip(documents, names, strict=True):
            stored = stored_file(scope, document.id)
            with open_file(scope, stored.id) as source, archive.open(name, "w") as target:
                while part := source.read(CHUNK):
                    target.write(part)
                    yield buffer.take()
        archive.writestr(TABLE, details_table(documents, names))
    yield buffer.take()


def distinct_names(names: Sequence[str]) -> list[str]:
    """
    >>> distinct_names(["a.pdf", "b.pdf", "A.pdf", "documents.csv"])
    ['a.pdf', 'b.pdf', 'A (2).pdf', 'documents (2).csv']
    """
    seen: Counter[str] = Counter({TABLE: 1})
    found = []
    for name in names:
        path, unique = PurePath(name or "file"), name or "file"
        while seen[unique.casefold()]:
            seen[str(path).casefold()] += 1
            unique = f"{path.stem} ({seen[str(path).casefold()]}){path.suffix}"
        seen[unique.casefold()] += 1
        found.append(unique)
    return found


def details_table(documents: Sequence[DocumentView], names: Sequence[str]) -> str:
    """A row per document; a cell never begins like a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for document, name in zip(documents, names, strict=True):
        values = (
            name,
            document.title,
            document.filename,
            ", ".join(document.tags),
            "; ".join(f"{each}: {value}" for each, value in document.properties.items()),
            document.notes,
            document.created_at.isoformat(),
            document.source_url,
        )
        writer.writerow([csv_value(value) for value in values])
    return text.getvalue()


MOST_SELECTED = 500
"""Documents changed at once."""
MOST_ASKED = 50
"""Documents that one question is limited to."""
MOST_EXTRACTIONS = 50
"""Extractions started at once."""


@require_POST
@page(Role.REVIEWER)
def move_selected(request: PageRequest) -> HttpResponse:
    """Move documents to a collection; an empty choice removes them from theirs."""
    chosen, wanted = _selected_ids(request), request.POST.get("collection", "")
    attempt(
        request,
        lambda: move_documents(request.principal.scope, chosen, parse_id(wanted)),
        count_text("%(count)s document moved.", "%(count)s documents moved.", len(chosen)),
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def tag_selected(request: PageRequest) -> HttpResponse:
    """Add the typed tags, or with `remove` take them away."""
    chosen = _selected_ids(request)
    tags = text_param(request.POST, "tags", 1000).split(",")
    change = {"remove": tags} if "remove" in request.POST else {"add": tags}
    attempt(
        request,
        lambda: tag_documents(request.principal.scope, chosen, **change),
        count_text("%(count)s document tagged.", "%(count)s documents tagged.", len(chosen)),
    )
    return redirect_back(request, "web:library")


@require_POST
@page(Role.REVIEWER)
def trash_selected(request: PageRequest) -> HttpResponse:
    """Move documents to the trash; they can be restored there."""
    count = trash_documents(request.principal.scope, _selected_ids(request))
    if count:
        messages.success(request, trash_text(count))
    else:
        messages.error(request, _("Select documents first."))
    return redirect_back(request, "web:library")


def trash_text(count: int) -> str:
    return count_text(
        "%(count)s document moved to the trash. It can be restored for 30 days.",
        "%(count)s documents moved to the trash. They can be restored for 30 days.",
        count,
    )


@require_POST
@page(Role.REVIEWER)
def export_selected(request: PageRequest) -> HttpResponseBase:
    """The selected files and a table of their details, as one archive."""
    scope, documents = request.principal.scope, _selected_documents(request)
    if not documents:
        messages.error(request, _("Select documents first."))
        return redirect_back(request, "web:library")
    return StreamingHttpResponse(
        stream_archive(scope, documents),
        content_type="application/zip",
        headers={
            "Content-Disposition": content_disposition_header(True, "documents.zip") or "",
            "Cache-Control": "private, no-store",
        },
    )


@require_POST
@page(Role.REVIEWER)
def start_extractions(request: PageRequest) -> HttpResponse:
    """Start an extraction of each selected document that has been read."""
    scope, matter = request.principal.scope, current_matter(request)
    begun = []
    try:
        for document in _readable(request):
            begun.append(start_extraction(scope, document.id, matter=matter))
    except AppError as error:
        messages.error(request, error_sentence(error.message))
    if not begun:
        messages.error(request, _("Select documents first."))
        return redirect_back(request, "web:library")
    said = count_text("%(count)s extraction started.", "%(count)s extractions started.", len(begun))
    messages.success(request, said)
    return redirect("web:extract-one", begun[0].id) if len(begun) == 1 else redirect("web:extract")


@require_POST
@page(Role.REVIEWER)
def ask_selected(request: PageRequest) -> HttpResponse:
    """Open Ask, limited to the selected documents."""
    chosen = [("in", str(each.id)) for each in _selected_documents(request)[:MOST_ASKED]]
    if not chosen:
        messages.error(request, _("Select documents first."))
        return redirect_back(request, "web:library")
    return redirect(f"{reverse('web:ask')}?{urlencode(chosen)}")


@require_POST
@page(Role.REVIEWER)
def start_stack(request: PageRequest) -> HttpResponse:
    """Put the selected documents into a new stack and open it."""
    scope, chosen = request.principal.scope, _selected_documents(request)
    name = text_param(request.POST, "name", 200) or _stack_name(chosen)
    try:
        stack = create_stack(scope, name, [each.id for each in chosen])
        table = create_table(scope, stack.id, name)
        start_table_extraction(scope, stack.id, table.id, matter=current_matter(request))
    except AppError as error:
        messages.error(request, error_sentence(error.message))
        return redirect_back(request, "web:library")
    return redirect("web:stacks-stack", stack.id)


def _stack_name(documents: list[DocumentView]) -> str:
    if len(documents) == 1:
        return documents[0].title[:200]
    return _("%(count)s documents") % {"count": format_number(len(documents))}


def _readable(request: PageRequest) -> Iterator[DocumentView]:
    found = [each for each in _selected_documents(request) if each.status in READABLE]
    yield from found[:MOST_EXTRACTIONS]


def _selected_documents(request: PageRequest) -> list[DocumentView]:
    return documents_by_id(request.principal.scope, _selected_ids(request))


def _selected_ids(request: PageRequest) -> list[UUID]:
    given = [parse_id(each) for each in request.POST.getlist("document")[:MOST_SELECTED]]
    return [each for each in given if each]


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
