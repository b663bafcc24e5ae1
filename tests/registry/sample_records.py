"""Sample records for tests."""

from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope


def a_person(en: str = "Sunita Rai", ne: str = "सुनिता राई", **fields: Any) -> dict[str, Any]:
    name: dict[str, Any] = {"kind": "PRIMARY"}
    if en:
        name["en"] = {"full": en}
    if ne:
        name["ne"] = {"full": ne}
    return {"type": "person", "names": [name], **fields}


def a_district(en: str = "Kaski", ne: str = "कास्की", **fields: Any) -> dict[str, Any]:
    return {**a_person(en, ne), "type": "location", "sub_type": "district", **fields}


def a_party(en: str = "Terrace Party", ne: str = "गरा पार्टी", **fields: Any) -> dict[str, Any]:
    return {
        **a_person(en, ne),
        "type": "organization",
        "sub_type": "political_party",
        **fields,
    }


def make_relation(scope: Scope) -> dict[str, UUID]:
    """Create two related records; return their ids by the names of the URL parameters."""
    from pramana.registry.contracts import NewRelationship, RelationshipType
    from pramana.registry.services import add_relationship, create_record

    party = create_record(scope, a_party())
    person = create_record(scope, a_person())
    new = NewRelationship(RelationshipType.MEMBER_OF, party.nes_id)
    related = add_relationship(scope, person.record_id, new)
    return {"entity_id": person.record_id, "relationship_id": related.id}
