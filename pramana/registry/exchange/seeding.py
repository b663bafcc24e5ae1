"""A registry to begin with: Nepal's provinces, districts and largest cities, from public facts."""

import csv
from importlib.resources import files

from pramana.kit.scope import Scope
from pramana.registry.contracts import (
    EntityType,
    NewRecord,
    NewRelationship,
    RelationshipType,
    Tally,
)
from pramana.registry.domain.reading import read_new
from pramana.registry.services.importing import import_batch
from pramana.registry.services.linking import link_batch

AUTHOR = "pramana"
SAID = "Provinces, districts, metropolitan and sub-metropolitan cities of Nepal."


def seed_nepal(scope: Scope) -> Tally:
    """Write the places that are not here yet, each within the one it lies in."""
    places = _places()
    tally = import_batch(
        scope, [_record(place) for place in places], author=AUTHOR, description=SAID
    )
    within = [(_id(place["sub_type"], place["slug"]), _within(place)) for place in places]
    links = [(source, new) for source, new in within if new]
    tally.linked = link_batch(scope, links, author=AUTHOR, description=SAID).linked
    return tally


def _places() -> list[dict[str, str]]:
    text = files(__package__).joinpath("nepal.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def _record(place: dict[str, str]) -> NewRecord:
    return read_new(
        {
            "type": EntityType.LOCATION,
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
