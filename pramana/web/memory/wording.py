"""Names of memory's codes."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.memory.contracts.graph import (
    CalendarSystem,
    EditKind,
    Grain,
    UniqueSide,
    Weakness,
    stated_date,
)
from pramana.memory.contracts.messages import RoleType
from pramana.web.formatting import format_number
from pramana.web.wording import Label

ROLE_TYPES: dict[RoleType, Label] = {
    RoleType.USER: later("A person"),
    RoleType.ASSISTANT: later("The assistant"),
    RoleType.SYSTEM: later("The system"),
}
SIDES: dict[UniqueSide, Label] = {
    UniqueSide.NONE: later("any number"),
    UniqueSide.SUBJECT: later("one per subject"),
    UniqueSide.OBJECT: later("one per object"),
}
CLOSING_REASONS: dict[str, Label] = {
    "superseded": later("Replaced by a newer fact"),
    "ended": later("A message said it ended"),
    "contradicted": later("Contradicted by a newer fact"),
    "retracted": later("A message said it was never true"),
    "refused": later("Refused by a person"),
    "merged": later("Both ends are the same entity"),
}
DUPLICATE_REASONS: dict[str, Label] = {
    "near-identical": later("almost identical spelling"),
    "other script": later("the same name in another script"),
    "judged": later("judged from the conversation"),
    "by hand": later("merged by a person"),
}
EDIT_NAMES: dict[EditKind, Label] = {
    EditKind.FACT_ADDED: later("Added"),
    EditKind.FACT_CORRECTED: later("Corrected"),
    EditKind.FACT_CONFIRMED: later("Confirmed"),
    EditKind.FACT_REFUSED: later("Refused"),
    EditKind.FACT_REOPENED: later("Reopened"),
    EditKind.ENTITY_RENAMED: later("Renamed"),
    EditKind.ENTITIES_MERGED: later("Merged"),
    EditKind.ENTITY_SPLIT: later("Split"),
    EditKind.DUPLICATE_CONFIRMED: later("Merge confirmed"),
}
WEAKNESSES: dict[Weakness, Label] = {
    Weakness.CLAIM: later("only claimed"),
    Weakness.LOW_CONFIDENCE: later("low confidence"),
    Weakness.UNNAMED: later("no name known"),
    Weakness.NO_QUOTE: later("no quoted words"),
}
GRAINS: dict[Grain, Label] = {
    Grain.DAY: later("the day"),
    Grain.MONTH: later("the month"),
    Grain.YEAR: later("the year"),
}
RELATION_NAMES: dict[str, Label] = {
    "WORKS_AT": later("works at"),
    "LIVES_IN": later("lives in"),
    "STUDIES_AT": later("studies at"),
    "MARRIED_TO": later("married to"),
    "REPORTS_TO": later("reports to"),
    "HAS_POSITION": later("holds the position"),
    "HEADQUARTERED_IN": later("has headquarters in"),
    "BORN_IN": later("born in"),
    "BORN_ON": later("born on"),
    "HAS_AGE": later("is aged"),
    "HAS_STATUS": later("has the status"),
    "HAS_EMAIL": later("has email"),
    "HAS_PHONE": later("has phone number"),
    "MINISTER_OF": later("minister of"),
    "PRIME_MINISTER_OF": later("prime minister of"),
    "PRESIDENT_OF": later("president of"),
    "MAYOR_OF": later("mayor of"),
    "CHAIR_OF": later("chairs"),
    "HEAD_OF": later("heads"),
    "CEO_OF": later("chief executive of"),
    "SECRETARY_OF": later("secretary of"),
    "CAPITAL_OF": later("capital of"),
    "IS_A": later("is a"),
    "KNOWS": later("knows"),
    "FRIEND_OF": later("friend of"),
    "PARENT_OF": later("parent of"),
    "CHILD_OF": later("child of"),
    "SIBLING_OF": later("sibling of"),
    "LIKES": later("likes"),
    "DISLIKES": later("dislikes"),
    "OWNS": later("owns"),
    "LOCATED_IN": later("located in"),
    "MEMBER_OF": later("member of"),
    "VISITED": later("visited"),
    "PLANS": later("plans"),
    "CREATED": later("created"),
    "CHIEF_MINISTER_OF": later("chief minister of"),
    "DEPUTY_MAYOR_OF": later("deputy mayor of"),
    "GOVERNOR_OF": later("governor of"),
    "SPEAKER_OF": later("speaker of"),
    "VICE_PRESIDENT_OF": later("vice president of"),
    "LEADER_OF": later("leads"),
    "MANAGER_OF": later("manages"),
    "ADMINISTRATOR_OF": later("administrator of"),
    "COORDINATOR_OF": later("coordinator of"),
    "ORGANIZER_OF": later("organises"),
    "TREASURER_OF": later("treasurer of"),
    "STEWARD_OF": later("steward of"),
    "PRINCIPAL_OF": later("principal of"),
    "DEAN_OF": later("dean of"),
    "EDITOR_OF": later("editor of"),
    "COACH_OF": later("coach of"),
    "CAPTAIN_OF": later("captain of"),
    "CONDUCTOR_OF": later("conductor of"),
    "CURATOR_OF": later("curator of"),
    "MATRON_OF": later("matron of"),
    "WARDEN_OF": later("warden of"),
    "CTO_OF": later("chief technology officer of"),
    "CFO_OF": later("chief financial officer of"),
    "COO_OF": later("chief operating officer of"),
    "TEACHES_AT": later("teaches at"),
    "MEETS_AT": later("meets at"),
    "COMES_FROM": later("comes from"),
    "DIED": later("died"),
    "PART_OF": later("part of"),
    "RELATIVE_OF": later("relative of"),
    "PARTNER_OF": later("partner of"),
    "ENGAGED_TO": later("engaged to"),
    "DIVORCED_FROM": later("divorced from"),
    "COLLEAGUE_OF": later("colleague of"),
    "NEIGHBOUR_OF": later("neighbour of"),
    "LIVES_WITH": later("lives with"),
    "HAS_ADDRESS": later("has the address"),
}
ATTRIBUTE_NAMES: dict[str, Label] = {
    "position": later("Position"),
    "works_at": later("Works at"),
    "lives_in": later("Lives in"),
    "married_to": later("Married to"),
    "phone": later("Phone"),
    "email": later("Email"),
    "born_on": later("Born on"),
    "born_in": later("Born in"),
    "age": later("Age"),
    "comes_from": later("Comes from"),
    "studies_at": later("Studies at"),
    "died_on": later("Died on"),
}
"""Names of the attributes that facts give an entity; a group's own are spelled out."""
ENTITY_TYPES: dict[str, tuple[Label, str]] = {
    "Person": (later("Person"), "circle"),
    "Organization": (later("Organisation"), "square"),
    "Location": (later("Location"), "diamond"),
    "Entity": (later("Thing"), "hexagon"),
}
"""The name and shape of each entity type; its letter is the first of the name."""

OTHER_SHAPE = "triangle"


def relation_name(relation: str) -> str:
    """The name of a relation; a group's own relations are spelled out."""
    return str(RELATION_NAMES.get(relation) or relation.replace("_", " ").lower())


def date_text(moment: datetime, grain: Grain, calendar: CalendarSystem) -> str:
    """A date in its own offset and calendar, as exact as it is known."""
    date, system = stated_date(moment, grain, calendar)
    era = " " + _("BS") if system is CalendarSystem.BIKRAM_SAMBAT else ""
    return format_number(date) + era


def attribute_name(name: str) -> str:
    spelled = name.replace("_", " ").strip()
    return str(ATTRIBUTE_NAMES.get(name) or spelled[:1].upper() + spelled[1:])


def entity_type_name(name: str) -> str:
    return str(ENTITY_TYPES[name][0]) if name in ENTITY_TYPES else name


def entity_type_shape(name: str) -> str:
    return ENTITY_TYPES[name][1] if name in ENTITY_TYPES else OTHER_SHAPE


def entity_type_letter(name: str) -> str:
    return entity_type_name(name)[:1].upper()
