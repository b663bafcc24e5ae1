"""A new extraction: which document, which fields, and what a person wrote before is kept."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import READABLE, Shelf, get_document, library_page
from pramana.documents.services import EXTENSIONS, add_file
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import TemplateView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.templates import templates_of
from pramana.extraction.services.starting import start_extraction
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, text_in
from pramana.web.keys import LISTS, key
from pramana.web.matter import matter_of
from pramana.web.sentences import sentence
from pramana.web.views.extract_form import BLANK, Row, rows_of, sent_rows, specs_of
from pramana.web.views.extract_templates import save_template
from pramana.web.views.extract_words import TYPES

PAGE = 30
LONGEST_NAME = 80
"""Characters of selected words that become a field's name."""
EXAMPLE = '{"type": "object", "properties": {"total": {"type": "number"}}}'
CHOOSING = (*LISTS, key("f", later("Find by title")), key("u", later("Add a file")))


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def show(request: PageRequest) -> HttpResponse:
    document_id = id_of(request.GET.get("document", ""))
    if document_id is None:
        return _choose(request)
    scope = request.principal.scope
    document = get_document(scope, document_id)
    templates = templates_of(scope)
    if request.method == "POST":
        answer = _sent(request, scope, document_id, templates)
        if answer:
            return answer
    return _form(request, document, templates)


@require_POST
@page(Role.REVIEWER)
def bring(request: PageRequest) -> HttpResponse:
    """A file that is not in the library yet; its page waits until it is read."""
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, _("Choose a document first."))
        return redirect("web:extract-new")
    try:
        added = add_file(request.principal.scope, file.name or "", file)
    except AppError as error:
        messages.error(request, sentence(error.message))
        return redirect("web:extract-new")
    return redirect(f"{reverse('web:extract-new')}?document={added.id}")


def _choose(request: PageRequest) -> HttpResponse:
    words = text_in(request.GET, "title", 200)
    after = request.GET.get("after", "")[:600]
    found = library_page(request.principal.scope, Shelf(words=words), after=after, limit=PAGE)
    context = {
        "title": _("Extract from which document?"),
        "keys": CHOOSING,
        "documents": found.documents,
        "next_after": found.next,
        "words": words,
        "readable": READABLE,
        "extensions": EXTENSIONS,
        "limit_mb": settings.PRAMANA.upload_limit_mb,
    }
    return render(request, "web/pages/extract_choose.html", context)


def _sent(
    request: PageRequest, scope: Scope, document_id: UUID, templates: Sequence[TemplateView]
) -> HttpResponse | None:
    """Where to go on; nothing when the form has to be looked at again, as it was sent."""
    try:
        specs = specs_of(sent_rows(request.POST))
        if "save" in request.POST:
            saved = save_template(request, templates, specs)
            address = reverse("web:extract-new")
            return redirect(f"{address}?document={document_id}&template={saved.id}")
        mode = ExtractionMode(request.POST.get("mode", ExtractionMode.AUTO))
        begun = start_extraction(
            scope,
            document_id,
            mode=mode,
            custom_fields=specs,
            overwrite=request.POST.get("overwrite") == "yes",
            matter=matter_of(request),
        )
    except (AppError, ValueError) as error:
        said = error.message if isinstance(error, AppError) else _("That cannot be done")
        messages.error(request, sentence(said))
        return None
    return redirect("web:extract-one", begun.id)


def _form(
    request: PageRequest, document: DocumentView, templates: Sequence[TemplateView]
) -> HttpResponse:
    scope = request.principal.scope
    chosen = next((each for each in templates if str(each.id) == request.GET.get("template")), None)
    rows, mode = _rows(request, scope, chosen)
    context: dict[str, Any] = {
        "title": _("Extract"),
        "keys": (key("b", _("Another document")),),
        "document": document,
        "is_readable": document.status in READABLE,
        "templates": templates,
        "template": chosen,
        "mode": mode,
        "rows": [*rows, *[Row()] * BLANK],
        "blank": Row(),
        "types": [(kind, TYPES[kind]) for kind in FieldType],
        "example": EXAMPLE,
        "again": id_of(request.GET.get("from", "")),
        "overwrite": request.POST.get("overwrite") == "yes",
        "template_name": request.POST.get("template_name", chosen.name if chosen else ""),
    }
    return render(request, "web/pages/extract_new.html", context)


def _rows(
    request: PageRequest, scope: Scope, chosen: TemplateView | None
) -> tuple[list[Row], ExtractionMode]:
    """As it was sent, as the template has it, as the extraction that is run again had it, or one
    field by the words that someone selected in the text."""
    if request.method == "POST":
        is_custom = request.POST.get("mode") == ExtractionMode.CUSTOM or "save" in request.POST
        mode = ExtractionMode.CUSTOM if is_custom else ExtractionMode.AUTO
        return sent_rows(request.POST), mode
    if chosen:
        return list(rows_of(chosen.fields)), ExtractionMode.CUSTOM
    earlier = id_of(request.GET.get("from", ""))
    if earlier:
        found = get_extraction(scope, earlier)
        return list(rows_of(found.custom_fields)), found.mode
    field = " ".join(text_in(request.GET, "field", LONGEST_NAME).split()).rstrip(" :।.")
    return ([Row(field)], ExtractionMode.CUSTOM) if field else ([], ExtractionMode.AUTO)
