"""The form that creates and edits a record, and the pages that merge duplicates."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from pramana.documents.selectors import documents_by_id
from pramana.kit.errors import AppError
from pramana.kit.texts import storable
from pramana.language.scripts import language_by_script
from pramana.registry import selectors, services
from pramana.registry.contracts import (
    SUB_TYPES,
    LikelyDuplicate,
    RecordData,
    RecordType,
    RecordView,
)
from pramana.registry.domain.json_patch import display_text
from pramana.registry.domain.validation import dump_data
from pramana.registry.errors import RecordChanged
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, redirect_back
from pramana.web.errors import error_sentence
from pramana.web.navigation import LIST_SHORTCUTS, shortcut
from pramana.web.params import parse_id, text_param
from pramana.web.registry.wording import (
    NAME_KINDS,
    SUB_TYPE_NAMES,
    TYPE_NAMES,
    attribute_rows,
    record_titles,
)

PAIRS_LISTED = 30
ATTRIBUTES_LISTED = 6
DUPLICATES_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("b", later("Back to the registry")))


@page()
def show_duplicates(request: PageRequest) -> HttpResponse:
    pairs, total = selectors.likely_duplicates(request.principal.scope, limit=PAIRS_LISTED)
    context = {
        "title": _("Likely duplicates"),
        "keys": DUPLICATES_SHORTCUTS,
        "pairs": [_pair_row(each) for each in pairs],
        "total": total,
    }
    return render(request, "web/registry/duplicates.html", context)


def _pair_row(pair: LikelyDuplicate) -> dict[str, object]:
    return {
        "percent": round(pair.score * 100),
        "reasons": pair.reasons,
        "sides": [_side(pair.first, pair.second), _side(pair.second, pair.first)],
    }


def _side(record: RecordView, other: RecordView) -> dict[str, object]:
    return {
        "record": record,
        "other_id": other.id,
        **record_titles(record),
        "facts": attribute_rows(record)[:ATTRIBUTES_LISTED],
    }


@require_POST
@page(Role.REVIEWER)
def merge_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Merge the record named in the form into this one."""
    scope, author = request.principal.scope, request.principal.user_name
    other = text_param(request.POST, "other", 300)
    attempt(
        request,
        lambda: services.merge_records(scope, record_id, other, author=author),
        _("Merged. You can undo this on the record’s page."),
    )
    return redirect_back(request, reverse("web:registry-record", args=[record_id]))


@require_POST
@page(Role.REVIEWER)
def separate_records(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope, author = request.principal.scope, request.principal.user_name
    other = text_param(request.POST, "other", 300)
    attempt(
        request,
        lambda: services.keep_separate(scope, record_id, other, author=author),
        _("Kept separate. They are not suggested again."),
    )
    return redirect_back(request, "web:registry-duplicates")


@require_POST
@page(Role.REVIEWER)
def unmerge_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Take a merged record out again."""
    scope, author = request.principal.scope, request.principal.user_name
    attempt(
        request,
        lambda: services.undo_merge(scope, record_id, author=author),
        _("The records are separate again."),
    )
    return redirect("web:registry-record", record_id=record_id)


LANGUAGES = ("en", "ne")
TEXT_FIELDS = ("short_description", "description")
Rows = list[dict[str, str]]


def record_form(data: RecordData) -> dict[str, Any]:
    """A record as form fields."""
    stored = dump_data(data)
    return {
        "names": _name_rows(stored["names"]),
        "misspelled": _name_rows(stored.get("misspelled_names", [])),
        "identifiers": [
            {"scheme": each["scheme"], "value": each["value"]} for each in stored["identifiers"]
        ],
        "attributes": [
            {"name": name, "value": _attribute_text(value)}
            for name, value in stored["attributes"].items()
        ],
        "contacts": stored["contacts"],
        "tags": ", ".join(stored["tags"]),
        **{
            f"{field}_{language}": stored.get(field, {}).get(language, {}).get("value", "")
            for field in TEXT_FIELDS
            for language in LANGUAGES
        },
    }


def posted_form(sent: QueryDict) -> dict[str, Any]:
    """The posted fields, so that a refused form can be shown again."""
    return {
        "names": _posted_rows(sent, "name", ("kind", "en", "ne")),
        "misspelled": _posted_rows(sent, "misspelled", ("en", "ne")),
        "identifiers": _posted_rows(sent, "identifier", ("scheme", "value")),
        "attributes": _posted_rows(sent, "attribute", ("name", "value")),
        "contacts": _posted_rows(sent, "contact", ("type", "value")),
        "tags": _clean(sent.get("tags", "")),
        **{
            f"{field}_{language}": _clean(sent.get(f"{field}_{language}", ""))
            for field in TEXT_FIELDS
            for language in LANGUAGES
        },
    }


def record_data(form: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The record described by the form. Parts the form does not show are kept."""
    said = {
        **before,
        "names": _merged_names(form["names"], before.get("names", [])),
        "misspelled_names": _merged_names(form["misspelled"], before.get("misspelled_names", [])),
        "identifiers": _identifiers(form["identifiers"], before.get("identifiers", [])),
        "attributes": _attributes(form["attributes"], before.get("attributes", {})),
        "contacts": form["contacts"],
        "tags": [tag for each in form["tags"].split(",") if (tag := each.strip())],
    }
    for field in TEXT_FIELDS:
        said[field] = _merged_text(form, field, before.get(field, {}))
    return {name: value for name, value in said.items() if value != {} or name == "attributes"}


def _name_rows(names: list[dict[str, Any]]) -> Rows:
    return [
        {
            "kind": each["kind"],
            **{language: each.get(language, {}).get("full", "") for language in LANGUAGES},
        }
        for each in names
    ]


def _posted_rows(sent: QueryDict, prefix: str, fields: tuple[str, ...]) -> Rows:
    """Posted rows with at least one value besides their kind."""
    columns = [[_clean(text) for text in sent.getlist(f"{prefix}_{name}")] for name in fields]
    rows = [dict(zip(fields, cells, strict=True)) for cells in zip(*columns, strict=False)]
    return [row for row in rows if any(text for name, text in row.items() if name != "kind")]


def _merged_names(rows: Rows, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Names, with their stored parts if the full name is unchanged."""
    known = {
        parts["full"]: parts
        for name in before
        for parts in (name.get("en"), name.get("ne"))
        if parts
    }
    return [
        {
            "kind": row.get("kind") or "ALIAS",
            **{
                language: known.get(row[language], {"full": row[language]})
                for language in LANGUAGES
                if row.get(language)
            },
        }
        for row in rows
    ]


def _identifiers(rows: Rows, before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    known = {(each["scheme"], each["value"]): each for each in before}
    return [dict(known.get((row["scheme"], row["value"]), row)) for row in rows]


def _attributes(rows: Rows, before: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes; untouched values keep their type, so that a number stays a number."""
    return {row["name"]: _attribute_value(row["value"], before.get(row["name"])) for row in rows}


def _attribute_text(value: Any) -> str:
    return (
        json.dumps(value, ensure_ascii=False)
        if isinstance(value, dict | list)
        else display_text(value)
    )


def _attribute_value(text: str, before: Any) -> Any:
    if before is not None and text == _attribute_text(before):
        return before
    if text.startswith(("{", "[")):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _merged_text(form: Mapping[str, Any], field: str, before: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for language in LANGUAGES:
        value, known = form[f"{field}_{language}"], before.get(language, {})
        if value:
            same = known.get("value") == value
            found[language] = known if same else {"value": value, "provenance": "human"}
    return found


def _clean(text: str) -> str:
    return storable(text).strip()


LONGEST_NAME = 200


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def create_record(request: PageRequest) -> HttpResponse:
    """Create a record. A refused form keeps its values."""
    if request.method != "POST":
        return _form_page(request, _blank_form(request), title=_("New record"))
    form = {**posted_form(request.POST), **_posted_type(request)}
    given = {**record_data(form, {}), "type": form["type"], "sub_type": form["sub_type"] or None}
    try:
        made = services.create_record(
            request.principal.scope,
            given,
            author=request.principal.user_name,
            description=_change_reason(request),
        )
    except AppError as error:
        return _form_page(request, form, title=_("New record"), error=error)
    messages.success(request, _("Record added."))
    return redirect("web:registry-record", record_id=made.record_id)


@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.REVIEWER)
def edit_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    """Edit a record. Edits based on an older version are refused and shown again."""
    record = selectors.get_record(request.principal.scope, record_id)
    title = _("Edit “%(title)s”") % {"title": record_titles(record)["title"]}
    if request.method != "POST":
        return _form_page(request, record_form(record.data), title=title, record=record)
    form = posted_form(request.POST)
    try:
        services.replace_record(
            request.principal.scope,
            record_id,
            record_data(form, dump_data(record.data)),
            author=request.principal.user_name,
            description=_change_reason(request),
            expected_version=_base_version(request),
        )
    except AppError as error:
        return _form_page(request, form, title=title, record=record, error=error)
    messages.success(request, _("Saved as a new version."))
    return redirect("web:registry-record", record_id=record_id)


def _form_page(
    request: PageRequest,
    form: dict[str, Any],
    *,
    title: str,
    record: RecordView | None = None,
    error: AppError | None = None,
) -> HttpResponse:
    context = {
        "title": title,
        "keys": (shortcut("b", _("Leave without saving")),),
        "form": form,
        "record": record,
        "reason": _change_reason(request),
        "error": error_sentence(error.message) if error else "",
        "changed": isinstance(error, RecordChanged),
        "types": TYPE_NAMES.items(),
        "sub_types": [
            (TYPE_NAMES[kind], [(each, SUB_TYPE_NAMES[each]) for each in subs])
            for kind, subs in SUB_TYPES.items()
            if subs
        ],
        "name_kinds": NAME_KINDS.items(),
    }
    status = error.status if error else 200
    return render(request, "web/registry/form.html", context, status=status)


def _posted_type(request: PageRequest) -> dict[str, str]:
    """The posted type, and its subtype if it belongs to that type."""
    asked, sub_type = request.POST.get("type", ""), request.POST.get("sub_type", "")
    fits = asked in set(RecordType) and sub_type in SUB_TYPES[RecordType(asked)]
    return {"type": asked, "sub_type": sub_type if fits else ""}


def _blank_form(request: PageRequest) -> dict[str, Any]:
    """A blank form. Its name may come from text selected in a document."""
    name = " ".join(text_param(request.GET, "name", LONGEST_NAME).split())
    names = [{"kind": "PRIMARY", language_by_script(name): name}]
    return {"names": names, "type": request.GET.get("type", "person"), "sub_type": ""}


def _change_reason(request: PageRequest) -> str:
    """The posted reason; initially the document in which the name was selected."""
    if request.method == "POST":
        return text_param(request.POST, "reason", 2000)
    document_id = parse_id(request.GET.get("document", ""))
    found = documents_by_id(request.principal.scope, [document_id] if document_id else [])
    return _("Mentioned in “%(title)s”.") % {"title": found[0].title} if found else ""


def _base_version(request: PageRequest) -> int | None:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
