"""What stands beside the text: progress, the entity being decided, the queue, the conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from pramana.agni.contracts.entities import EntityStatus, ExtractedEntity, Mention
from pramana.agni.contracts.session import FieldTrust
from pramana.agni.contracts.views import SessionView
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView
from pramana.registry.domain.differences import shown
from pramana.registry.selectors import find_records
from pramana.tenancy.selectors import members_of
from pramana.web.places import number_of
from pramana.web.views.review_comparing import Compared, compared
from pramana.web.views.review_words import (
    FIELDS,
    LETTERS,
    THREADS,
    label,
    progress_of,
    state_of,
    thread_key,
    type_words,
)
from pramana.web.words import Words

MOST_ROWS = 300
"""Rows of the queue that are sent; who decided those sees the next ones."""
MOST_MENTIONS = 100
"""Mentions of one entity that can be walked through."""


@dataclass(frozen=True)
class Row:
    """One entity in the queue."""

    index: int
    entity: ExtractedEntity
    decided_by: str

    @property
    def letter(self) -> Words:
        return LETTERS[self.entity.entity_type]

    @property
    def type_words(self) -> Words:
        return type_words(self.entity)

    @property
    def tone(self) -> str:
        return state_of(self.entity)[0]

    @property
    def word(self) -> Words:
        return state_of(self.entity)[1]

    @property
    def names(self) -> list[str]:
        """Each name once, as many scripts and spellings as the document has."""
        return list(dict.fromkeys(str(name["text"]) for name in self.entity.names))

    @property
    def first(self) -> Mention | None:
        return self.entity.mentions[0] if self.entity.mentions else None


@dataclass(frozen=True)
class Card(Row):
    """The entity being decided, with all that helps to decide it."""

    candidates: list[Compared] = field(default_factory=list)
    record: RecordView | None = None
    """The one it was matched with, where this registry has it."""

    @property
    def facts(self) -> list[tuple[str, str, str, bool]]:
        """Label, value, key, and whether the value is more than a text."""
        return [
            (label(key), shown(value), key, not isinstance(value, str))
            for key, value in self.entity.entity_data.items()
        ]

    @property
    def places(self) -> list[dict[str, int | None]]:
        shown_ones = self.entity.mentions[:MOST_MENTIONS]
        return [{"start": each.start, "end": each.end, "page": each.page} for each in shown_ones]


def claims_context(request: HttpRequest, scope: Scope, view: SessionView) -> dict[str, Any]:
    """All of the pane, for the entity the address names; else for the first undecided one."""
    entities, people = view.session.entities, _people(scope)
    queue = _queue(entities)
    focused = _focused(request, queue, len(entities))
    talk = request.GET.get("talk", "")
    talk = talk if talk in THREADS else ""
    return {
        "view": view,
        "progress_made": progress_of(view),
        "decided": sum(each.is_decided for each in entities),
        "total": sum(each.is_decided or not each.withdrawn for each in entities),
        "open_ones": sum(not each.status.is_resolved for each in entities),
        "rows": [Row(index, entities[index], _who(entities[index], people)) for index in queue],
        "focused": focused,
        "card": _card(scope, focused, entities, people),
        "conflict": request.GET.get("conflict", "") in ("match", "create", "skip"),
        "fields": _fields(view),
        "talk": talk,
        "threads": THREADS.items(),
        "thread": view.session.thread(thread_key(talk or "entity", focused)).thread,
    }


def _people(scope: Scope) -> dict[UUID, str]:
    return {member.user_id: member.user_name for member in members_of(scope)}


def _who(entity: ExtractedEntity, people: Mapping[UUID, str]) -> str:
    return people.get(entity.decided_by, "–") if entity.decided_by else ""


def _queue(entities: Sequence[ExtractedEntity]) -> list[int]:
    """Undecided first, those with candidates before mere proposals; places stay otherwise."""

    def rank(index: int) -> tuple[bool, bool, bool, int]:
        entity = entities[index]
        waits = entity.status is EntityStatus.NEEDS_DISAMBIGUATION
        return entity.withdrawn, entity.is_decided, not waits, index

    return sorted(range(len(entities)), key=rank)[:MOST_ROWS]


def _focused(request: HttpRequest, queue: Sequence[int], count: int) -> int | None:
    """What the address names, in the queue or not; else what comes first."""
    asked = number_of(request, "entity")
    return asked if asked is not None and asked < count else next(iter(queue), None)


def _card(
    scope: Scope,
    index: int | None,
    entities: Sequence[ExtractedEntity],
    people: Mapping[UUID, str],
) -> Card | None:
    if index is None:
        return None
    entity = entities[index]
    known = find_records(scope, [entity.matched_id]) if entity.matched_id else {}
    record = known.get(entity.matched_id or "")
    return Card(index, entity, _who(entity, people), compared(scope, entity), record)


def _fields(view: SessionView) -> list[tuple[Words, str, FieldTrust | None]]:
    """What was read about the document itself, and the words each rests on."""
    metadata = view.session.metadata
    if metadata is None:
        return []
    found = [(name, getattr(metadata, name)) for name in FIELDS]
    return [
        (FIELDS[name], _value(name, value, metadata.date_text), metadata.trust.get(name))
        for name, value in found
        if value
    ]


def _value(name: str, value: Any, date_text: str | None) -> str:
    """A date also as the document writes it; a code in words."""
    if name == "document_type":
        return label(str(value))
    original = name == "publication_date" and date_text
    return f"{value} ({date_text})" if original else str(value)
