"""When facts hold, from messages in both languages to search: grains, ends to come, the past."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import Grain
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.models import EntityRow, FactRow
from pramana.memory.search import facts as facts_module
from pramana.memory.search import search_facts
from pramana.memory.services.episodes import add_episode
from pramana.memory.services.indexing import index_pending

pytestmark = pytest.mark.usefixtures("words_only")
JUNE = datetime(2026, 6, 15, 10, tzinfo=UTC)
AUGUST, SEPTEMBER = (datetime(2026, 8, 30, 12, tzinfo=UTC), datetime(2026, 9, 1, 12, tzinfo=UTC))


def say(scope: Scope, who: str, words: str, at: datetime = JUNE) -> None:
    add_episode(scope, IncomingMessage("g", words, RoleType.USER, at, role=who))
    index_pending(scope)


def texts(scope: Scope, question: str, at: datetime) -> list[str]:
    return [each.text for each in search_facts(scope, question, group_ids=["g"], as_of=at)]


@pytest.mark.parametrize(
    ("who", "words", "grain", "month"),
    [
        ("Ana Ruiz", "I have worked at Corby Mills since March 2024.", Grain.MONTH, "2024-03"),
        ("Ana Ruiz", "I have worked at Corby Mills since 2021.", Grain.YEAR, "2021-01"),
        ("Ana Ruiz", "I have worked at Corby Mills since 4 March 2024.", Grain.DAY, "2024-03"),
        ("रीना बराल", "म २०८० सालदेखि कर्णाली बैंकमा काम गर्छु।", Grain.YEAR, "2023-04"),
        ("रीना बराल", "म गत वैशाखदेखि कर्णाली बैंकमा काम गर्छु।", Grain.MONTH, "2026-04"),
    ],
)
def test_a_beginning_is_as_exact_as_the_message_says(
    scope: Scope, who: str, words: str, grain: Grain, month: str
) -> None:
    say(scope, who, words)

    [fact] = FactRow.objects.in_scope(scope).filter(family="WORKS_AT")
    assert fact.start_grain == grain.value
    assert fact.valid_at and fact.valid_at.isoformat().startswith(month)


def test_what_held_before_it_was_told_is_found_as_of_then(scope: Scope) -> None:
    say(scope, "Ana Ruiz", "I have lived in Lund since March 2024.")
    say(scope, "Ben Dahl", "I live in Oslo.")

    may = datetime(2024, 5, 1, tzinfo=UTC)
    assert "Lund" in texts(scope, "Where does Ana live?", may)[0]
    assert texts(scope, "Where does Ana live?", datetime(2024, 2, 1, tzinfo=UTC)) == []
    known = search_facts(scope, "Where does Ana live?", group_ids=["g"], as_of=may, known_at=may)
    assert known == []


def test_an_end_to_come_takes_effect_at_its_time(scope: Scope) -> None:
    say(scope, "Ana Ruiz", "I work at Corby Mills.", datetime(2026, 5, 1, tzinfo=UTC))
    say(scope, "Ana Ruiz", "My last day at Corby Mills is 31 August 2026.")

    [fact] = FactRow.objects.in_scope(scope).filter(family="WORKS_AT")
    assert fact.invalid_at and fact.invalid_at.date().isoformat() == "2026-08-31"
    for moment, holds in ((AUGUST, True), (SEPTEMBER, False)):
        with patch.object(facts_module, "utcnow", return_value=moment):
            found = search_facts(scope, "Where does Ana work?", group_ids=["g"])
        assert bool(found) is holds


def test_a_placeholder_closes_no_stored_fact(scope: Scope) -> None:
    say(scope, "Amara Obi", "My brother Tunde works at Harrow Mills.")
    say(scope, "Nisha Thapa", "My husband works at Harrow Mills.")
    say(scope, "Nisha Thapa", "Our treasurer lives in Lund.")
    say(scope, "Nisha Thapa", "Our treasurer lives in Oslo.")

    homes = FactRow.objects.in_scope(scope).filter(family="LIVES_IN")
    assert EntityRow.objects.in_scope(scope).filter(is_placeholder=True).exists()
    assert homes.count() == 2
    assert not FactRow.objects.in_scope(scope).exclude(invalid_at=None).exists()


PARITY = {
    "home": (
        ("I live in Lund.", "म लुन्डमा बस्छु।"),
        ("I moved to Oslo yesterday.", "म हिजो ओस्लो सरें।"),
        "LIVES_IN",
    ),
    "work": (
        ("I work at Corby Bank.", "म कर्णाली बैंकमा काम गर्छु।"),
        ("I left Corby Bank yesterday.", "मैले हिजो कर्णाली बैंक छोडें।"),
        "WORKS_AT",
    ),
    "office": (
        ("I am treasurer of the Skerry Club.", "म सिस्ने क्लबको कोषाध्यक्ष हुँ।"),
        ("Tilda Moss takes my place as treasurer.", "मेरो ठाउँमा टीका मगर कोषाध्यक्ष हुनुभयो।"),
        "TREASURER_OF",
    ),
    "phone": (
        ("My phone number is 9841000111.", "मेरो फोन नम्बर ९८४१०००१११ हो।"),
        ("My new phone number is 9841000222.", "मेरो नयाँ फोन नम्बर ९८४१०००२२२ हो।"),
        "HAS_PHONE",
    ),
    "marriage": (
        ("My wife is Clara Vogt.", "मेरी श्रीमती सीता राई हुन्।"),
        ("Clara and I got divorced yesterday.", "मेरो र सीताको हिजो सम्बन्धविच्छेद भयो।"),
        "MARRIED_TO",
    ),
}
"""What is told first and what ends it, in English and in Nepali."""


@pytest.mark.parametrize("language", [0, 1], ids=["en", "ne"])
@pytest.mark.parametrize("case", PARITY)
def test_both_languages_state_and_end_the_same(scope: Scope, case: str, language: int) -> None:
    first, second, family = PARITY[case]
    speaker = ("Jorun Falk", "हरि बराल")[language]
    facts = FactRow.objects.in_scope(scope).filter(family=family)
    say(scope, speaker, first[language], datetime(2026, 5, 1, tzinfo=UTC))
    assert [each.invalid_at for each in facts] == [None]
    old = facts.get().pk

    say(scope, speaker, second[language])

    ended = facts.get(pk=old).invalid_at
    assert ended is not None and ended.date().isoformat() in ("2026-06-14", "2026-06-15")


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("Ana Ruiz", "I might move to Oslo."),
        ("Ana Ruiz", "If I win, I will live in Oslo."),
        ("Ana Ruiz", "Do you live in Oslo?"),
        ("Ana Ruiz", "I do not live in Oslo."),
        ("रीना बराल", "म ओस्लो सर्ने सोच्दैछु।"),
        ("रीना बराल", "जितेँ भने म ओस्लोमा बस्छु।"),
        ("रीना बराल", "तपाईं ओस्लोमा बस्नुहुन्छ?"),
        ("रीना बराल", "म ओस्लोमा बस्दिनँ।"),
    ],
)
def test_in_neither_language_is_a_plan_a_condition_a_question_or_a_denial_a_fact(
    scope: Scope, who: str, words: str
) -> None:
    say(scope, who, words)

    assert not FactRow.objects.in_scope(scope).filter(family="LIVES_IN", invalid_at=None).exists()
