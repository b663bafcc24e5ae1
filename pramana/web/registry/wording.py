"""Names of the registry's codes, and record values as text."""

import re
from datetime import date
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as later

from pramana.kit.texts import with_visible_overrides
from pramana.registry.contracts import (
    NameKind,
    RecordType,
    RecordView,
    RelationshipType,
    VersionDifference,
    VersionOrigin,
)
from pramana.registry.domain.json_patch import display_text
from pramana.web.formatting import format_day_field
from pramana.web.wording import Label

TYPE_NAMES: dict[RecordType, Label] = {
    RecordType.PERSON: later("Person"),
    RecordType.ORGANIZATION: later("Organisation"),
    RecordType.LOCATION: later("Place"),
    RecordType.PROJECT: later("Project"),
}
TYPE_PLURALS: dict[RecordType, Label] = {
    RecordType.PERSON: later("People"),
    RecordType.ORGANIZATION: later("Organisations"),
    RecordType.LOCATION: later("Places"),
    RecordType.PROJECT: later("Projects"),
}
SUB_TYPE_NAMES: dict[str, Label] = {
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
    "invoice": later("Invoice"),
    "items": later("Items"),
    "municipality": later("Municipality"),
    "rural_municipality": later("Rural municipality"),
    "ward": later("Ward"),
    "constituency": later("Constituency"),
    "development_project": later("Development project"),
}
NAME_KINDS: dict[NameKind, Label] = {
    NameKind.PRIMARY: later("main name"),
    NameKind.ALIAS: later("alias"),
    NameKind.ALTERNATE: later("alternate spelling"),
    NameKind.BIRTH_NAME: later("birth name"),
}
RELATION_NAMES: dict[RelationshipType, tuple[Label, Label]] = {
    RelationshipType.AFFILIATED_WITH: (later("affiliated with"), later("affiliated with")),
    RelationshipType.EMPLOYED_BY: (later("employed by"), later("employs")),
    RelationshipType.MEMBER_OF: (later("member of"), later("has member")),
    RelationshipType.PARENT_OF: (later("parent of"), later("child of")),
    RelationshipType.CHILD_OF: (later("child of"), later("parent of")),
    RelationshipType.SUPERVISES: (later("supervises"), later("supervised by")),
    RelationshipType.LOCATED_IN: (later("located in"), later("contains")),
}
"""The relation's name seen from its source and from its target."""

ORIGINS: dict[VersionOrigin, Label] = {
    VersionOrigin.PERSON: later("by hand"),
    VersionOrigin.CHANGE: later("from a review"),
    VersionOrigin.IMPORT: later("from a file"),
}
RECORD_PARTS: dict[str, Label] = {
    "names": later("Names"),
    "misspelled_names": later("Misspelled names"),
    "identifiers": later("Identifiers"),
    "attributes": later("Attributes"),
    "short_description": later("Summary"),
    "description": later("Description"),
    "attributions": later("Sources"),
    "contacts": later("Contacts"),
    "tags": later("Tags"),
    "pictures": later("Pictures"),
    "relationships": later("Relations"),
}


def record_type_name(record: RecordView) -> Label:
    return SUB_TYPE_NAMES.get(record.sub_type or "", TYPE_NAMES[record.type])


ATTRIBUTE_NAMES: dict[str, Label] = {
    "address": later("Address"),
    "amount": later("Amount"),
    "buyer": later("Buyer"),
    "date": later("Date"),
    "date_of_birth": later("Date of birth"),
    "due_date": later("Due date"),
    "description": later("Description"),
    "document": later("Document"),
    "district": later("District"),
    "email": later("E-mail"),
    "father_name": later("Father name"),
    "invoice": later("Invoice"),
    "items": later("Items"),
    "municipality": later("Municipality"),
    "name": later("Name"),
    "number": later("Number"),
    "office": later("Office"),
    "organization": later("Organization"),
    "party": later("Party"),
    "payment": later("Payment"),
    "phone": later("Phone"),
    "position": later("Position"),
    "province": later("Province"),
    "quantity": later("Quantity"),
    "role": later("Role"),
    "subtotal": later("Subtotal"),
    "tax": later("Tax"),
    "tax_id": later("Tax id"),
    "term": later("Term"),
    "terms": later("Terms"),
    "title": later("Title"),
    "total": later("Total"),
    "totals": later("Totals"),
    "type": later("Type"),
    "unit_price": later("Unit price"),
    "vendor": later("Vendor"),
    "ward": later("Ward"),
}
"""Common attributes and fields; others are written as their key is."""


def attribute_name(key: str) -> str:
    """An attribute of a record or of an entity, in the reader's language where it is common.

    >>> attribute_name("registered_office")
    'Registered office'
    """
    return str(ATTRIBUTE_NAMES.get(key) or key.replace("_", " ").capitalize())


def attribute_rows(record: RecordView) -> list[tuple[str, str]]:
    """Attributes as labels and values."""
    found = record.data.attributes
    return [(attribute_name(key), display_text(value)) for key, value in found.items()]


def change_rows(changes: list[VersionDifference]) -> list[dict[str, Any]]:
    """Each change with its place, old value and new value."""
    return [
        {
            "part": RECORD_PARTS.get(_path_steps(each)[0], _path_steps(each)[0]),
            "place": " › ".join(_step_label(step) for step in _path_steps(each)[1:]),
            "before": display_text(each.before),
            "after": display_text(each.after),
        }
        for each in changes
    ]


def _path_steps(change: VersionDifference) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in change.path[1:].split("/")]


def _step_label(step: str) -> str:
    return str(int(step) + 1) if step.isdigit() else step.replace("_", " ")


def record_titles(record: RecordView) -> dict[str, str]:
    """The record's name in the reader's script, and in the other one if it has both."""
    language = "ne" if get_language() == "ne" else "en"
    title = with_visible_overrides(record.title(language))
    other = with_visible_overrides(record.title("en" if language == "ne" else "ne"))
    return {"title": title, "other": "" if other == title else other}


REASON_SUBJECTS: dict[str, Label] = {
    "given name": later("given name"),
    "middle name": later("middle name"),
    "family name": later("family name"),
    "other name": later("other name"),
    "name": later("name"),
    "father's name": later("father's name"),
    "mother's name": later("mother's name"),
    "grandfather's name": later("grandfather's name"),
    "spouse's name": later("spouse's name"),
    "district": later("district"),
    "party": later("party"),
    "position": later("position"),
    "office": later("office"),
    "date of birth": later("date of birth"),
    "identifier": later("identifier"),
}
REASON_SENTENCES: dict[str, Label] = {
    " is in one of the names only": later("%(what)s is in one of the names only: %(values)s"),
    " is the same": later("%(what)s is the same: %(values)s"),
    " means the same": later("%(what)s means the same: %(values)s"),
    " sounds the same": later("%(what)s sounds the same: %(values)s"),
    " sounds almost the same": later("%(what)s sounds almost the same: %(values)s"),
    " may be shortened": later("%(what)s may be shortened: %(values)s"),
    " agrees": later("%(what)s agrees: %(values)s"),
    " differs": later("%(what)s differs: %(values)s"),
    " was held then": later("%(what)s was held then: %(values)s"),
    " was held before": later("%(what)s was held before: %(values)s"),
    " was held by someone else then": later("%(what)s was held by someone else then: %(values)s"),
    " began only later": later("%(what)s began only later: %(values)s"),
    " may have changed": later("%(what)s may have changed: %(values)s"),
    "the names are written the same": later("the names are written the same: %(values)s"),
    "the parts stand in another order": later("the parts stand in another order"),
    "titles do not count": later("titles do not count: %(values)s"),
    "both are": later("both are: %(values)s"),
    "not the same": later("not the same: %(values)s"),
    "only one of the names says": later("only one of the names says: %(values)s"),
}
"""How reasons for a match end before their values: the language of names states them in English."""


def match_reason(reason: str) -> str:
    """A reason for a match in the reader's language; as it is where we do not know its words."""
    head, _, values = reason.partition(": ")
    for ending, sentence in REASON_SENTENCES.items():
        what = head.removesuffix(ending)
        if head.endswith(ending) and (not what or what in REASON_SUBJECTS):
            shown = _ISO_DAY.sub(_day_of_reader, values)
            return str(sentence) % {"what": REASON_SUBJECTS.get(what, ""), "values": shown}
    return reason


_ISO_DAY = re.compile(r"(?<![\d-])(?:19|20)\d\d-\d\d-\d\d(?![\d-])", re.ASCII)


def _day_of_reader(match: re.Match[str]) -> str:
    """A day of a term of office in the reader's calendar; as it is where it is no such day."""
    try:
        return format_day_field(date.fromisoformat(match.group()))
    except ValueError:
        return match.group()
