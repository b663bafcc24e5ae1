"""The registry: find a record in either script, see what it says and how it came to say so."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.registry import selectors
from pramana.registry.contracts import SUB_TYPES, EntityType, RecordView
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.addresses import text_in
from pramana.web.keys import LISTS, key
from pramana.web.tabs import Tab
from pramana.web.views.registry_words import PLURALS, SUB_TYPE_WORDS, change_rows, facts_of

PAGE = 50
NEWEST = 30
"""Versions that are listed beside a record."""

KEYS = (*LISTS, key("f", later("Find by name")), key("n", later("New record")))
RECORD_KEYS = (
    key("e", later("Edit")),
    key("t", later("Everything that names it")),
    key("b", later("Back to the registry")),
)


@page()
def show(request: PageRequest) -> HttpResponse:
    query = text_in(request.GET, "name", 200)
    kind, sub_type = _kinds(request)
    offset = _number(request.GET.get("from", ""))
    found = selectors.search_records(
        request.principal.scope,
        query,
        entity_type=kind,
        sub_type=sub_type,
        limit=PAGE,
        offset=offset,
    )
    following = offset + PAGE
    context = {
        "title": _("Registry"),
        "keys": KEYS,
        "rows": [_row(record) for record in found.records],
        "total": found.total,
        "next_from": following if found.total > following else None,
        "query": query,
        "kind": kind,
        "sub_type": sub_type,
        "sub_types": [(each, SUB_TYPE_WORDS[each]) for each in SUB_TYPES[kind]] if kind else [],
        "tabs": _tabs(kind),
    }
    return render(request, "web/pages/registry.html", context)


def _kinds(request: PageRequest) -> tuple[EntityType | None, str | None]:
    """Type and sub-type from the address, as far as they make sense."""
    asked = request.GET.get("type", "")
    kind = EntityType(asked) if asked in set(EntityType) else None
    sub_type = request.GET.get("sub_type", "")
    return kind, sub_type if kind and sub_type in SUB_TYPES[kind] else None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _tabs(chosen: EntityType | None) -> list[Tab]:
    kinds = [Tab(kind, PLURALS[kind], kind is chosen) for kind in EntityType]
    return [Tab("", _("All"), chosen is None), *kinds]


def _row(record: RecordView) -> dict[str, object]:
    return {"record": record, **titles(record)}


def titles(record: RecordView) -> dict[str, str]:
    """The name in the reader's script, and in the other one where it has both."""
    language = "ne" if get_language() == "ne" else "en"
    title = record.title(language)
    other = record.title("en" if language == "ne" else "ne")
    return {"title": title, "other": "" if other == title else other}


@page()
def show_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    record = selectors.get_record(scope, record_id)
    relations, related = selectors.relationships_of(scope, record_id, limit=200)
    first = max(0, record.version - NEWEST)
    versions, _total = selectors.versions_of(scope, record_id, offset=first, limit=NEWEST)
    context = {
        "keys": RECORD_KEYS,
        **_row(record),
        "facts": facts_of(record),
        "relations": relations,
        "more_relations": related - len(relations),
        "versions": versions[::-1],
        "is_admin": request.principal.role.includes(Role.ADMIN),
    }
    return render(request, "web/pages/registry_record.html", context)


@page()
def show_version(request: PageRequest, record_id: UUID, number: int) -> HttpResponse:
    """What one version changed, and the way back to it."""
    scope = request.principal.scope
    record = selectors.get_record(scope, record_id)
    version = selectors.get_version(scope, record_id, min(number, 2**31 - 1))
    changes = selectors.changes_from(scope, record_id, number - 1, number)
    context = {
        "keys": (key("b", _("Back to the record")), *_neighbours(number, record.version)),
        **_row(record),
        "version": version,
        "changes": change_rows(changes),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < record.version else None,
    }
    return render(request, "web/pages/registry_version.html", context)


def _neighbours(number: int, last: int) -> list[object]:
    older = [key("o", _("Older version"))] if number > 1 else []
    newer = [key("n", _("Newer version"))] if number < last else []
    return [*older, *newer]
