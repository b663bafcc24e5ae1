"""Nepali clauses state by case alone who is where and what, and no more than they say."""

from datetime import UTC, datetime

import pytest

from pramana.memory.contracts.extraction import ExtractionRequest, FactStatement
from pramana.memory.domain.reading.reader import extract_offline

AT = datetime(2026, 6, 15, 10, tzinfo=UTC)
SPEAKER = "सीता राई"


def facts_of(words: str) -> list[FactStatement]:
    request = ExtractionRequest(f"{SPEAKER}(user): {words}", SPEAKER, AT)
    return extract_offline(request).facts


@pytest.mark.parametrize(
    ("words", "subject", "relation", "other"),
    [
        ("दाजु मालपोत कार्यालयमा खरिदार हुनुहुन्छ।", "सीता राई's दाजु", "HAS_POSITION", "खरिदार"),
        ("भाउजू टीकापुर अस्पतालमा नर्स।", "सीता राई's भाउजू", "WORKS_AT", "टीकापुर अस्पताल"),
        ("काका कतारमै हुनुहुन्छ।", "सीता राई's काका", "LIVES_IN", "कतार"),
        ("म सुर्खेतमा बसेको पाँच वर्ष भयो।", SPEAKER, "LIVES_IN", "सुर्खेत"),
        ("कान्छी फुपू इलामकी हुन्।", "सीता राई's फुपू", "COMES_FROM", "इलाम"),
        ("घर चाहिँ पाल्पा।", SPEAKER, "COMES_FROM", "पाल्पा"),
        ("लेखापाल रमेश थापालाई सोध्नुस्।", "रमेश थापा", "HAS_POSITION", "लेखापाल"),
        ("सचिवको जिम्मेवारी अब गीता शर्माले सम्हाल्नुभएको छ।", "गीता शर्मा", "HAS_POSITION", "सचिव"),
        ("आमालाई मधुमेह छ।", "सीता राई's आमा", "HAS_CONDITION", "मधुमेह"),
        ("भाइ रोशन श्रेष्ठ पोखरामा पढ्छ।", "रोशन श्रेष्ठ", "SIBLING_OF", SPEAKER),
        ("छोरी सात वर्ष पुगी।", "सीता राई's छोरी", "HAS_AGE", "7 years"),
        ("मेरो पसल छ।", SPEAKER, "OWNS", "पसल"),
    ],
)
def test_a_clause_states_its_fact(words: str, subject: str, relation: str, other: str) -> None:
    facts = facts_of(words)
    assert (subject, relation, other) in [(f.subject, f.relation, f.object) for f in facts]
    assert all(f.invalid_at is None for f in facts)


def test_a_position_that_is_resigned_has_ended() -> None:
    facts = facts_of("म मालपोत कार्यालयको प्रबन्धक पदबाट राजीनामा दिएँ।")
    assert [(f.relation, f.object, f.invalid_at) for f in facts] == [("HAS_POSITION", "प्रबन्धक", AT)]


@pytest.mark.parametrize(
    "words",
    [
        "म डाक्टर भएँ भने गाउँ जान्छु।",
        "उहाँ शिक्षक बन्न चाहनुहुन्छ।",
        "काका मेयर हुने हो कि?",
        "दिदी नर्स भएको भए राम्रो हुन्थ्यो।",
    ],
)
def test_conditions_wishes_and_questions_state_nothing(words: str) -> None:
    assert facts_of(words) == []
