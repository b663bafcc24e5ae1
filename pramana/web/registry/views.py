"""The registry: the list of records, a record, its versions, and its relations with a drawing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.registry import selectors, services
from pramana.registry.contracts import (
    SUB_TYPES,
    NewRelationship,
    RecordFilter,
    RecordType,
    RecordView,
    RelationshipType,
    RelationshipView,
)
from pramana.tenancy.contracts import Role
from pramana.web import threads
from pramana.web.access import PageRequest, page
from pramana.web.actions import attempt, attempt_confirmed
from pramana.web.navigation import LIST_SHORTCUTS, Tab, shortcut
from pramana.web.params import choice_param, text_param, typed_day
from pramana.web.registry import edit, working_sets
from pramana.web.registry.wording import (
    RELATION_NAMES,
    SUB_TYPE_NAMES,
    TYPE_PLURALS,
    attribute_rows,
    change_rows,
    record_titles,
)
from pramana.web.registry.working_sets import view_filters

MOST_DRAWN = 14
WIDTH, HEIGHT = 640, 400
MIDDLE = (WIDTH // 2, HEIGHT // 2)
MAX_LABEL = 24


@dataclass(frozen=True)
class DrawnRecord:
    """A neighbour at its place, and in words how it is related."""

    id: UUID
    label: str
    relation: str
    x: int
    y: int

    @property
    def halfway(self) -> tuple[int, int]:
        """Where the words of the relation stand."""
        return (self.x + MIDDLE[0]) // 2, (self.y + MIDDLE[1]) // 2


def draw_relations(record: RecordView, relations: Sequence[RelationshipView]) -> list[DrawnRecord]:
    """The neighbours on an ellipse. Several relations with one of them are one line."""
    others: dict[UUID, RecordView] = {}
    words: dict[UUID, list[str]] = {}
    for each in relations:
        starts_here = each.source.id == record.id
        other = each.target if starts_here else each.source
        others[other.id] = other
        said = RELATION_NAMES[each.type][0 if starts_here else 1]
        words.setdefault(other.id, []).append(str(each.attributes.get("position") or said))
    drawn = list(others.values())[:MOST_DRAWN]
    return [
        DrawnRecord(
            other.id,
            _shortened(record_titles(other)["title"]),
            _shortened(", ".join(dict.fromkeys(words[other.id]))),
            *_place(at, len(drawn)),
        )
        for at, other in enumerate(drawn)
    ]


def _place(at: int, count: int) -> tuple[int, int]:
    angle = 2 * pi * at / count - pi / 2
    x, y = MIDDLE[0] + 235 * cos(angle), MIDDLE[1] + 160 * sin(angle)
    return round(x), round(y)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_LABEL else f"{text[: MAX_LABEL - 1]}…"


PAGE = 50
VERSIONS_LISTED = 30
"""Versions listed beside a record."""

REGISTRY_SHORTCUTS = (
    *LIST_SHORTCUTS,
    shortcut("f", later("Find by name")),
    shortcut("n", later("New record")),
)
RECORD_SHORTCUTS = (
    shortcut("e", later("Edit")),
    shortcut("t", later("Everything linked to it")),
    shortcut("b", later("Back to the registry")),
)


@page()
def show_registry(request: PageRequest) -> HttpResponse:
    query = text_param(request.GET, "name", 200)
    chosen = _record_filter(request)
    kind = chosen.entity_type
    offset = _offset_param(request.GET.get("from", ""))
    found = selectors.search_records(
        request.principal.scope,
        query,
        chosen,
        limit=PAGE,
        offset=offset,
    )
    following = offset + PAGE
    context = {
        "title": _("Registry"),
        "keys": REGISTRY_SHORTCUTS,
        "rows": [_record_row(record) for record in found.records],
        "total": found.total,
        "next_from": following if found.total > following else None,
        "query": query,
        "kind": kind,
        "sub_type": chosen.sub_type,
        "chosen": chosen,
        "views": selectors.saved_views(request.principal.scope),
        "filters": view_filters(request.GET),
        "sub_types": [(each, SUB_TYPE_NAMES[each]) for each in SUB_TYPES[kind]] if kind else [],
        "tabs": _type_tabs(kind),
    }
    return render(request, "web/registry/list.html", context)


def _record_filter(request: PageRequest) -> RecordFilter:
    kind, sub_type = _type_params(request)
    return RecordFilter(
        kind,
        sub_type,
        text_param(request.GET, "tag", 200),
        text_param(request.GET, "attribute", 200),
        request.GET.get("bookmarked", "") == "yes",
    )


def _type_params(request: PageRequest) -> tuple[RecordType | None, str | None]:
    """Type and subtype from the URL, if valid."""
    kind = choice_param(request.GET, "type", RecordType)
    sub_type = request.GET.get("sub_type", "")
    return kind, sub_type if kind and sub_type in SUB_TYPES[kind] else None


def _offset_param(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _type_tabs(chosen: RecordType | None) -> list[Tab]:
    kinds = [Tab(kind, TYPE_PLURALS[kind], kind is chosen) for kind in RecordType]
    return [Tab("", _("All"), chosen is None), *kinds]


def _record_row(record: RecordView) -> dict[str, object]:
    return {"record": record, **record_titles(record)}


@page()
def show_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    record = selectors.get_record(scope, record_id)
    if record.id != record_id:
        return redirect("web:registry-record", record_id=record.id)
    relations, related = selectors.relationships_of(scope, record_id, limit=200)
    first = max(0, record.version - VERSIONS_LISTED)
    versions, _total = selectors.versions_of(scope, record_id, offset=first, limit=VERSIONS_LISTED)
    context = {
        "keys": RECORD_SHORTCUTS,
        **_record_row(record),
        "facts": attribute_rows(record),
        "relations": relations,
        "drawing": draw_relations(record, relations),
        "offices": []
        if record.type is RecordType.PERSON
        else selectors.offices_of(scope, record.id),
        "is_bookmarked": selectors.is_bookmarked(scope, record_id),
        "merged": selectors.merged_records(scope, record_id),
        "more_relations": related - len(relations),
        "versions": versions[::-1],
        "is_admin": request.principal.role.includes(Role.ADMIN),
    }
    return render(request, "web/registry/record.html", context)


@page()
def show_version(request: PageRequest, record_id: UUID, number: int) -> HttpResponse:
    """Show what one version changed."""
    scope = request.principal.scope
    record = selectors.get_record(scope, record_id)
    version = selectors.get_version(scope, record_id, min(number, 2**31 - 1))
    changes = selectors.version_differences(scope, record_id, number - 1, number)
    context = {
        "keys": (
            shortcut("b", _("Back to the record")),
            *_version_shortcuts(number, record.version),
        ),
        **_record_row(record),
        "version": version,
        "changes": change_rows(changes),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < record.version else None,
    }
    return render(request, "web/registry/version.html", context)


def _version_shortcuts(number: int, last: int) -> list[object]:
    older = [shortcut("o", _("Older version"))] if number > 1 else []
    newer = [shortcut("n", _("Newer version"))] if number < last else []
    return [*older, *newer]


@require_POST
@page(Role.REVIEWER)
def restore_record_version(request: PageRequest, record_id: UUID, number: int) -> HttpResponse:
    return _attempt_and_return(
        request,
        record_id,
        lambda: services.restore_version(
            request.principal.scope, record_id, number, author=request.principal.user_name
        ),
        _("The earlier version was restored as a new version."),
    )


@require_POST
@page(Role.REVIEWER)
def add_relation(request: PageRequest, record_id: UUID) -> HttpResponse:
    kind = choice_param(request.POST, "type", RelationshipType) or RelationshipType.MEMBER_OF
    position = text_param(request.POST, "position", 200)
    author = request.principal.user_name

    def add() -> None:
        new = NewRelationship(
            kind,
            text_param(request.POST, "target", 300),
            typed_day(request.POST.get("start", "")),
            typed_day(request.POST.get("end", "")),
            {"position": position} if position else {},
        )
        services.add_relationship(request.principal.scope, record_id, new, author=author)

    return _attempt_and_return(request, record_id, add, _("Relation added."))


@require_POST
@page(Role.REVIEWER)
def remove_relation(request: PageRequest, record_id: UUID, relationship_id: UUID) -> HttpResponse:
    author = request.principal.user_name
    return _attempt_and_return(
        request,
        record_id,
        lambda: services.remove_relationship(
            request.principal.scope, record_id, relationship_id, author=author
        ),
        _("Relation removed. Earlier versions still show it."),
    )


def _attempt_and_return(
    request: PageRequest, record_id: UUID, change: Callable[[], object], done: str
) -> HttpResponse:
    attempt(request, change, done)
    return redirect("web:registry-record", record_id=record_id)


@require_POST
@page(Role.ADMIN)
def remove_record(request: PageRequest, record_id: UUID) -> HttpResponse:
    record = selectors.get_record(request.principal.scope, record_id)
    scope, author = request.principal.scope, request.principal.user_name
    return attempt_confirmed(
        request,
        lambda: services.delete_record(scope, record_id, author=author),
        _("Deleted."),
        question=_("Delete “%(title)s”?") % record_titles(record),
        text=_("The record, its versions and its relations are deleted. This cannot be undone."),
        yes=_("Delete the record"),
        back="web:registry",
    )


urlpatterns = [
    path("registry/import", working_sets.import_registry_file, name="registry-import"),
    path("registry/views", working_sets.save_registry_view, name="registry-save-view"),
    path(
        "registry/views/<uuid:view_id>/delete",
        working_sets.delete_registry_view,
        name="registry-drop-view",
    ),
    path("registry/edit", working_sets.edit_selection, name="registry-edit-selection"),
    path(
        "registry/<uuid:record_id>/bookmark", working_sets.bookmark_record, name="registry-bookmark"
    ),
    path("registry", show_registry, name="registry"),
    path("registry/new", edit.create_record, name="registry-new"),
    path("registry/duplicates", edit.show_duplicates, name="registry-duplicates"),
    path("registry/<uuid:record_id>/merge", edit.merge_record, name="registry-merge"),
    path("registry/<uuid:record_id>/separate", edit.separate_records, name="registry-separate"),
    path("registry/<uuid:record_id>/unmerge", edit.unmerge_record, name="registry-unmerge"),
    path("registry/<uuid:record_id>", show_record, name="registry-record"),
    path("registry/<uuid:record_id>/threads", threads.show_threads, name="registry-threads"),
    path("registry/<uuid:record_id>/link", threads.link_memory_entity, name="registry-link"),
    path(
        "registry/<uuid:record_id>/links/<uuid:link_id>/part",
        threads.remove_link,
        name="registry-unlink",
    ),
    path("registry/<uuid:record_id>/edit", edit.edit_record, name="registry-edit"),
    path("registry/<uuid:record_id>/delete", remove_record, name="registry-delete"),
    path("registry/<uuid:record_id>/relate", add_relation, name="registry-relate"),
    path(
        "registry/<uuid:record_id>/relations/<uuid:relationship_id>/remove",
        remove_relation,
        name="registry-unrelate",
    ),
    path(
        "registry/<uuid:record_id>/versions/<int:number>",
        show_version,
        name="registry-version",
    ),
    path(
        "registry/<uuid:record_id>/versions/<int:number>/restore",
        restore_record_version,
        name="registry-restore",
    ),
]
