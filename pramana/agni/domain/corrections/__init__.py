"""What people correct in a session: set, rename, retype, merge, split, add, remove, take back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from pramana.agni.contracts import (
    AgniExtractionSession,
    DocumentMetadata,
    EntityType,
    ExtractedEntity,
    FieldTrust,
)
from pramana.agni.domain.corrections.contracts import (
    AddEntity,
    EditEntity,
    EntityCorrection,
    MergeEntities,
    RemoveEntity,
    RenameEntity,
    RestoreEntity,
    RestoreMetadata,
    RetypeEntity,
    SessionCorrection,
    SetCircumstance,
    SetMetadata,
    SplitEntity,
)
from pramana.agni.domain.corrections.restoration import restored_entities, restored_metadata
from pramana.agni.domain.grounding import PagedText
from pramana.agni.domain.merging import join
from pramana.agni.domain.names import entity_name, name_key

__all__ = ["CorrectionOutcome", "SessionCorrection", "apply_corrections"]


PERSON = "person"
"""The engine of what a person stated."""
CERTAIN = 1.0
MAX_NAME = 300
"""Characters of the words that can be selected as a name."""


@dataclass(frozen=True)
class CorrectionOutcome:
    """The session after the corrections, what was done in words, and which entities are other."""

    session: AgniExtractionSession
    sentences: tuple[str, ...] = ()
    changed: frozenset[int] = frozenset()
    refused: bool = False
    """One of the corrections could not be made; its sentence says why."""

    def then(
        self, session: AgniExtractionSession, sentence: str, *changed: int
    ) -> "CorrectionOutcome":
        changes = self.changed | set(changed)
        return replace(
            self, session=session, sentences=(*self.sentences, sentence), changed=changes
        )

    def refuse(self, sentence: str) -> "CorrectionOutcome":
        return replace(self, sentences=(*self.sentences, sentence), refused=True)


def apply_corrections(
    session: AgniExtractionSession, corrections: Sequence[SessionCorrection], text: PagedText
) -> CorrectionOutcome:
    """Make the corrections. `text` is the document's, in which new names are looked up."""
    outcome = CorrectionOutcome(session)
    for correction in corrections:
        outcome = _apply(outcome, correction, text)
    return outcome


def _apply(
    outcome: CorrectionOutcome, correction: SessionCorrection, text: PagedText
) -> CorrectionOutcome:
    match correction:
        case SetMetadata():
            return _set_metadata(outcome, correction)
        case RestoreMetadata():
            return _restore_metadata(outcome, correction)
        case MergeEntities():
            return _merge(outcome, correction)
        case AddEntity():
            return _add(outcome, correction, text)
        case _:
            return _apply_to_entity(outcome, correction)


def _apply_to_entity(outcome: CorrectionOutcome, correction: EntityCorrection) -> CorrectionOutcome:
    entity = outcome.session.entities[correction.entity]
    if entity.is_decided:
        return _refuse_decided(outcome, entity)
    match correction:
        case SetCircumstance():
            return _set_circumstance(outcome, correction, entity)
        case RenameEntity():
            return _rename(outcome, correction, entity)
        case RetypeEntity():
            return _retype(outcome, correction, entity)
        case EditEntity():
            return _edit(outcome, correction, entity)
        case RemoveEntity():
            return _remove(outcome, correction, entity)
        case SplitEntity():
            return _split(outcome, correction, entity)
        case RestoreEntity():
            return _restore(outcome, correction)


def _set_metadata(outcome: CorrectionOutcome, correction: SetMetadata) -> CorrectionOutcome:
    known = outcome.session.metadata or DocumentMetadata()
    field, value = correction.field, correction.value
    values: dict[str, Any] = {field: value}
    if field == "publication_date":
        values["date_text"] = correction.written or None
    trust = {**known.trust, field: FieldTrust(CERTAIN)}
    if value is None:
        trust.pop(field)
    corrected = tuple(dict.fromkeys((*known.corrected, field)))
    as_read = known.as_read or known
    metadata = replace(known, **values, trust=trust, corrected=corrected, as_read=as_read)
    label = field.replace("_", " ")
    shown = value.isoformat() if isinstance(value, date) else value
    sentence = f"I set the {label} to “{shown}”." if shown else f"I cleared the {label}."
    return outcome.then(replace(outcome.session, metadata=metadata), sentence)


def _restore_metadata(outcome: CorrectionOutcome, correction: RestoreMetadata) -> CorrectionOutcome:
    label = correction.field.replace("_", " ")
    metadata = outcome.session.metadata
    if metadata is None or correction.field not in metadata.corrected:
        return outcome.refuse(f"Nobody corrected the {label}.")
    session = replace(outcome.session, metadata=restored_metadata(metadata, correction.field))
    return outcome.then(session, f"The {label} is again what was read.")


def _set_circumstance(
    outcome: CorrectionOutcome, correction: SetCircumstance, entity: ExtractedEntity
) -> CorrectionOutcome:
    data = {key: value for key, value in entity.entity_data.items() if key != correction.key}
    label = correction.key.replace("_", " ")
    if correction.value:
        data[correction.key] = correction.value
        sentence = f"I set the {label} of {entity.name} to “{correction.value}”."
    else:
        sentence = f"I cleared the {label}."
    return _change_data(outcome, correction.entity, entity, data, sentence)


def _change_data(
    outcome: CorrectionOutcome,
    place: int,
    entity: ExtractedEntity,
    data: Mapping[str, Any],
    sentence: str,
) -> CorrectionOutcome:
    """Set circumstances; those that a person set have no words of the document behind them."""
    keys = {*data, *entity.entity_data}
    other = [key for key in sorted(keys) if data.get(key) != entity.entity_data.get(key)]
    if not other:
        return outcome.then(outcome.session, sentence)
    evidence = {key: words for key, words in entity.evidence.items() if key not in other}
    marks = [f"data.{key}" for key in other]
    changed = _mark(entity, *marks, entity_data=data, evidence=evidence)
    return outcome.then(outcome.session.with_entity(place, changed), sentence, place)


def _rename(
    outcome: CorrectionOutcome, correction: RenameEntity, entity: ExtractedEntity
) -> CorrectionOutcome:
    old = name_key(correction.old or entity.name)
    new = entity_name(correction.new)
    names = [new if _text_key(name) == old else name for name in entity.names] or [new]
    sentence = f"I renamed {entity.name} to {correction.new}."
    return _change_names(outcome, correction.entity, entity, names, sentence)


def _change_names(
    outcome: CorrectionOutcome,
    place: int,
    entity: ExtractedEntity,
    names: Sequence[Mapping[str, Any]],
    sentence: str,
) -> CorrectionOutcome:
    unique = {_text_key(name): name for name in reversed(names)}
    kept = tuple(unique[key] for key in dict.fromkeys(map(_text_key, names)))
    changed = _mark(entity, "names", names=kept)
    return outcome.then(outcome.session.with_entity(place, changed), sentence, place)


def _retype(
    outcome: CorrectionOutcome, correction: RetypeEntity, entity: ExtractedEntity
) -> CorrectionOutcome:
    kind = correction.entity_type
    sub_type = correction.sub_type or entity.entity_sub_type
    if sub_type and sub_type.entity_type is not kind:
        sub_type = None
    article = "an" if kind is EntityType.ORGANIZATION else "a"
    changed = _mark(entity, "type", entity_type=kind, entity_sub_type=sub_type)
    session = outcome.session.with_entity(correction.entity, changed)
    sentence = f"{entity.name} is now {article} {kind.value.lower()}."
    return outcome.then(session, sentence, correction.entity)


def _edit(
    outcome: CorrectionOutcome, correction: EditEntity, entity: ExtractedEntity
) -> CorrectionOutcome:
    place = correction.entity
    sentence = f"I changed {entity.name}."
    if correction.names and correction.names != entity.names:
        outcome = _change_names(outcome, place, entity, correction.names, sentence)
        entity = outcome.session.entities[place]
    if correction.entity_data is not None:
        outcome = _change_data(outcome, place, entity, correction.entity_data, sentence)
    return outcome


def _remove(
    outcome: CorrectionOutcome, correction: RemoveEntity, entity: ExtractedEntity
) -> CorrectionOutcome:
    removed = _withdraw(entity, "removed", "a reviewer removed it")
    session = outcome.session.with_entity(correction.entity, removed)
    return outcome.then(session, f"I removed {entity.name}.")


def _merge(outcome: CorrectionOutcome, correction: MergeEntities) -> CorrectionOutcome:
    entities = outcome.session.entities
    first, *others = sorted(correction.entities)
    for place in (first, *others):
        if entities[place].is_decided:
            return _refuse_decided(outcome, entities[place])
    merged, session = entities[first], outcome.session
    for place in others:
        merged = join(merged, entities[place])
        reason = f"merged with {entities[first].name}"
        gone = replace(_withdraw(entities[place], "merged", reason), merged_into=first)
        session = session.with_entity(place, gone)
    as_read = entities[first].as_read or entities[first]
    corrected = (*(mark for mark in entities[first].corrected if mark != "merged"), "merged")
    merged = replace(merged, corrected=corrected, as_read=as_read, confidence=CERTAIN)
    names = " and ".join(entities[place].name for place in correction.entities)
    return outcome.then(session.with_entity(first, merged), f"I merged {names}.", first)


def _split(
    outcome: CorrectionOutcome, correction: SplitEntity, entity: ExtractedEntity
) -> CorrectionOutcome:
    own, mentions = _split_parts(correction, entity)
    rest = tuple(name for name in entity.names if name not in own or correction.starts)
    if not own or not rest:
        return outcome.refuse(f"{entity.name} cannot be split there.")
    new = ExtractedEntity(
        entity.entity_type,
        names=own,
        confidence=CERTAIN,
        mentions=mentions,
        engine=PERSON,
        corrected=("added", "mentions"),
        split_from=correction.entity,
    )
    left = tuple(each for each in entity.mentions if each not in mentions)
    kept = _mark(entity, "names", "mentions", names=rest, mentions=left)
    session = outcome.session.with_entity(correction.entity, kept)
    session = replace(session, entities=(*session.entities, new))
    sentence = f"{new.name} is now an entity of its own, apart from {kept.name}."
    return outcome.then(session, sentence, correction.entity, len(session.entities) - 1)


def _split_parts(
    correction: SplitEntity, entity: ExtractedEntity
) -> tuple[tuple[Mapping[str, Any], ...], tuple[Any, ...]]:
    """The names and mentions of the new entity."""
    if correction.starts:
        mentions = tuple(each for each in entity.mentions if each.start in correction.starts)
        quotes = dict.fromkeys(" ".join(each.quote.split()) for each in mentions)
        if len(mentions) == len(entity.mentions):
            return (), ()
        return tuple(entity_name(quote) for quote in quotes), mentions
    key = name_key(correction.name)
    own = tuple(name for name in entity.names if _text_key(name) == key)
    return own, tuple(each for each in entity.mentions if name_key(each.quote) == key)


def _add(outcome: CorrectionOutcome, correction: AddEntity, text: PagedText) -> CorrectionOutcome:
    name = correction.name
    if correction.at:
        start, end = correction.at
        name = " ".join(text.text[start:end].split()) if 0 <= start < end else ""
        if not name or len(name) > MAX_NAME:
            return outcome.refuse("Select the words of a name in the document.")
    mentions = text.mentions_of([name])
    if correction.at and not mentions:
        mentions = (text.mention(*correction.at),)
    if correction.only_if_named and not mentions:
        return outcome
    new = ExtractedEntity(
        correction.entity_type,
        names=(entity_name(name),),
        entity_data={"position": correction.position} if correction.position else {},
        confidence=CERTAIN,
        mentions=mentions,
        engine=PERSON,
        corrected=("added",),
    )
    session = replace(outcome.session, entities=(*outcome.session.entities, new))
    sentence = f"I added {name} ({correction.entity_type.value.lower()})."
    return outcome.then(session, sentence, len(session.entities) - 1)


def _restore(outcome: CorrectionOutcome, correction: RestoreEntity) -> CorrectionOutcome:
    entities = outcome.session.entities
    entity = entities[correction.entity]
    if not entity.corrected:
        return outcome.refuse(f"Nobody corrected {entity.name}.")
    restored = restored_entities(entities, correction.entity)
    if decided := next((entities[at] for at in restored if entities[at].is_decided), None):
        return _refuse_decided(outcome, decided)
    session = outcome.session
    for place, each in restored.items():
        session = session.with_entity(place, each)
    name = session.entities[correction.entity].name
    return outcome.then(session, f"{name} is again what was read.", *restored)


def _mark(entity: ExtractedEntity, *marks: str, **values: Any) -> ExtractedEntity:
    """The entity with what a person set, which they are sure of."""
    return replace(
        entity,
        **values,
        confidence=CERTAIN,
        corrected=tuple(dict.fromkeys((*entity.corrected, *marks))),
        as_read=entity.as_read or entity,
    )


def _withdraw(entity: ExtractedEntity, mark: str, reason: str) -> ExtractedEntity:
    return _mark(entity, mark, withdrawn=True, is_skipped=True, skip_reason=reason)


def _text_key(name: Mapping[str, Any]) -> str:
    return name_key(str(name["text"]))


def _refuse_decided(outcome: CorrectionOutcome, entity: ExtractedEntity) -> CorrectionOutcome:
    return outcome.refuse(f"{entity.name} was decided by a person. Take that decision back first.")
