"""Searching episodes: what was said, by whom, in reply to what, and what renewed it."""

from datetime import timedelta
from typing import Any

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.search import search_episodes
from pramana.memory.services.episodes import add_episode
from pramana.memory.services.indexing import index_pending
from tests.memory.scripted_model import NOW, add_message, scripted

pytestmark = pytest.mark.usefixtures("words_only")


def add_messages(scope: Scope, *said: tuple[str, str], group_id: str = "g") -> None:
    """Who said what, a minute after each other."""
    for minute, (role, content) in enumerate(said):
        add_message(
            scope, content, at=NOW + timedelta(minutes=minute), role=role, group_id=group_id
        )
    index_pending(scope)


def search_texts(scope: Scope, question: str, **more: Any) -> list[str]:
    hits = search_episodes(scope, question, **{"group_ids": ["g"], **more})
    return [each.content.split(": ", 1)[1] for each in hits]


def test_an_answer_is_found_by_the_question_before_it(scope: Scope) -> None:
    add_messages(
        scope,
        ("Ram", "Which instrument do you play?"),
        ("Sita", "The flute, since I was seven."),
        ("Ram", "It rains again."),
        ("Sita", "Bring the umbrella."),
    )

    first = search_texts(scope, "What instrument does Sita play?")[:2]
    assert "The flute, since I was seven." in first


def test_people_are_asked_about_what_they_said(scope: Scope) -> None:
    add_messages(
        scope,
        ("Ram", "Sita, I went hiking in the mountains. Sita, hiking is great."),
        ("Sita", "I tried hiking once."),
    )

    assert search_texts(scope, "Where did Sita go hiking?")[0] == "I tried hiking once."
    assert (
        search_texts(scope, "Where did Sita go hiking?", group_ids=None)[0]
        == "I tried hiking once."
    )
    assert search_texts(scope, "Where did Ram go hiking?")[0].startswith("Sita, I went")


def test_who_asks_of_themselves_is_the_user(scope: Scope) -> None:
    add_messages(scope, ("", "It rains."), ("", "My exam is on Monday."))
    said = IncomingMessage("g", "Your exam! The exam, my exam.", RoleType.ASSISTANT, NOW)
    add_episode(scope, said, model=scripted())
    index_pending(scope)

    assert search_texts(scope, "When is my exam?")[0] == "My exam is on Monday."
    assert search_texts(scope, "When is the exam?")[0] == "Your exam! The exam, my exam."


def test_the_latest_word_on_a_matter_comes_first(scope: Scope) -> None:
    add_messages(
        scope,
        ("", "The daily quota of the key is 1000 calls, the daily quota of the key."),
        ("", "Thank you."),
        ("", "I updated the key to the new quota of 1200 calls."),
    )

    assert "1200" in search_texts(scope, "What is the daily quota of the key?")[0]
    assert "1000" in search_texts(scope, "What was the daily quota of the key before?")[0]


def test_an_episode_that_ended_a_fact_stands_above_the_one_that_stated_it(scope: Scope) -> None:
    add_messages(scope, ("", "Ram WORKS_AT Acme from 2020-03-01"), ("", "Weather"))
    later = NOW + timedelta(hours=1)
    add_message(scope, "Ram WORKS_AT Himal from 2020-06-01\nNo words that were asked for", at=later)
    index_pending(scope)

    assert "Himal" in search_texts(scope, "Does Ram WORKS_AT Acme?")[0]


def test_episodes_of_other_groups_and_tenants_stay_unseen(scope: Scope, other_scope: Scope) -> None:
    add_messages(scope, ("Ram", "Hiking is great."))

    assert search_texts(scope, "hiking") == ["Hiking is great."]
    assert search_texts(scope, "hiking", group_ids=["h"]) == []
    assert search_texts(other_scope, "hiking", group_ids=None) == []
    assert search_texts(scope, "") == []
