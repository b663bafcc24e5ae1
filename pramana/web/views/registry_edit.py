"""Writing to the registry: a new record, or a changed one."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pramana.documents.selectors import documents_by_id
from pramana.kit.errors import AppError
from pramana.language.scripts import language_by_script
from pramana.registry import selectors, services
from pramana.registry.contracts import SUB_TYPES, EntityType, RecordView
from pramana.registry.domain.reading import dumped
from pramana.registry.errors import RecordChanged
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import id_of, text_in
from pramana.web.keys import key
from pramana.web.sentences import sentence
from pramana.web.views.registry import titles
from pramana.web.views.registry_form import data_from, form_of, sent_form
from pramana.web.views.registry_words import NAME_KINDS, SINGULARS, SUB_TYPE_WORDS

LONGEST_NAME = 200


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def create(request: PageRequest) -> HttpResponse:
    """A new record; what was filled in stays when it is refused."""
    if request.method != "POST":
        return _form(request, _begun(request), title=_("New record"))
    form = {**sent_form(request.POST), **_kind(request)}
    given = {**data_from(form, {}), "type": form["type"], "sub_type": form["sub_type"] or None}
    try:
        made = services.create_record(
            request.principal.scope,
            given,
            author=request.principal.user_name,
            description=_reason(request),
        )
    except AppError as error:
        return _form(request, form, title=_("New record"), error=error)
    messages.success(request, _("The record is in the registry."))
    return redirect("web:registry-record", record_id=made.record_id)


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def edit(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Change what a record says. Whoever saw an older version is shown the newer one first."""
    record = selectors.get_record(request.principal.scope, record_id)
    title = _("Edit “%(title)s”") % {"title": titles(record)["title"]}
    if request.method != "POST":
        return _form(request, form_of(record.data), title=title, record=record)
    form = sent_form(request.POST)
    try:
        services.replace_record(
            request.principal.scope,
            record_id,
            data_from(form, dumped(record.data)),
            author=request.principal.user_name,
            description=_reason(request),
            expected_version=_seen(request),
        )
    except AppError as error:
        return _form(request, form, title=title, record=record, error=error)
    messages.success(request, _("Saved as a new version."))
    return redirect("web:registry-record", record_id=record_id)


def _form(
    request: PageRequest,
    form: dict[str, Any],
    *,
    title: str,
    record: RecordView | None = None,
    error: AppError | None = None,
) -> HttpResponse:
    context = {
        "title": title,
        "keys": (key("b", _("Leave without saving")),),
        "form": form,
        "record": record,
        "reason": _reason(request),
        "error": sentence(error.message) if error else "",
        "changed": isinstance(error, RecordChanged),
        "types": SINGULARS.items(),
        "sub_types": [
            (SINGULARS[kind], [(each, SUB_TYPE_WORDS[each]) for each in subs])
            for kind, subs in SUB_TYPES.items()
            if subs
        ],
        "name_kinds": NAME_KINDS.items(),
    }
    status = error.status if error else 200
    return render(request, "web/pages/registry_form.html", context, status=status)


def _kind(request: PageRequest) -> dict[str, str]:
    """Type and sub-type; a sub-type of another type is what was left from an earlier choice."""
    asked, sub_type = request.POST.get("type", ""), request.POST.get("sub_type", "")
    fits = asked in set(EntityType) and sub_type in SUB_TYPES[EntityType(asked)]
    return {"type": asked, "sub_type": sub_type if fits else ""}


def _begun(request: PageRequest) -> dict[str, Any]:
    """A record to be filled in; its name may be words that someone selected in a document."""
    name = " ".join(text_in(request.GET, "name", LONGEST_NAME).split())
    names = [{"kind": "PRIMARY", language_by_script(name): name}]
    return {"names": names, "type": request.GET.get("type", "person"), "sub_type": ""}


def _reason(request: PageRequest) -> str:
    """What was written; to begin with, the document in which the name was selected."""
    if request.method == "POST":
        return text_in(request.POST, "reason", 2000)
    document_id = id_of(request.GET.get("document", ""))
    found = documents_by_id(request.principal.scope, [document_id] if document_id else [])
    return _("Named in “%(title)s”.") % {"title": found[0].title} if found else ""


def _seen(request: PageRequest) -> int | None:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
