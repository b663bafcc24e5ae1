"""Seeds a registry with Nepal's provinces, districts and largest cities, from public facts."""

import csv
from importlib.resources import files

from pramana.kit.scope import Scope
from pramana.registry.contracts import (
    ImportTally,
    NewRecord,
    NewRelationship,
    RecordType,
    RelationshipType,
)
from pramana.registry.domain.validation import parse_new_record
from pramana.registry.services.bulk_import import import_batch, import_relationships

AUTHOR = "pramana"
DESCRIPTION = "Provinces, districts, metropolitan and sub-metropolitan cities of Nepal."


def seed_nepal(scope: Scope) -> ImportTally:
    """Import the places that are missing, each related to the place it is located in."""
    places = _places()
    tally = import_batch(
        scope, [_record(place) for place in places], author=AUTHOR, description=DESCRIPTION
    )
    within = [(_id(place["sub_type"], place["slug"]), _within(place)) for place in places]
    links = [(source, new) for source, new in within if new]
    tally.linked = import_relationships(scope, links, author=AUTHOR, description=DESCRIPTION).linked
    return tally


def _places() -> list[dict[str, str]]:
    text = files(__package__).joinpath("nepal.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def _record(place: dict[str, str]) -> NewRecord:
    return parse_new_record(
        {
            "type": RecordType.LOCATION,
            "sub_type": place["sub_type"],
            "slug": place["slug"],
            "names": [
                {"kind": "PRIMARY", "en": {"full": place["en"]}, "ne": {"full": place["ne"]}}
            ],
            "attributes": {"country": "Nepal"},
        }
    )


def _within(place: dict[str, str]) -> NewRelationship | None:
    if not place["within"]:
        return None
    sub_type, _, slug = place["within"].partition("/")
    return NewRelationship(RelationshipType.LOCATED_IN, _id(sub_type, slug))


def _id(sub_type: str, slug: str) -> str:
    return f"entity:location/{sub_type}/{slug}"
