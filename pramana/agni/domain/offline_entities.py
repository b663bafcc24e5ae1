"""Entities read without a model: names that taggers and the registry know, as reviewers asked.

Reviewers can ask to add a name that occurs in the text, to leave one out, or say what a name is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.domain.names import name_key
from pramana.agni.prompts.entities import EntityReading, NameReading
from pramana.kit.evidence import locate
from pramana.language.scripts import language_by_script
from pramana.language.tagging import NameMention

ENGLISH = r"""
(?:deputy\s+|vice\s+|acting\s+|former\s+|chief\s+|joint\s+|under\s+|prime\s+|ward\s+)*
(?:mayor|minister|president|chairperson|chairman|chair|secretary|director(?:\s+general)?|spokesperson
|judge|justice|commissioner|officer|engineer|contractor|accountant|inspector|member|governor
|ambassador|representative|administrator)
(?:\s+(?:of|for)\s+(?:the\s+)?[A-Z0-9a-z][\w-]*(?:\s+(?:and\s+)?[A-Z0-9][\w-]*)*)?
"""
NEPALI = r"""
(?:नगर\s+|गाउँपालिका\s+|वडा\s+|प्रमुख\s+प्रशासकीय\s+|कार्यकारी\s+|तत्कालीन\s+|पूर्व\s+|सह\s*|उप\s*|प्रधान\s*|महा\s*|मुख्य\s*)*
(?:प्रमुख|उपप्रमुख|मेयर|उपमेयर|अध्यक्ष|उपाध्यक्ष|वडाध्यक्ष|मन्त्री|राज्यमन्त्री|राष्ट्रपति|सचिव|निर्देशक|महानिर्देशक|प्रवक्ता
|न्यायाधीश|आयुक्त|अधिकृत|इन्जिनियर|ठेकेदार|लेखापाल|सांसद|सदस्य|संयोजक|राजदूत|निरीक्षक|उपसचिव|सहसचिव)
"""
TITLES = r"(?:श्रीमती|श्री|सुश्री|डा\.|प्रा\.|माननीय|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|Hon\.?|Er\.)\s+"
BEFORE = re.compile(
    rf"(?P<position>(?<![\w\u0900-\u097f])(?:{ENGLISH}|{NEPALI}))\s+(?:{TITLES})*$",
    re.IGNORECASE | re.VERBOSE,
)
AFTER = re.compile(rf"^,\s*(?:the\s+|a\s+)?(?P<position>{ENGLISH})", re.IGNORECASE | re.VERBOSE)
FATHER = re.compile(
    r"(?P<father>[\u0900-\u097f]+(?:\s[\u0900-\u097f]+){1,3}?)(?:को|का)\s+(?:छोरा|छोरी)\s*$"
)
REACH = 80


def attributes_beside(text: str, start: int, end: int) -> dict[str, str]:
    """The position and the father of a person, as stated right beside the name.

    >>> attributes_beside("Mayor Ram Thapa spoke", 6, 15)
    {'position': 'Mayor'}
    >>> attributes_beside("Sita Rai, chair of ward 4, left", 0, 8)
    {'position': 'chair of ward 4'}
    """
    before, after = text[max(0, start - REACH) : start], text[end : end + REACH]
    attributes = {}
    if position := BEFORE.search(before) or AFTER.match(after):
        attributes["position"] = " ".join(position["position"].split())
    if father := FATHER.search(before):
        attributes["father"] = father["father"]
    return attributes


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
    """One entity for each name. A requested name is added only if it occurs in the text."""
    requests = ReviewerRequests.of(messages)
    entities = {
        key: entity
        for key, entity in _entities_by_name(text, mentions).items()
        if key not in requests.dropped and key not in requests.added
    }
    for key, entity_type in requests.added.items():
        span = locate(key, text)
        if span:
            name = text[span.start : span.end]
            entities[key] = _entity(name, entity_type, REQUESTED_CONFIDENCE)
    return [entity for entity in entities.values() if not about or _is_about(entity, about)]


def _entities_by_name(text: str, mentions: Sequence[NameMention]) -> dict[str, EntityReading]:
    """The surest mention of a name decides its type; every mention may add attributes."""
    entities: dict[str, EntityReading] = {}
    for mention in sorted(mentions, key=lambda each: -each.confidence):
        new = _entity(mention.text, EntityType(mention.kind.value), mention.confidence)
        entity = entities.setdefault(name_key(mention.text), new)
        if entity.type is EntityType.PERSON:
            attributes = attributes_beside(text, mention.start, mention.end)
            entity.attributes = {**attributes, **entity.attributes}
    return entities


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
