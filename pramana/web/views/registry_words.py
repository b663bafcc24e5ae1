"""What the registry's codes are called on a page, and its values as people read them."""

from typing import Any

from django.utils.translation import gettext_lazy as later

from pramana.registry.contracts import (
    Change,
    EntityType,
    NameKind,
    Origin,
    RecordView,
    RelationshipType,
)
from pramana.registry.domain.differences import shown
from pramana.web.words import Words

SINGULARS: dict[EntityType, Words] = {
    EntityType.PERSON: later("Person"),
    EntityType.ORGANIZATION: later("Organisation"),
    EntityType.LOCATION: later("Place"),
    EntityType.PROJECT: later("Project"),
}
PLURALS: dict[EntityType, Words] = {
    EntityType.PERSON: later("People"),
    EntityType.ORGANIZATION: later("Organisations"),
    EntityType.LOCATION: later("Places"),
    EntityType.PROJECT: later("Projects"),
}
SUB_TYPE_WORDS: dict[str, Words] = {
    "political_party": later("Political party"),
    "government_body": later("Government body"),
    "ngo": later("Non-governmental organisation"),
    "international_org": later("International organisation"),
    "hospital": later("Hospital"),
    "media": later("Media"),
    "financial_institution": later("Financial institution"),
    "province": later("Province"),
    "district": later("District"),
    "metropolitan_city": later("Metropolitan city"),
    "sub_metropolitan_city": later("Sub-metropolitan city"),
    "municipality": later("Municipality"),
    "rural_municipality": later("Rural municipality"),
    "ward": later("Ward"),
    "constituency": later("Constituency"),
    "development_project": later("Development project"),
}
NAME_KINDS: dict[NameKind, Words] = {
    NameKind.PRIMARY: later("main name"),
    NameKind.ALIAS: later("also called"),
    NameKind.ALTERNATE: later("other spelling"),
    NameKind.BIRTH_NAME: later("birth name"),
}
RELATIONS: dict[RelationshipType, tuple[Words, Words]] = {
    RelationshipType.AFFILIATED_WITH: (later("affiliated with"), later("affiliated with")),
    RelationshipType.EMPLOYED_BY: (later("employed by"), later("employs")),
    RelationshipType.MEMBER_OF: (later("member of"), later("has as member")),
    RelationshipType.PARENT_OF: (later("parent of"), later("child of")),
    RelationshipType.CHILD_OF: (later("child of"), later("parent of")),
    RelationshipType.SUPERVISES: (later("supervises"), later("supervised by")),
    RelationshipType.LOCATED_IN: (later("located in"), later("holds")),
}
"""As said from where a relation starts, and from where it leads."""

ORIGINS: dict[Origin, Words] = {
    Origin.PERSON: later("by hand"),
    Origin.CHANGE: later("from a review"),
    Origin.IMPORT: later("from a file"),
}
PARTS: dict[str, Words] = {
    "names": later("Names"),
    "misspelled_names": later("Misspelled names"),
    "identifiers": later("Identifiers"),
    "attributes": later("Attributes"),
    "short_description": later("In short"),
    "description": later("Description"),
    "attributions": later("Sources"),
    "contacts": later("Contacts"),
    "tags": later("Tags"),
    "pictures": later("Pictures"),
    "relationships": later("Relations"),
}


def kind_words(record: RecordView) -> Words:
    return SUB_TYPE_WORDS.get(record.sub_type or "", SINGULARS[record.type])


def facts_of(record: RecordView) -> list[tuple[str, str]]:
    """Attributes as words and values."""
    found = record.data.attributes
    return [(name.replace("_", " ").capitalize(), shown(value)) for name, value in found.items()]


def change_rows(changes: list[Change]) -> list[dict[str, Any]]:
    """Each change with where it is, what stood there and what stands there now."""
    return [
        {
            "part": PARTS.get(_steps(each)[0], _steps(each)[0]),
            "place": " › ".join(_said(step) for step in _steps(each)[1:]),
            "before": shown(each.before),
            "after": shown(each.after),
        }
        for each in changes
    ]


def _steps(change: Change) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in change.path[1:].split("/")]


def _said(step: str) -> str:
    return str(int(step) + 1) if step.isdigit() else step.replace("_", " ")
