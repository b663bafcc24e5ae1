"""Entities read without a model: what taggers and the registry's names find, and what people say.

Reviewers steer it in plain shapes: add or include a name that stands in the text, say what it is,
leave one out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pramana.agni.contracts.entities import EntitySubType, EntityType
from pramana.agni.domain.circumstances import beside
from pramana.agni.domain.spelling import spelt
from pramana.agni.prompts.entities import EntityRead, NameRead
from pramana.kit.evidence import locate
from pramana.language.scripts import language_by_script
from pramana.language.tagging import Mention

ADD = r"(?:add|include|extract|थप(?:्नुहोस्|नुहोस्)?|समावेश)"
DROP = r"(?:remove|drop|ignore|exclude|leave out|skip|हटाउ(?:नुहोस्)?)"
KIND = (
    r"(?:an?\s+)?(?P<kind>person|people|organi[sz]ation|office|company|location|place"
    r"|व्यक्ति|संस्था|स्थान)"
)
NAME = r"[\"'“‘]?(?P<name>[^\"'”’\n]{2,200}?)[\"'”’]?"
ADDED = re.compile(rf"\b{ADD}\s+{NAME}(?:\s+as\s+{KIND})?\s*[.।!]?\s*$", re.IGNORECASE)
DROPPED = re.compile(rf"\b{DROP}\s+{NAME}\s*[.।!]?\s*$", re.IGNORECASE)
IS_A = re.compile(rf"^\s*{NAME}\s+is\s+{KIND}\s*[.।!]?\s*$", re.IGNORECASE)
ASKED_BY_A_PERSON = 0.9

KINDS = {
    "person": EntityType.PERSON,
    "people": EntityType.PERSON,
    "व्यक्ति": EntityType.PERSON,
    "location": EntityType.LOCATION,
    "place": EntityType.LOCATION,
    "स्थान": EntityType.LOCATION,
}
"""Everything else that can be said of a name is an organisation."""

SUB_TYPES = (
    (r"उपमहानगरपालिका|sub-?\s?metropolitan", EntitySubType.SUB_METROPOLITAN_CITY),
    (r"महानगरपालिका|metropolitan city", EntitySubType.METROPOLITAN_CITY),
    (r"गाउँपालिका|rural municipality", EntitySubType.RURAL_MUNICIPALITY),
    (r"नगरपालिका|municipality", EntitySubType.MUNICIPALITY),
    (r"जिल्ला|district", EntitySubType.DISTRICT),
    (r"प्रदेश|province", EntitySubType.PROVINCE),
    (r"बैंक|bank|finance|वित्त", EntitySubType.FINANCIAL_INSTITUTION),
    (r"अस्पताल|hospital", EntitySubType.HOSPITAL),
    (r"पार्टी|कांग्रेस|party|congress", EntitySubType.POLITICAL_PARTY),
    (
        r"मन्त्रालय|कार्यालय|विभाग|आयोग|अदालत|ministry|department|commission|office|court",
        EntitySubType.GOVERNMENT_BODY,
    ),
)


@dataclass
class Wishes:
    """What the reviewers' messages come to, the later ones winning."""

    added: dict[str, EntityType] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, messages: Iterable[str]) -> "Wishes":
        wishes = cls()
        for message in messages:
            for line in message.splitlines():
                wishes._hear(" ".join(line.split()))  # over a long run of blanks they take for ever
        return wishes

    def _hear(self, line: str) -> None:
        if found := DROPPED.search(line):
            self.dropped.add(spelt(found["name"]))
            self.added.pop(spelt(found["name"]), None)
        elif found := ADDED.search(line) or IS_A.match(line):
            self.added[spelt(found["name"])] = _kind(found["kind"], found["name"])
            self.dropped.discard(spelt(found["name"]))


def read_entities(
    text: str, mentions: Sequence[Mention], messages: Iterable[str], about: Sequence[str] = ()
) -> list[EntityRead]:
    """One entity per name and kind; wishes are followed where the text holds the name."""
    wishes = Wishes.of(messages)
    found = {
        key: entity
        for key, entity in _by_name(text, mentions).items()
        if key not in wishes.dropped and key not in wishes.added
    }
    for key, kind in wishes.added.items():
        span = locate(key, text)
        if span:
            written = text[span.start : span.end]
            found[key] = _entity(written, kind, written, ASKED_BY_A_PERSON)
    return [entity for entity in found.values() if not about or _is_about(entity, about)]


def _by_name(text: str, mentions: Sequence[Mention]) -> dict[str, EntityRead]:
    """The surest reading of each name decides what it is; every mention may tell more of it."""
    found: dict[str, EntityRead] = {}
    for mention in sorted(mentions, key=lambda each: -each.confidence):
        kind = EntityType(mention.kind.value)
        entity = _entity(mention.text, kind, mention.text, mention.confidence)
        entity = found.setdefault(spelt(mention.text), entity)
        if entity.type is EntityType.PERSON:
            said = beside(text, mention.start, mention.end)
            entity.attributes = {**said, **entity.attributes}
    return found


def _entity(name: str, kind: EntityType, quote: str, confidence: float) -> EntityRead:
    return EntityRead(
        type=kind,
        sub_type=_sub_type(name, kind),
        names=[NameRead(text=name, language=language_by_script(name))],
        quotes=[quote],
        confidence=round(confidence, 3),
    )


def _sub_type(name: str, kind: EntityType) -> EntitySubType | None:
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type if sub_type.entity_type is kind else None
    return None


def _kind(said: str | None, name: str) -> EntityType:
    if said:
        return KINDS.get(said.lower(), EntityType.ORGANIZATION)
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type.entity_type
    return EntityType.PERSON


def _is_about(entity: EntityRead, about: Sequence[str]) -> bool:
    wanted = {spelt(name) for name in about}
    return any(spelt(name.text) in wanted for name in entity.names)
