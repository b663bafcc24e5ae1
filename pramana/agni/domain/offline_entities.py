"""Entities read without a model: names that taggers and the registry know, as reviewers asked.

Reviewers can ask to add a name that occurs in the text, to leave one out, or say what a name is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.domain.circumstances import read_circumstances
from pramana.agni.domain.conflicts import conflict
from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.names import name_key
from pramana.agni.prompts.entities import EntityReading, NameReading
from pramana.kit.evidence import locate
from pramana.language.scripts import language_by_script
from pramana.language.tagging import NameMention

ADD = r"(?:add|include|extract|थप(?:्नुहोस्|नुहोस्)?|समावेश)"
DROP = r"(?:remove|drop|ignore|exclude|leave out|skip|हटाउ(?:नुहोस्)?)"
KIND = (
    r"(?:an?\s+)?(?P<kind>person|people|organi[sz]ation|office|company|location|place"
    r"|व्यक्ति|संस्था|स्थान)"
)
NAME = r"[\"'“‘]?(?P<name>[^\"'”’\n]{2,200}?)[\"'”’]?"
ADD_REQUEST = re.compile(rf"\b{ADD}\s+{NAME}(?:\s+as\s+{KIND})?\s*[.।!]?\s*$", re.IGNORECASE)
DROP_REQUEST = re.compile(rf"\b{DROP}\s+{NAME}\s*[.।!]?\s*$", re.IGNORECASE)
TYPE_STATEMENT = re.compile(rf"^\s*{NAME}\s+is\s+{KIND}\s*[.।!]?\s*$", re.IGNORECASE)
REQUESTED_CONFIDENCE = 0.9

KINDS = {
    "person": EntityType.PERSON,
    "people": EntityType.PERSON,
    "व्यक्ति": EntityType.PERSON,
    "location": EntityType.LOCATION,
    "place": EntityType.LOCATION,
    "स्थान": EntityType.LOCATION,
}
"""Any other kind that a reviewer can name is an organisation."""

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
class ReviewerRequests:
    """The names that reviewers asked to add or to leave out. A later message wins."""

    added: dict[str, EntityType] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, messages: Iterable[str]) -> "ReviewerRequests":
        requests = cls()
        for message in messages:
            for line in message.splitlines():
                # The patterns take very long over a long run of spaces.
                requests._add_line(" ".join(line.split()))
        return requests

    def _add_line(self, line: str) -> None:
        if drop := DROP_REQUEST.search(line):
            self.dropped.add(name_key(drop["name"]))
            self.added.pop(name_key(drop["name"]), None)
        elif add := ADD_REQUEST.search(line) or TYPE_STATEMENT.match(line):
            self.added[name_key(add["name"])] = _type(add["kind"], add["name"])
            self.dropped.discard(name_key(add["name"]))


def read_entities(
    text: str, mentions: Sequence[NameMention], messages: Iterable[str], about: Sequence[str] = ()
) -> list[EntityReading]:
    """One entity for each name. A requested name is added only if it occurs in the text.

    `text` has its wrapped lines joined, and `mentions` are what a tagger found in it.
    """
    requests = ReviewerRequests.of(messages)
    entities = [
        entity
        for entity in _entities_by_name(text, read_names(text, mentions))
        if _key(entity) not in requests.dropped and _key(entity) not in requests.added
    ]
    for key, entity_type in requests.added.items():
        span = locate(key, text)
        if span:
            name = text[span.start : span.end]
            entities.append(_entity(name, entity_type, REQUESTED_CONFIDENCE))
    return [entity for entity in entities if not about or _is_about(entity, about)]


def _key(entity: EntityReading) -> str:
    return name_key(entity.names[0].text)


def _entities_by_name(text: str, mentions: Sequence[NameMention]) -> list[EntityReading]:
    """An entity for each name and kind; namesakes whose circumstances conflict are two."""
    by_name: dict[tuple[str, str], list[EntityReading]] = {}
    for at, mention in enumerate(mentions):
        circumstances = read_circumstances(text, at, mentions)
        attributes = {key: each.value for key, each in circumstances.items()}
        namesakes = by_name.setdefault((mention.kind.value, name_key(mention.text)), [])
        entity = next(
            (each for each in reversed(namesakes) if not conflict(each.attributes, attributes)),
            None,
        )
        if entity is None:
            name = " ".join(mention.text.split())
            entity = _entity(name, EntityType(mention.kind.value), mention.confidence)
            namesakes.append(entity)
        entity.spans.append((mention.start, mention.end))
        entity.confidence = max(entity.confidence, round(mention.confidence, 3))
        for key, each in circumstances.items():
            if key not in entity.attributes:
                entity.attributes[key] = each.value
                entity.evidence[key] = (each.start, each.end)
    return [entity for namesakes in by_name.values() for entity in namesakes]


def _entity(name: str, entity_type: EntityType, confidence: float) -> EntityReading:
    return EntityReading(
        type=entity_type,
        sub_type=_sub_type(name, entity_type),
        names=[NameReading(text=name, language=language_by_script(name))],
        quotes=[name],
        confidence=round(confidence, 3),
    )


def _sub_type(name: str, entity_type: EntityType) -> EntitySubType | None:
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type if sub_type.entity_type is entity_type else None
    return None


def _type(kind: str | None, name: str) -> EntityType:
    """The type of a kind that a reviewer named; without one, by the words of the name."""
    if kind:
        return KINDS.get(kind.lower(), EntityType.ORGANIZATION)
    for pattern, sub_type in SUB_TYPES:
        if re.search(pattern, name, re.IGNORECASE):
            return sub_type.entity_type
    return EntityType.PERSON


def _is_about(entity: EntityReading, about: Sequence[str]) -> bool:
    wanted = {name_key(name) for name in about}
    return any(name_key(name.text) in wanted for name in entity.names)
