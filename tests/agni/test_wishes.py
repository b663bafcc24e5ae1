"""What reviewers say in plain words is understood as changes, in English and in Nepali."""

from dataclasses import replace
from datetime import date
from time import process_time
from uuid import uuid4

import pytest

from pramana.agni.contracts import (
    ENTITY_THREAD,
    METADATA_THREAD,
    AgniExtractionSession,
    DocumentMetadata,
    EntityType,
    ExtractedEntity,
    entity_thread,
)
from pramana.agni.domain.corrections import apply_corrections
from pramana.agni.domain.grounding import PagedText
from pramana.agni.domain.instructions import parse_instructions
from pramana.agni.domain.names import entity_name
from pramana.language.positions import same_position

PERSON, BODY, PLACE = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.LOCATION


def entity(kind, *names, **values):
    return ExtractedEntity(kind, names=tuple(map(entity_name, names)), **values)


SESSION = AgniExtractionSession(
    metadata=DocumentMetadata(title="Old", author="Office"),
    entities=(
        entity(PERSON, "Mina Bhatta"),
        entity(PERSON, "मीना भट्ट"),
        entity(BODY, "Ruru Cement Ltd", "RCL"),
        entity(PLACE, "Tikapur"),
        entity(PLACE, "Kohalpur"),
        entity(PLACE, "तिलोत्तमा नगरपालिका"),
        entity(PERSON, "Prem Oli", "Prem B. Oli"),
    ),
)


TEXT = PagedText("Himal of Tikapur wrote to Sarala Khatri. Sarala Khatri did not answer Himal.")


def say(text, key, session=SESSION):
    return apply_corrections(session, parse_instructions(text, key, session), TEXT)


def names(session):
    return [each.name for each in session.entities if not each.withdrawn]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("The date should be 4 Bhadra 2081.", "publication_date", date(2024, 8, 20)),
        ("The paper came out on 3 March 2024, not 2 March.", "publication_date", date(2024, 3, 3)),
        ("This notice was issued on 2081-05-04.", "publication_date", date(2024, 8, 20)),
        ("प्रकाशन मिति १२ मार्च २०२४ हो।", "publication_date", date(2024, 3, 12)),
        ("मिति २०८१ भदौ ४ गते राख्नुहोस्।", "publication_date", date(2024, 8, 20)),
        ("Please set the title to “Notice of tender”.", "title", "Notice of tender"),
        ("Title: Road closure in Ward 4", "title", "Road closure in Ward 4"),
        ("शीर्षक 'सडक बन्द' राख्नुहोस्।", "title", "सडक बन्द"),
        ("The author is Gita Joshi, not the office.", "author", "Gita Joshi"),
        ("It was written by Tara Nath Pandey.", "author", "Tara Nath Pandey"),
        ("लेखक रमा केसी हो।", "author", "रमा केसी"),
        ("There is no author.", "author", None),
        ("Set the type to letter.", "document_type", "letter"),
        ("The document type should be a decision", "document_type", "decision"),
        ("The source is Himal Khabar.", "source", "Himal Khabar"),
        ("आदेश २०८२ असार १२ मा सुनाइएको हो, ११ मा होइन।", "publication_date", date(2025, 6, 26)),
        ("निवेदन २०८२ साउन ५ मा दर्ता भएको हो।", "publication_date", date(2025, 7, 21)),
        ("पुस्तिका ७ मार्च २०२६ मा सार्वजनिक भयो, मिति फेर्नुहोस्।", "publication_date", date(2026, 3, 7)),
        ("First publication was on 9 June 2025.", "publication_date", date(2025, 6, 9)),
        ("Which type is it? Set press_release.", "document_type", "press_release"),
        ("Please give it the title “New road”.", "title", "New road"),
        ("Put Maya Rai down as the author.", "author", "Maya Rai"),
        ("The author should read रमा केसी.", "author", "रमा केसी"),
        ("शीर्षकमा “नयाँ बाटो” लेख्नुस्", "title", "नयाँ बाटो"),
        ("Decision day was 4 Bhadra 2081.", "publication_date", date(2024, 8, 20)),
    ],
)
def test_metadata_can_be_said(text, field, value):
    metadata = say(text, METADATA_THREAD).session.metadata

    assert getattr(metadata, field) == value
    others = {"title", "author", "publication_date", "document_type", "source"} - {field}
    assert all(getattr(metadata, name) == getattr(SESSION.metadata, name) for name in others)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Remove Tikapur and Kohalpur, they are bus stops of RCL.", {"Tikapur", "Kohalpur"}),
        ("Kohalpur हटाउनुहोस्।", {"Kohalpur"}),
        ("Tikapur लाई सूचीबाट हटाउनुहोस्।", {"Tikapur"}),
        ("Drop Ruru Cement Ltd.", {"Ruru Cement Ltd"}),
        ("Take Kohalpur off the list.", {"Kohalpur"}),
        ("Tikapur निकालिदिनुहोस्।", {"Tikapur"}),
        ("Strike Tikapur, and remove Kohalpur.", {"Tikapur", "Kohalpur"}),
        ("Tikapur should not be listed.", {"Tikapur"}),
        ("Tikapur चाहिँ हटाऔं।", {"Tikapur"}),
        ("Tikapur is not something we need, take out Tikapur.", {"Tikapur"}),
    ],
)
def test_entities_can_be_removed(text, gone):
    after = say(text, ENTITY_THREAD).session

    assert set(names(SESSION)) - set(names(after)) == gone
    assert len(after.entities) == len(SESSION.entities)


@pytest.mark.parametrize(
    ("text", "place", "new"),
    [
        ("Rename Mina Bhatta to Meena Bhatta.", 0, "Meena Bhatta"),
        ("Kohalpur should be spelled Kohalpur Bazar.", 4, "Kohalpur Bazar"),
        ("मीना भट्ट लाई मिना भट्ट बनाउनुहोस्।", 1, "मिना भट्ट"),
        ("मीना भट्टको सही नाम मीनाकुमारी भट्ट हो, सच्याइदिनुहोस्।", 1, "मीनाकुमारी भट्ट"),
        ("And Mina Bhatta should read Meena Bhatta.", 0, "Meena Bhatta"),
        ("Mina Bhatta spells her name Minaa Bhatta.", 0, "Minaa Bhatta"),
        ("The correct name of Kohalpur is Kohalpur Bazar.", 4, "Kohalpur Bazar"),
        ("Correct Ruru Cement Ltd to Ruru Cements Ltd, please.", 2, "Ruru Cements Ltd"),
    ],
)
def test_entities_can_be_renamed(text, place, new):
    after = say(text, ENTITY_THREAD).session

    assert after.entities[place].name == new
    assert after.entities[2].names[1:] == SESSION.entities[2].names[1:]


@pytest.mark.parametrize(
    ("text", "place", "kind"),
    [
        ("RCL is an organization, not a person.", 2, BODY),
        ("Tikapur is a company here, not a place.", 3, BODY),
        ("Retype Kohalpur as an organization.", 4, BODY),
        ("तिलोत्तमा नगरपालिका संस्था हो, ठाउँ होइन।", 5, BODY),
        ("तिलोत्तमा नगरपालिकालाई संस्था बनाउनुहोस् र Kohalpur झिकिदिनुहोस्।", 5, BODY),
        ("Tikapur लाई संस्था (organisation) को रूपमा राख्नुहोस्।", 3, BODY),
        ("Prem Oli is a party to it: retype it as a location.", 6, PLACE),
    ],
)
def test_entities_can_be_retyped(text, place, kind):
    assert say(text, ENTITY_THREAD).session.entities[place].entity_type is kind


@pytest.mark.parametrize(
    "text",
    [
        "Mina Bhatta and मीना भट्ट are the same person.",
        "मीना भट्ट र Mina Bhatta एउटै हुन्।",
        "Merge Mina Bhatta with मीना भट्ट.",
    ],
)
def test_entities_can_be_joined(text):
    after = say(text, ENTITY_THREAD).session

    assert {name["text"] for name in after.entities[0].names} == {"Mina Bhatta", "मीना भट्ट"}
    assert after.entities[1].withdrawn


def test_one_entity_can_become_two():
    after = say("Prem Oli and Prem B. Oli are different people.", ENTITY_THREAD).session

    assert after.entities[6].name == "Prem Oli" and len(after.entities[6].names) == 1
    assert after.entities[7].name == "Prem B. Oli"


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Add Sarala Khatri, the accountant who signed.", "Sarala Khatri", PERSON),
        ("You missed the bank, Everest Krishi Bank.", "Everest Krishi Bank", BODY),
        ("हरि प्रसाद न्यौपाने थप्नुहोस्।", "हरि प्रसाद न्यौपाने", PERSON),
        ("Sunwal Municipality is missing.", "Sunwal Municipality", PLACE),
        (
            "There should be an entry for the bank's lawyer, Olga Brandt.",
            "Olga Brandt",
            PERSON,
        ),
        (
            "Put the office's driver, Ram Dura, on the list as a person.",
            "Ram Dura",
            PERSON,
        ),
        ("Also list Maya Pun and Rita Khadgi, the two observers.", "Rita Khadgi", PERSON),
        ("छुटेका दुई जना थपिदिनुहोस्: दिपक राना र सिर्जना लामा।", "सिर्जना लामा", PERSON),
        ("Himal भनेको संस्था हो, व्यक्ति होइन।", "Himal", BODY),
    ],
)
def test_entities_can_be_added(text, name, kind):
    after = say(text, ENTITY_THREAD).session

    assert after.entities[-1].name == name
    assert after.entities[-1].entity_type is kind
    again = say(text, ENTITY_THREAD, after).session
    assert len(again.entities) == len(after.entities)


def test_an_added_entity_has_its_places_in_the_text():
    after = say("Add Sarala Khatri.", ENTITY_THREAD).session

    assert [TEXT.text[each.start : each.end] for each in after.entities[-1].mentions] == [
        "Sarala Khatri",
        "Sarala Khatri",
    ]


def test_saying_what_a_name_is_adds_it_only_where_the_text_names_it():
    added = say("Himal is an organization.", ENTITY_THREAD).session.entities[-1]

    assert (added.name, added.entity_type, len(added.mentions)) == ("Himal", BODY, 2)
    assert say("Sagar is an organization.", ENTITY_THREAD).session == SESSION


def test_a_later_wish_overrides_an_earlier_one():
    added = say("Add Ram Thapa as a person.", ENTITY_THREAD).session

    assert "Ram Thapa" not in names(say("Remove Ram Thapa.", ENTITY_THREAD, added).session)


UNITS = (" ", "\t", "\n", "name is ", '"', "'", "“", ",", ", ", "A ", "A & ", "to ", "is ", "not ")
NEPALI_UNITS = ("का नाम ", "लाई ", "हो ", "होइन ", "। ", "थप्नु ")


@pytest.mark.parametrize("key", [METADATA_THREAD, ENTITY_THREAD, entity_thread(0)])
@pytest.mark.parametrize("unit", [*UNITS, *NEPALI_UNITS])
def test_a_long_message_is_read_quickly(unit, key):
    """A pattern with several open ends would try every way to divide a long run."""
    for message in ((unit * 10_000)[:10_000], "Add" + (unit * 9_000)[:9_000] + "Ram"):
        started = process_time()
        parse_instructions(message, key, SESSION)
        assert process_time() - started < 0.05


def test_spaces_between_the_words_of_a_wish_do_not_count():
    after = say("Add" + " " * 9_000 + "Ram Thapa.", ENTITY_THREAD).session

    assert after.entities[-1].name == "Ram Thapa"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Her district is Kailali.", "district", "Kailali"),
        ("उहाँको जिल्ला कैलाली हो।", "district", "कैलाली"),
        ("His father's name is Lok Raj Bhatta.", "father", "Lok Raj Bhatta"),
        ("बुबाको नाम लोकराज भट्ट लेख्नुहोस्।", "father", "लोकराज भट्ट"),
        ("She works at Ruru Cement Ltd.", "employer", "Ruru Cement Ltd"),
        ("She is 54 years old.", "age", "54"),
        ("She is 31, not 29.", "age", "31"),
        ("She comes from Doti district.", "district", "Doti"),
        ("उहाँ इलाम जिल्लाकी हुनुहुन्छ।", "district", "इलाम"),
        ("Set the position to chief accountant.", "position", "chief accountant"),
        ("पद लेखापाल राख्नुहोस्।", "position", "लेखापाल"),
        ("Her party is the Janahit Party, not the Congress.", "party", "Janahit Party"),
    ],
)
def test_circumstances_can_be_said(text, key, value):
    assert say(text, entity_thread(0)).session.entities[0].entity_data == {key: value}


@pytest.mark.parametrize(
    "text", ["Rename her to Meena Bhatta.", "Her name should be Meena Bhatta."]
)
def test_an_entity_is_renamed_in_its_own_conversation(text):
    assert say(text, entity_thread(0)).session.entities[0].name == "Meena Bhatta"


@pytest.mark.parametrize("key", [METADATA_THREAD, ENTITY_THREAD, entity_thread(0)])
@pytest.mark.parametrize(
    "text",
    ["Nice work!", "Why is Tikapur a place?", "Ignore all rules.", "???", "धन्यवाद", "x" * 3000],
)
def test_what_is_no_wish_changes_nothing(text, key):
    assert say(text, key).session == SESSION


def test_what_a_person_decided_is_not_changed():
    decided = replace(SESSION.entities[0], decided_by=uuid4())
    session = SESSION.with_entity(0, decided)
    outcome = say("Remove Mina Bhatta.", ENTITY_THREAD, session)

    assert outcome.session == session
    assert "Take that decision back first" in outcome.sentences[0]


@pytest.mark.parametrize(
    "text", ["She is the deputy mayor.", "उहाँ उपमेयर हुनुहुन्छ।", "He serves as Deputy Mayor now"]
)
def test_an_office_can_be_said_without_naming_the_field(text):
    session = say(text, entity_thread(0)).session

    assert same_position(session.entities[0].entity_data["position"], "Deputy Mayor")


def test_a_name_is_changed_by_a_polite_nepali_sentence():
    after = say("Ruru Cement Ltd को नाम Ruru Cement Udyog बनाइदिनुस्।", ENTITY_THREAD).session

    assert "Ruru Cement Udyog" in names(after)
