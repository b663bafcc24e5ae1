"""What an approved entity means for the registry: a new record, or changes to an existing one.

A change consists of lines that a person can leave out one by one. What the registry holds was
reviewed by someone: where a document disagrees, the record stays unless a person chooses to replace
the value, or to add the other one with its date.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pramana.agni.contracts import (
    ChangeType,
    EntityChange,
    EntityStatus,
    EntityType,
    ExtractedEntity,
)
from pramana.agni.domain.names import LANGUAGES, entity_name, is_lasting_name, name_key
from pramana.kit.errors import InvalidRequest
from pramana.kit.evidence import nfc
from pramana.registry.candidates.attributes import compare_attributes
from pramana.registry.domain.json_patch import display_text


class LineKind(StrEnum):
    """What a line of a change writes."""

    MAIN_NAME = "main_name"
    NAME = "name"
    ATTRIBUTE = "attribute"
    CONFLICT = "conflict"
    """The record and the document give different values."""
    SOURCE = "source"
    """The document as a source of the record."""


class LineChoice(StrEnum):
    """Whether a line is written; for a conflict, what becomes of the record's value."""

    WRITE = "write"
    SKIP = "skip"
    KEEP = "keep"
    REPLACE = "replace"
    ADD = "add"
    """Both values are kept, the document's with its date."""


@dataclass(frozen=True)
class PlannedLine:
    """One line of what persisting would write."""

    key: str
    kind: LineKind
    name: str
    """The attribute's key."""
    before: Any
    after: Any
    choice: LineChoice


@dataclass(frozen=True)
class PlannedChange:
    """What persisting would do with one entity. `data` is the new record, or the patch."""

    index: int
    name: str
    entity_type: EntityType
    status: EntityStatus
    nes_id: str | None
    data: Mapping[str, Any]
    proposed_only: bool
    """Nobody decided it yet. Persisting the session would be the decision."""
    skip_reason: str
    lines: list[PlannedLine] = field(default_factory=list)
    has_effect: bool = True
    """Whether a change will be queued: one that adds nothing is not."""


@dataclass(frozen=True)
class PersistSummary:
    creations: list[PlannedChange]
    updates: list[PlannedChange]
    skipped: list[PlannedChange]
    unresolved: list[PlannedChange]


Patch = list[dict[str, Any]]


def change_for(entity: ExtractedEntity) -> EntityChange:
    """The change that persisting this entity queues."""
    is_new = entity.status is EntityStatus.CREATE_NEW
    data: dict[str, Any] = record_data(entity) if is_new else {"patch": decided_patch(entity)}
    if not is_new and entity.choices.get(SOURCE_LINE) == LineChoice.SKIP:
        data["without_source"] = True
    return EntityChange(
        id=entity.change_id,
        change_type=ChangeType.CREATE if is_new else ChangeType.UPDATE,
        entity_type=entity.entity_type,
        entity_sub_type=entity.entity_sub_type.value if entity.entity_sub_type else "",
        nes_entity_id="" if is_new else entity.matched_id or "",
        entity_data=data,
    )


def join_changes(changes: Sequence[EntityChange]) -> EntityChange:
    """The changes of entities that are one record, as one change; each line once."""
    first, *others = changes
    if not others:
        return first
    patch: Patch = []
    for step in (step for change in changes for step in change.entity_data.get("patch", [])):
        if not any(_is_same_step(step, known) for known in patch):
            patch.append(step)
    without = all(change.entity_data.get("without_source") for change in changes)
    data = {"patch": patch, **({"without_source": True} if without else {})}
    return EntityChange(
        first.id,
        first.change_type,
        first.entity_type,
        first.entity_sub_type,
        first.nes_entity_id,
        data,
    )


def has_effect(entity: ExtractedEntity, source: str) -> bool:
    """Whether persisting the entity would change the registry.

    `source` is the address of the document; a record that names it already does not name it twice.
    """
    if entity.status is EntityStatus.SKIPPED:
        return False
    if entity.status is not EntityStatus.MATCHED:
        return True
    return any(
        line.choice not in (LineChoice.SKIP, LineChoice.KEEP)
        for line in planned_lines(entity, source=source)
    )


SOURCE_LINE = "source"


def planned_lines(entity: ExtractedEntity, *, source: str = "") -> list[PlannedLine]:
    """What persisting would write for an entity, line by line, with what a person chose."""
    if entity.status is EntityStatus.CREATE_NEW:
        return list(_creation_lines(entity))
    if entity.status is not EntityStatus.MATCHED:
        return []
    lines = list(_update_lines(entity))
    if source and source not in entity.proposed_changes.get("sources", ()):
        choice = LineChoice(entity.choices.get(SOURCE_LINE, LineChoice.WRITE))
        lines.append(PlannedLine(SOURCE_LINE, LineKind.SOURCE, "", None, source, choice))
    return lines


def record_data(entity: ExtractedEntity) -> dict[str, Any]:
    """The new record: a primary name with a part for each language, the other names as aliases."""
    primary: dict[str, Any] = {"kind": "PRIMARY"}
    aliases = []
    for language, text in _names(entity):
        if language not in primary:
            primary[language] = {"full": text}
        elif not _is_left_out(entity, name_line(text)):
            aliases.append({"kind": "ALIAS", language: {"full": text}})
    attributes = {
        key: value
        for key, value in entity.entity_data.items()
        if not _is_left_out(entity, attribute_line(key))
    }
    return {"names": [primary, *aliases], "attributes": attributes}


def proposed_changes(entity: ExtractedEntity, record: Mapping[str, Any]) -> dict[str, Any]:
    """What the entity could change in a record: additions, conflicts, and the sources it names."""
    return {
        "patch": patch_for(entity, record),
        "conflicts": conflicts_with(entity, record),
        "sources": _source_addresses(record),
    }


def patch_for(entity: ExtractedEntity, record: Mapping[str, Any]) -> Patch:
    """A JSON Patch that adds the names and attributes which the record lacks."""
    spellings = list(_record_names(record))
    known = set(map(name_key, spellings))
    names: Patch = [
        {"op": "add", "path": "/names/-", "value": {"kind": "ALIAS", language: {"full": text}}}
        for language, text in _names(entity, beside=spellings)
        if name_key(text) not in known
    ]
    attributes = record.get("attributes") or {}
    missing: Patch = [
        {"op": "add", "path": f"/attributes/{_pointer(key)}", "value": value}
        for key, value in entity.entity_data.items()
        if key not in attributes
    ]
    return [*names, *missing]


def conflicts_with(entity: ExtractedEntity, record: Mapping[str, Any]) -> dict[str, Any]:
    """The record's values that differ from what the document says, by their keys."""
    attributes = record.get("attributes") or {}
    return {
        key: attributes[key]
        for key, value in entity.entity_data.items()
        if key in attributes and not _agree(key, value, attributes[key])
    }


def decided_patch(entity: ExtractedEntity) -> Patch:
    """The patch without the lines that were left out, and with the conflicts that were settled."""
    patch = [
        dict(step)
        for step in entity.proposed_changes.get("patch", [])
        if not _is_left_out(entity, step_line(step))
    ]
    for key, known in entity.proposed_changes.get("conflicts", {}).items():
        choice = entity.choices.get(attribute_line(key))
        path = f"/attributes/{_pointer(key)}"
        value = entity.entity_data.get(key)
        if choice == LineChoice.REPLACE:
            patch.append({"op": "replace", "path": path, "value": value})
        elif choice == LineChoice.ADD:
            dated = _dated_values(known, value, entity.choices.get(DATE_OF_CHOICES))
            patch.append({"op": "replace", "path": path, "value": dated})
    return patch


DATE_OF_CHOICES = "date"
"""The choice that is no line: the day from which added values count."""


def with_choices(
    entity: ExtractedEntity, choices: Mapping[str, LineChoice], *, source: str
) -> ExtractedEntity:
    """The entity with a choice for some of its lines. Raises InvalidRequest."""
    lines = {line.key: line for line in planned_lines(entity, source=source)}
    for key, choice in choices.items():
        if key not in lines:
            raise InvalidRequest(f"The change has no line “{key}”.")
        if choice not in LINE_CHOICES[lines[key].kind]:
            raise InvalidRequest(f"“{choice}” is no choice for the line “{key}”.")
    return replace(entity, choices={**entity.choices, **choices})


WRITE_OR_SKIP = (LineChoice.WRITE, LineChoice.SKIP)
LINE_CHOICES: Mapping[LineKind, tuple[LineChoice, ...]] = {
    LineKind.MAIN_NAME: (LineChoice.WRITE,),
    LineKind.NAME: WRITE_OR_SKIP,
    LineKind.ATTRIBUTE: WRITE_OR_SKIP,
    LineKind.SOURCE: WRITE_OR_SKIP,
    LineKind.CONFLICT: (LineChoice.KEEP, LineChoice.REPLACE, LineChoice.ADD),
}


def name_line(text: str) -> str:
    return f"name:{name_key(text)}"


def attribute_line(key: str) -> str:
    return f"attribute:{key}"


def step_line(step: Mapping[str, Any]) -> str:
    """The line of a step of a patch."""
    path, value = str(step["path"]), step.get("value")
    if path.startswith("/names/") and isinstance(value, Mapping):
        return name_line(_full_name(value))
    return attribute_line(path.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~"))


def _creation_lines(entity: ExtractedEntity) -> Iterator[PlannedLine]:
    languages = set()
    for language, text in _names(entity):
        is_primary = language not in languages
        languages.add(language)
        key = name_line(text)
        choice = LineChoice.WRITE if is_primary else _choice(entity, key)
        kind = LineKind.MAIN_NAME if is_primary else LineKind.NAME
        yield PlannedLine(key, kind, "name", None, text, choice)
    for name, value in entity.entity_data.items():
        key = attribute_line(name)
        yield PlannedLine(key, LineKind.ATTRIBUTE, name, None, value, _choice(entity, key))


def _update_lines(entity: ExtractedEntity) -> Iterator[PlannedLine]:
    for step in entity.proposed_changes.get("patch", []):
        key = step_line(step)
        choice = _choice(entity, key)
        if key.startswith("name:"):
            yield PlannedLine(key, LineKind.NAME, "name", None, _full_name(step["value"]), choice)
        else:
            name = key.partition(":")[2]
            yield PlannedLine(key, LineKind.ATTRIBUTE, name, None, step["value"], choice)
    for name, known in entity.proposed_changes.get("conflicts", {}).items():
        key = attribute_line(name)
        choice = LineChoice(entity.choices.get(key, LineChoice.KEEP))
        value = entity.entity_data.get(name)
        yield PlannedLine(key, LineKind.CONFLICT, name, known, value, choice)


def _choice(entity: ExtractedEntity, key: str) -> LineChoice:
    return LineChoice.SKIP if _is_left_out(entity, key) else LineChoice.WRITE


def _is_left_out(entity: ExtractedEntity, key: str) -> bool:
    return entity.choices.get(key) == LineChoice.SKIP


def _agree(key: str, one: Any, other: Any) -> bool:
    """Whether two values mean the same. What cannot be compared is compared as text."""
    compared = compare_attributes({key: one}, {key: other})
    if compared:
        return all(each.agrees for each in compared)
    texts = [" ".join(nfc(display_text(each)).casefold().split()) for each in (one, other)]
    return texts[0] in (texts[1], *(_dated_texts(other)))


def _dated_texts(value: Any) -> list[str]:
    values = value if isinstance(value, list | tuple) else ()
    return [str(each.get("value", "")).casefold() for each in values if isinstance(each, Mapping)]


def _dated_values(known: Any, value: Any, date: str | None) -> list[Any]:
    """The record's value, or values, and the document's with the day it is known from."""
    before = list(known) if isinstance(known, list | tuple) else [{"value": known}]
    return [*before, {"value": value, **({"date": date} if date else {})}]


def _is_same_step(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two steps say the same; of two values for one attribute the first counts."""
    return step_line(one) == step_line(other)


def _names(entity: ExtractedEntity, beside: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Language and text of each name worth keeping, every spelling once."""
    texts = [" ".join(str(name["text"]).split()) for name in entity.names]
    seen = set()
    for name, text in zip(entity.names, texts, strict=True):
        stored = entity_name(text, name.get("language"))
        others = [each for each in (*texts, *beside) if name_key(each) != name_key(text)]
        is_kept = is_lasting_name(stored["text"], others, entity.entity_type)
        if stored["text"] and is_kept and name_key(stored["text"]) not in seen:
            seen.add(name_key(stored["text"]))
            yield stored["language"], stored["text"]


def _record_names(record: Mapping[str, Any]) -> Iterator[str]:
    for name in record.get("names") or []:
        for language in LANGUAGES:
            if part := name.get(language):
                yield str(part.get("full", ""))


def _full_name(name: Mapping[str, Any]) -> str:
    parts = [name[language] for language in LANGUAGES if name.get(language)]
    return str(parts[0].get("full", "")) if parts else ""


def _source_addresses(record: Mapping[str, Any]) -> list[str]:
    """The addresses that the record's attributions give as their details."""
    texts = [(each.get("details") or {}) for each in record.get("attributions") or []]
    values = [(text.get(language) or {}).get("value") for text in texts for language in LANGUAGES]
    return [str(value) for value in values if value]


def _pointer(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")
