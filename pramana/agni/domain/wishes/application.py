"""Applies a reviewer's wishes to a session. Indexes never move, and decisions of people stay."""

from collections.abc import Sequence
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
from pramana.agni.domain.grounding import PagedText
from pramana.agni.domain.merging import join
from pramana.agni.domain.names import entity_name, name_key
from pramana.agni.domain.wishes.contracts import (
    AddEntity,
    JoinEntities,
    PartEntity,
    RemoveEntity,
    RenameEntity,
    RetypeEntity,
    SetCircumstance,
    SetMetadata,
    Wish,
)

PERSON = "person"
"""The engine of what a person stated."""
CERTAIN = 1.0


@dataclass(frozen=True)
class WishOutcome:
    """The session after the wishes, what was done in words, and which entities are new or other."""

    session: AgniExtractionSession
    sentences: tuple[str, ...] = ()
    changed: frozenset[int] = frozenset()

    def then(self, session: AgniExtractionSession, sentence: str, *changed: int) -> "WishOutcome":
        return WishOutcome(session, (*self.sentences, sentence), self.changed | set(changed))


def apply_wishes(
    session: AgniExtractionSession, wishes: Sequence[Wish], text: PagedText
) -> WishOutcome:
    """Do what the wishes ask for. `text` is the document's, in which new names are looked up."""
    outcome = WishOutcome(session)
    for wish in wishes:
        outcome = _apply(outcome, wish, text)
    return outcome


def _apply(outcome: WishOutcome, wish: Wish, text: PagedText) -> WishOutcome:
    match wish:
        case SetMetadata():
            return _set_metadata(outcome, wish)
        case SetCircumstance():
            return _set_circumstance(outcome, wish)
        case RenameEntity():
            return _rename(outcome, wish)
        case RetypeEntity():
            return _retype(outcome, wish)
        case RemoveEntity():
            return _remove(outcome, wish.entity, "a reviewer removed it")
        case JoinEntities():
            return _join(outcome, wish)
        case PartEntity():
            return _part(outcome, wish)
        case AddEntity():
            return _add(outcome, wish, text)


def _set_metadata(outcome: WishOutcome, wish: SetMetadata) -> WishOutcome:
    known = outcome.session.metadata or DocumentMetadata()
    values: dict[str, Any] = {wish.field: wish.value}
    if wish.field == "publication_date":
        values["date_text"] = wish.written or None
    trust = {**known.trust, wish.field: FieldTrust(CERTAIN)}
    if wish.value is None:
        trust.pop(wish.field)
    metadata = replace(known, **values, trust=trust)
    field = wish.field.replace("_", " ")
    said = wish.value.isoformat() if isinstance(wish.value, date) else wish.value
    sentence = f"I set the {field} to “{said}”." if said else f"I cleared the {field}."
    return outcome.then(replace(outcome.session, metadata=metadata), sentence)


def _set_circumstance(outcome: WishOutcome, wish: SetCircumstance) -> WishOutcome:
    entity = outcome.session.entities[wish.entity]
    data, evidence = dict(entity.entity_data), dict(entity.evidence)
    evidence.pop(wish.key, None)
    if wish.value is None:
        data.pop(wish.key, None)
    else:
        data[wish.key] = wish.value
    key = wish.key.replace("_", " ")
    done = (
        f"set the {key} of {entity.name} to “{wish.value}”" if wish.value else f"cleared the {key}"
    )
    return _change(outcome, wish.entity, f"I {done}.", entity_data=data, evidence=evidence)


def _rename(outcome: WishOutcome, wish: RenameEntity) -> WishOutcome:
    entity = outcome.session.entities[wish.entity]
    old = name_key(wish.old or entity.name)
    new = entity_name(wish.new)
    names = [new if name_key(str(name["text"])) == old else name for name in entity.names]
    unique = {name_key(str(name["text"])): name for name in reversed(names)}
    kept = tuple(name for name in dict.fromkeys(map(_text_key, names)) for name in [unique[name]])
    return _change(
        outcome, wish.entity, f"I renamed {entity.name} to {wish.new}.", names=kept or (new,)
    )


def _text_key(name: Any) -> str:
    return name_key(str(name["text"]))


def _retype(outcome: WishOutcome, wish: RetypeEntity) -> WishOutcome:
    entity = outcome.session.entities[wish.entity]
    sub_type = entity.entity_sub_type
    if sub_type and sub_type.entity_type is not wish.entity_type:
        sub_type = None
    article = "an" if wish.entity_type is EntityType.ORGANIZATION else "a"
    sentence = f"{entity.name} is now {article} {wish.entity_type.value.lower()}."
    return _change(
        outcome, wish.entity, sentence, entity_type=wish.entity_type, entity_sub_type=sub_type
    )


def _remove(outcome: WishOutcome, place: int, reason: str) -> WishOutcome:
    entity = outcome.session.entities[place]
    if entity.is_decided:
        return _refuse(outcome, entity)
    removed = replace(entity, withdrawn=True, is_skipped=True, skip_reason=reason)
    session = outcome.session.with_entity(place, removed)
    return WishOutcome(session, (*outcome.sentences, f"I removed {entity.name}."), outcome.changed)


def _join(outcome: WishOutcome, wish: JoinEntities) -> WishOutcome:
    entities = outcome.session.entities
    first, *others = sorted(wish.entities)
    if decided := next((entities[at] for at in wish.entities if entities[at].is_decided), None):
        return _refuse(outcome, decided)
    joined, session = entities[first], outcome.session
    for other in others:
        joined = join(joined, entities[other])
        gone = replace(
            entities[other],
            withdrawn=True,
            is_skipped=True,
            skip_reason=f"joined with {entities[first].name}",
        )
        session = session.with_entity(other, gone)
    names = " and ".join(entities[at].name for at in wish.entities)
    return outcome.then(session.with_entity(first, joined), f"I joined {names}.", first)


def _part(outcome: WishOutcome, wish: PartEntity) -> WishOutcome:
    entity = outcome.session.entities[wish.entity]
    if entity.is_decided:
        return _refuse(outcome, entity)
    own = tuple(name for name in entity.names if _text_key(name) == wish.name)
    rest = tuple(name for name in entity.names if _text_key(name) != wish.name)
    if not own or not rest:
        return outcome
    mentions = [each for each in entity.mentions if name_key(each.quote) == wish.name]
    new = ExtractedEntity(
        entity.entity_type,
        names=own,
        confidence=CERTAIN,
        mentions=tuple(mentions),
        engine=PERSON,
    )
    kept = replace(
        entity, names=rest, mentions=tuple(m for m in entity.mentions if m not in mentions)
    )
    session = outcome.session.with_entity(wish.entity, kept)
    session = replace(session, entities=(*session.entities, new))
    sentence = f"{new.name} is now an entity of its own, apart from {kept.name}."
    return outcome.then(session, sentence, wish.entity, len(session.entities) - 1)


def _add(outcome: WishOutcome, wish: AddEntity, text: PagedText) -> WishOutcome:
    mentions = text.mentions_of([wish.name])
    if wish.only_if_named and not mentions:
        return outcome
    data = {"position": wish.position} if wish.position else {}
    new = ExtractedEntity(
        wish.entity_type,
        names=(entity_name(wish.name),),
        entity_data=data,
        confidence=CERTAIN,
        mentions=mentions,
        engine=PERSON,
    )
    session = replace(outcome.session, entities=(*outcome.session.entities, new))
    kind = wish.entity_type.value.lower()
    sentence = f"I added {wish.name} ({kind})."
    return outcome.then(session, sentence, len(session.entities) - 1)


def _change(outcome: WishOutcome, place: int, sentence: str, **values: Any) -> WishOutcome:
    entity = outcome.session.entities[place]
    if entity.is_decided:
        return _refuse(outcome, entity)
    changed = replace(entity, **values, confidence=CERTAIN)
    return outcome.then(outcome.session.with_entity(place, changed), sentence, place)


def _refuse(outcome: WishOutcome, entity: ExtractedEntity) -> WishOutcome:
    sentence = f"{entity.name} was decided by a person. Take that decision back first."
    return WishOutcome(outcome.session, (*outcome.sentences, sentence), outcome.changed)
