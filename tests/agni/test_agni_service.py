"""The source document's AgniService, over ports that answer from memory."""

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import pytest

from pramana.agni.adapters import RecordLookup
from pramana.agni.contracts import (
    DocumentMetadata,
    EntityChange,
    EntityType,
    ExtractedEntity,
    MatchEntityCandidate,
)
from pramana.agni.domain import decisions
from pramana.agni.domain.grounding import PagedText
from pramana.agni.errors import EntityNotResolved, InvalidEntity, MetadataMissing, UnknownRecord
from pramana.agni.services.agni_service import AgniService
from pramana.registry.contracts import IdCheck
from tests.agni.builders import candidate, decider, person, session

METADATA = DocumentMetadata(title="Minutes")
KNOWN = RecordLookup(IdCheck.KNOWN, {"names": [{"kind": "PRIMARY", "en": {"full": "Ram Thapa"}}]})


@dataclass
class FakeExtractor:
    entities: list[ExtractedEntity] = field(default_factory=list)
    threads: list[tuple[str, ...]] = field(default_factory=list)

    def extract_metadata(self, document: Path, conversation) -> DocumentMetadata:
        self.threads.append(conversation.user_texts)
        return METADATA

    def extract_entities(self, document: Path, metadata, conversation) -> list[ExtractedEntity]:
        self.threads.append(conversation.user_texts)
        return self.entities

    def extract_entity(self, document: Path, entity, conversation) -> list[ExtractedEntity]:
        self.threads.append(conversation.user_texts)
        return self.entities

    def load_text(self, document: Path) -> PagedText:
        return PagedText("Ram Thapa met Gita Rai.")


@dataclass
class FakeSearch:
    resolved: list[str] = field(default_factory=list)

    def find_candidates(
        self, entity: ExtractedEntity, on: date | None = None
    ) -> list[MatchEntityCandidate]:
        return [candidate()]

    def resolve(self, entity: ExtractedEntity, on: date | None = None) -> ExtractedEntity:
        self.resolved.append(entity.name)
        return replace(entity, candidates=tuple(self.find_candidates(entity)))

    def validate_nes_id(self, nes_id: str, entity_type: EntityType) -> bool:
        return nes_id.startswith("person_")


@dataclass
class FakeQueue:
    queued: list[tuple[EntityChange, str, str]] = field(default_factory=list)

    def queue_entity_change(self, change: EntityChange, description: str, author_id: str) -> str:
        self.queued.append((change, description, author_id))
        return change.id

    def get_pending_changes(self) -> list[EntityChange]:
        return [change for change, _, _ in self.queued]

    def apply_change(self, change_id: str):
        raise NotImplementedError


def service(*entities: ExtractedEntity) -> AgniService:
    return AgniService(FakeExtractor(list(entities)), FakeSearch(), FakeQueue())


def test_entities_need_the_metadata_first():
    agni = service(person("Ram Thapa"))

    with pytest.raises(MetadataMissing):
        agni.extract_entities(session())
    with_metadata = agni.extract_metadata(session())
    assert with_metadata.metadata == METADATA
    assert [each.name for each in agni.extract_entities(with_metadata).entities] == ["Ram Thapa"]


def test_only_undecided_entities_are_resolved():
    agni = service(person("Ram Thapa"), person("Sita Rai"))
    decided = decisions.skip(person("Ram Thapa"), "A namesake.", decider())

    read = agni.extract_entities(replace(session(decided), metadata=METADATA))

    assert agni.search.resolved == ["Sita Rai"]
    assert read.entities[0] == decided and read.entities[1].candidates


def test_a_reading_that_joins_two_known_entities_takes_the_first_ones_index():
    agni = service(person("Ram Thapa", "R. B. Thapa"))
    before = replace(session(person("Ram Thapa"), person("R. B. Thapa")), metadata=METADATA)

    joined, other = agni.extract_entities(before).entities

    assert [name["text"] for name in joined.names] == ["Ram Thapa", "R. B. Thapa"]
    assert not joined.withdrawn and other.withdrawn


def test_messages_reach_the_conversation_they_are_posted_to():
    agni = service()
    before = replace(session(person("Ram Thapa")), metadata=METADATA)

    after = agni.post_message_to_metadata(before, "Who wrote it?")
    after = agni.post_message_to_entity_extraction(after, "Places too.")
    after = agni.post_message_to_entity(after, 0, "Her district is Kavre.")
    agni.extract_metadata(after)
    agni.extract_entities(after)
    agni.extract_entity(after, 0)

    assert set(after.conversations) == {"metadata_extraction", "entity_extraction", "entity:0"}
    assert agni.genai.threads == [
        ("Who wrote it?",),
        ("Places too.",),
        ("Her district is Kavre.",),
    ]


def test_a_match_needs_a_valid_index_a_valid_id_and_a_known_record():
    agni, before, by = service(), session(person("Ram Thapa", "राम थापा")), decider()

    matched = agni.set_nes_id_for_extracted_entity(before, 0, "person_7", record=KNOWN, by=by)

    assert matched.entities[0].matched_id == "person_7"
    assert matched.entities[0].decided_by == by.user_id
    [addition] = matched.entities[0].proposed_changes["patch"]
    assert addition["value"] == {"kind": "ALIAS", "ne": {"full": "राम थापा"}}
    with pytest.raises(InvalidEntity):
        agni.set_nes_id_for_extracted_entity(before, 1, "person_7", record=KNOWN, by=by)
    with pytest.raises(InvalidEntity):
        agni.set_nes_id_for_extracted_entity(before, 0, "org_7", record=KNOWN, by=by)
    unknown = RecordLookup(IdCheck.UNKNOWN)
    with pytest.raises(UnknownRecord):
        agni.set_nes_id_for_extracted_entity(before, 0, "person_9", record=unknown, by=by)


def test_persisting_queues_every_entity_but_the_skipped_ones():
    agni = service()
    skipped = decisions.skip(person("Sita Rai"), "", decider())

    agni.persist(session(person("Ram Thapa", change_id="c"), skipped), "A walk.", "someone")

    [(change, description, author_id)] = agni.persistence.queued
    assert (change.id, description, author_id) == ("c", "A walk.", "someone")


def test_persisting_an_unresolved_entity_queues_nothing():
    agni = service()
    unresolved = person("Ram Thapa", candidates=(candidate(),))

    with pytest.raises(EntityNotResolved):
        agni.persist(session(person("Sita Rai"), unresolved), "", "")

    assert agni.persistence.queued == []


def test_guidance_is_followed_in_the_first_reading():
    agni = service(person("Ram Thapa"), person("Minutes"))
    reading = replace(session(), metadata=METADATA, entities=())
    reading = agni.post_message_to_entity_extraction(reading, "Remove Minutes. Add Gita Rai.")

    read = agni.extract_entities(reading).entities

    assert [each.name for each in read if not each.withdrawn] == ["Ram Thapa", "Gita Rai"]
    assert [each.quote for each in read[-1].mentions] == ["Gita Rai"]
    assert agni.search.resolved[-1] == "Gita Rai"


def test_guidance_about_metadata_is_followed():
    agni = service()
    reading = agni.post_message_to_metadata(session(), "The author is Gita Rai.")

    assert agni.extract_metadata(reading).metadata.author == "Gita Rai"
