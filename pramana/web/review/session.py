"""A review: the document with its mentions on one side, the entities to decide on the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts import (
    ApprovedChange,
    EntityStatus,
    EntitySubType,
    EntityType,
    ExtractedEntity,
    FieldTrust,
    ReviewSession,
    SessionStatus,
    TextMention,
)
from pramana.agni.domain.decisions import sure_proposals
from pramana.agni.prompts.metadata import DOCUMENT_TYPES
from pramana.agni.selectors import get_session, next_review, session_changes
from pramana.documents.selectors import READABLE, Window, get_document, window_at
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordType, RecordView
from pramana.registry.domain.json_patch import display_text
from pramana.registry.selectors import find_records
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, member_names, page
from pramana.web.document_text import (
    MarkOwner,
    requested_page,
    requested_window,
    respond_with_marks,
    window_context,
)
from pramana.web.highlight import Mark
from pramana.web.navigation import shortcut
from pramana.web.params import number_param
from pramana.web.registry.wording import SUB_TYPE_NAMES, TYPE_NAMES, attribute_name, record_titles
from pramana.web.review.comparison import ComparedCandidate, compared_candidates
from pramana.web.review.wording import (
    CHANGE_STATES,
    METADATA_FIELDS,
    THREAD_NAMES,
    TYPE_LETTERS,
    attribute_label,
    entity_state,
    entity_type_name,
    session_progress,
    thread_key,
)
from pramana.web.wording import Label

DOCUMENT_TYPE_CHOICES = [(each, attribute_label(each)) for each in DOCUMENT_TYPES]
MOST_ROWS = 300
"""Rows of the queue that are sent; the next ones appear as these are decided."""
MOST_MENTIONS = 100
"""Mentions of one entity that can be stepped through."""


@dataclass(frozen=True)
class QueueRow:
    """One entity in the queue."""

    index: int
    entity: ExtractedEntity
    decided_by: str

    @property
    def letter(self) -> Label:
        return TYPE_LETTERS[self.entity.entity_type]

    @property
    def type_words(self) -> Label:
        return entity_type_name(self.entity)

    @property
    def tone(self) -> str:
        return entity_state(self.entity)[0]

    @property
    def word(self) -> Label:
        return entity_state(self.entity)[1]

    @property
    def names(self) -> list[str]:
        """Each distinct name, in all scripts and spellings of the document."""
        return list(dict.fromkeys(str(name["text"]) for name in self.entity.names))

    @property
    def first(self) -> TextMention | None:
        return self.entity.mentions[0] if self.entity.mentions else None


@dataclass(frozen=True)
class EntityCard(QueueRow):
    """The entity being decided, with its candidates."""

    candidates: list[ComparedCandidate] = field(default_factory=list)
    record: RecordView | None = None
    """The matched record, if this registry has it."""
    others: list[tuple[int, str]] = field(default_factory=list)
    """The entities that it can be merged with, and their names."""

    @property
    def facts(self) -> list[dict[str, Any]]:
        return [
            {
                "key": key,
                "label": attribute_name(key),
                "value": display_text(value),
                "is_more": not isinstance(value, str),
                "words": self.entity.evidence.get(key),
            }
            for key, value in self.entity.entity_data.items()
        ]

    @property
    def types(self) -> list[tuple[str, Label, bool]]:
        """Every type and sub-type, by the value that the form sends."""
        chosen = type_value(self.entity.entity_type, self.entity.entity_sub_type)
        plain = [(kind.value, TYPE_NAMES[RecordType(kind.in_registry)]) for kind in EntityType]
        finer = [
            (type_value(each.entity_type, each), SUB_TYPE_NAMES[each]) for each in EntitySubType
        ]
        return [(value, name, value == chosen) for value, name in (*plain, *finer)]

    @property
    def places(self) -> list[dict[str, int | None]]:
        shown_ones = self.entity.mentions[:MOST_MENTIONS]
        return [{"start": each.start, "end": each.end, "page": each.page} for each in shown_ones]


def claims_context(request: HttpRequest, scope: Scope, view: ReviewSession) -> dict[str, Any]:
    """Context of the pane, for the entity in the URL or else the first undecided one."""
    entities, people = view.session.entities, _member_names(scope)
    queue = _review_queue(entities)
    focused = _focused_entity(request, queue, len(entities))
    talk = request.GET.get("talk", "")
    talk = talk if talk in THREAD_NAMES else ""
    return {
        "view": view,
        "progress_made": session_progress(view),
        "decided": sum(each.is_decided for each in entities),
        "total": sum(each.is_decided or not each.withdrawn for each in entities),
        "open_ones": sum(not each.status.is_resolved for each in entities),
        "sure": len(sure_proposals(view.session)),
        "rows": [
            QueueRow(index, entities[index], _decider(entities[index], people)) for index in queue
        ],
        "focused": focused,
        "card": _entity_card(scope, focused, entities, people),
        "conflict": request.GET.get("conflict", "") in ("match", "create", "skip"),
        "fields": _metadata_fields(view),
        "talk": talk,
        "threads": THREAD_NAMES.items(),
        "thread": view.session.thread(thread_key(talk or "entity", focused)).thread,
    }


def _member_names(scope: Scope) -> dict[UUID, str]:
    return member_names(scope)


def _decider(entity: ExtractedEntity, people: Mapping[UUID, str]) -> str:
    return people.get(entity.decided_by, "–") if entity.decided_by else ""


def _review_queue(entities: Sequence[ExtractedEntity]) -> list[int]:
    """Undecided first, those with candidates before mere proposals; otherwise in order."""

    def rank(index: int) -> tuple[bool, bool, bool, int]:
        entity = entities[index]
        waits = entity.status is EntityStatus.NEEDS_DISAMBIGUATION
        return entity.withdrawn, entity.is_decided, not waits, index

    return sorted(range(len(entities)), key=rank)[:MOST_ROWS]


def _focused_entity(request: HttpRequest, queue: Sequence[int], count: int) -> int | None:
    """The entity in the URL, else the first in the queue."""
    asked = number_param(request, "entity")
    return asked if asked is not None and asked < count else next(iter(queue), None)


def _entity_card(
    scope: Scope,
    index: int | None,
    entities: Sequence[ExtractedEntity],
    people: Mapping[UUID, str],
) -> EntityCard | None:
    if index is None:
        return None
    entity = entities[index]
    known = find_records(scope, [entity.matched_id]) if entity.matched_id else {}
    record = known.get(entity.matched_id or "")
    others = [
        (at, each.name)
        for at, each in enumerate(entities)
        if at != index and not each.withdrawn and not each.is_decided
    ]
    return EntityCard(
        index, entity, _decider(entity, people), compared_candidates(scope, entity), record, others
    )


def type_value(entity_type: EntityType, sub_type: EntitySubType | None) -> str:
    """
    >>> type_value(EntityType.ORGANIZATION, EntitySubType.NGO)
    'ORGANIZATION ngo'
    """
    return f"{entity_type.value} {sub_type.value}" if sub_type else entity_type.value


@dataclass(frozen=True)
class MetadataField:
    """A field of the document's metadata, as it is shown and as it is edited."""

    name: str
    label: Label
    raw: str
    value: str
    trust: FieldTrust | None
    is_corrected: bool
    choices: list[tuple[str, str]]


def _metadata_fields(view: ReviewSession) -> list[MetadataField]:
    """The document's metadata, with its evidence."""
    metadata = view.session.metadata
    if metadata is None:
        return []
    return [
        MetadataField(
            name,
            label,
            raw=str(getattr(metadata, name) or ""),
            value=_metadata_value(name, getattr(metadata, name) or "", metadata.date_text),
            trust=metadata.trust.get(name),
            is_corrected=name in metadata.corrected,
            choices=DOCUMENT_TYPE_CHOICES if name == "document_type" else [],
        )
        for name, label in METADATA_FIELDS.items()
    ]


def _metadata_value(name: str, value: Any, date_text: str | None) -> str:
    """A metadata value as text; dates also as the document writes them."""
    if not value:
        return ""
    if name == "document_type":
        return attribute_label(str(value))
    original = name == "publication_date" and date_text
    return f"{value} ({date_text})" if original else str(value)


ABOUT_DOCUMENT = -1
"""Marks of the document's own metadata belong to no entity."""

SESSION_SHORTCUTS = (
    shortcut("j", later("Next entity")),
    shortcut("k", later("Previous entity")),
    shortcut("m", later("Match with the selected candidate")),
    shortcut("c", later("Create a new record")),
    shortcut("e", later("Correct this entity")),
    shortcut("d", later("Correct the metadata")),
    shortcut("a", later("Add an entity")),
    shortcut("y", later("Accept all sure proposals")),
    shortcut("s", later("Skip")),
    shortcut("u", later("Undo your last decision")),
    shortcut("1", later("Select a candidate, 1 to 5")),
    shortcut("/", later("Search the registry")),
    shortcut("n", later("Next mention")),
    shortcut("p", later("Previous mention")),
    shortcut("i", later("Switch between page, both and text")),
    shortcut("t", later("Talk to the extractor")),
    shortcut("f", later("Finish and review changes")),
)


@page(Role.ADMIN)
def show_session(request: PageRequest, session_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    view = get_session(scope, session_id)
    document = get_document(scope, view.document_id)
    context = {
        **_claims_context(request, scope, view),
        "title": view.document_title,
        "keys": SESSION_SHORTCUTS if view.status is SessionStatus.AWAITING_REVIEW else (),
        "document": document,
    }
    if document.status in READABLE:
        card = context["card"]
        window = window_at(scope, document.id, card.first.start if card and card.first else 0)
        context |= window_context(window, document, *_mention_marks(window, view))
    return render(request, "web/review/session.html", context)


@page(Role.ADMIN)
def show_claims(request: PageRequest, session_id: UUID) -> HttpResponse:
    """The current claims, as a part of the page."""
    scope = request.principal.scope
    context = _claims_context(request, scope, get_session(scope, session_id))
    return render(request, "web/review/claims.html", context)


@page(Role.ADMIN)
def show_window(request: PageRequest, session_id: UUID) -> HttpResponse:
    """A window of text with its mentions."""
    scope = request.principal.scope
    view = get_session(scope, session_id)
    document = get_document(scope, view.document_id)
    window = requested_window(request, scope, document.id)
    context = window_context(window, document, *_mention_marks(window, view))
    return render(request, "web/viewer/window.html", {"document": document, **context})


@page(Role.ADMIN)
def show_marks(request: PageRequest, session_id: UUID) -> HttpResponse:
    """The mentions on one page."""
    scope = request.principal.scope
    view = get_session(scope, session_id)
    return respond_with_marks(
        *_mention_marks(requested_page(request, scope, view.document_id), view)
    )


def _claims_context(request: PageRequest, scope: Scope, view: ReviewSession) -> dict[str, Any]:
    context = claims_context(request, scope, view)
    if view.status is SessionStatus.COMPLETED:
        found = session_changes(scope, view.id)
        known = find_records(scope, [each.nes_entity_id for each in found if each.nes_entity_id])
        context["changes"] = [_change_line(each, known.get(each.nes_entity_id)) for each in found]
        context["can_apply"] = any(each.state != "applied" for each in found)
        context["next_review"] = next_review(scope, view.id)
    return context


def _change_line(change: ApprovedChange, record: RecordView | None) -> tuple[Any, ...]:
    """A change with its title, its record once applied, and its state."""
    return (change, _change_title(change, record), record, *CHANGE_STATES[change.state])


def _change_title(change: ApprovedChange, record: RecordView | None) -> str:
    if record is not None:
        return record_titles(record)["title"]
    names = change.entity_data.get("names", ())
    return next(
        (display_text([name[key] for key in name if key != "kind"]) for name in names), ""
    ) or (change.nes_entity_id)


def _mention_marks(window: Window, view: ReviewSession) -> tuple[list[Mark], dict[int, MarkOwner]]:
    """Marks for the mentions in the window, and for metadata evidence that overlaps none."""
    named = [
        Mark(mention.start, mention.end, index)
        for index, entity in enumerate(view.session.entities)
        if not entity.withdrawn
        for mention in entity.mentions
        if _is_inside(mention, window)
    ]
    trust = view.session.metadata.trust.values() if view.session.metadata else ()
    about = [
        Mark(each.evidence.start, each.evidence.end, ABOUT_DOCUMENT)
        for each in trust
        if each.evidence and _is_inside(each.evidence, window)
    ]
    free = [each for each in about if not any(_overlap(each, mark) for mark in named)]
    return [*named, *free], _mark_owners(view, {mark.of for mark in named})


def _mark_owners(view: ReviewSession, indexes: set[int]) -> dict[int, MarkOwner]:
    entities = view.session.entities
    owners = {
        index: MarkOwner(
            of=str(index),
            kind=entities[index].entity_type.value,
            name=entities[index].name,
            letter=TYPE_LETTERS[entities[index].entity_type],
        )
        for index in indexes
    }
    return {**owners, ABOUT_DOCUMENT: MarkOwner(kind="about")}


def _is_inside(words: TextMention, window: Window) -> bool:
    return words.start < window.end and words.end > window.start


def _overlap(one: Mark, other: Mark) -> bool:
    return one.start < other.end and other.start < one.end
