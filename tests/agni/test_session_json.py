import json
from dataclasses import replace
from datetime import date

from pramana.agni.contracts import (
    Author,
    Conversation,
    DocumentMetadata,
    EntitySubType,
    EntityType,
    ExtractedEntity,
    FieldTrust,
    Message,
)
from pramana.agni.domain import decisions
from pramana.agni.domain.session_json import deserialize_session, serialize_session
from tests.agni.builders import NOON, candidate, decider, mention, person, session


def full_session():
    office = ExtractedEntity(
        EntityType.ORGANIZATION,
        EntitySubType.GOVERNMENT_BODY,
        names=({"text": "नगरपालिका", "language": "ne"},),
        entity_data={"district": "काभ्रे"},
        candidates=(candidate("org_1", decisive=True),),
        mentions=(mention(3, 9),),
    )
    decided = decisions.skip(person("Ram"), "Not relevant", decider())
    metadata = DocumentMetadata(
        title="सूचना",
        publication_date=date(2024, 1, 15),
        date_text="२०८०।१०।०१",
        trust={"title": FieldTrust(0.9, mention(0, 5)), "document_type": FieldTrust(0.4)},
        engine="offline",
    )
    talk = Conversation((Message(Author.USER, "More names, please.", NOON, "msg_1"),))
    return replace(
        session(office, decided),
        metadata=metadata,
        guidance="More names, please.",
        conversations={"entity_extraction": talk},
    )


def test_a_session_comes_back_as_it_was():
    stored = json.loads(json.dumps(serialize_session(full_session())))

    again = deserialize_session(stored)

    assert serialize_session(again) == stored
    assert again.entities[0].mentions == (mention(3, 9),)
    assert again.metadata == full_session().metadata


def test_the_documents_own_keys_are_there():
    stored = serialize_session(full_session())

    assert {"document", "guidance", "metadata", "conversations", "entities"} <= set(stored)
    assert {"title", "summary", "author", "publication_date", "document_type", "source"} <= set(
        stored["metadata"]
    )
    assert stored["metadata"]["publication_date"] == "2024-01-15"
    assert {"author", "text", "timestamp"} <= set(stored["conversations"]["entity_extraction"][0])
    assert {"entity_type", "names", "entity_data", "candidates", "matched_id"} <= set(
        stored["entities"][0]
    )


def test_what_only_the_document_promises_is_enough_to_read():
    entity = {"entity_type": "PERSON", "names": [{"text": "Ram", "language": "en"}]}

    again = deserialize_session({"guidance": "", "entities": [entity]})

    assert again.entities[0].name == "Ram"
    assert again.metadata is None and again.document is None
