"""Searching facts by words, by names, and by when they held."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import FACTS
from pramana.memory.models import EntityRow, FactRow, UnindexedItem
from pramana.memory.search import search_facts
from pramana.memory.search.facts import prefer_spheres
from pramana.memory.services.indexing import index_pending
from tests.memory.scripted_model import NOW, add_message

pytestmark = pytest.mark.usefixtures("words_only")
APRIL, JULY = datetime(2020, 4, 1, tzinfo=UTC), datetime(2020, 7, 1, tzinfo=UTC)
CROWD = 500


def texts(scope: Scope, question: str, **more: Any) -> list[str]:
    return [each.text for each in search_facts(scope, question, **more)]


def crowd(scope: Scope, group_id: str = "g") -> None:
    """Shops that sold tea once, and one that still does, with nobody in common."""
    own = {"tenant_id": scope.tenant_id, "group_id": group_id, "created_at": NOW}
    entities = [
        EntityRow(**own, name=f"thing {number}", type="Entity", attributes={}, by_hand=False)
        for number in range(2 * CROWD + 2)
    ]
    EntityRow.objects.bulk_create(entities)
    facts = [
        FactRow(
            **own,
            subject=entities[2 * number],
            object=entities[2 * number + 1],
            relation="SELLS",
            family="SELLS",
            text="The corner shop sells tea." if number < CROWD else "Another place sells tea.",
            confidence=1.0,
            invalid_at=NOW if number < CROWD else None,
        )
        for number in range(CROWD + 1)
    ]
    FactRow.objects.bulk_create(facts)
    UnindexedItem.objects.bulk_create(
        UnindexedItem(**own, space=FACTS, item_id=each.pk) for each in facts
    )
    index_pending(scope)


def test_what_holds_is_found_however_much_no_longer_does(scope: Scope) -> None:
    crowd(scope)

    question = "which corner shop sells tea"
    assert texts(scope, question) == ["Another place sells tea."]
    assert texts(scope, question, group_ids=["g"]) == ["Another place sells tea."]
    assert len(texts(scope, question, include_invalid=True)) == 10
    long_ago = NOW - timedelta(days=1)
    assert "Another place sells tea." not in texts(scope, question, as_of=long_ago)
    assert len(texts(scope, question, as_of=long_ago, limit=60)) == 60
    assert texts(scope, question, known_at=long_ago) == []


def test_search_answers_as_of_both_times(scope: Scope) -> None:
    add_message(scope, "Ram MINISTER_OF Finance from 2020-03-01")
    before_the_news = utcnow()
    add_message(scope, "Sita BECAME_MINISTER_OF Finance from 2020-06-01")
    index_pending(scope)

    def holders(**when: datetime) -> list[str]:
        return [each.split()[0] for each in texts(scope, "who is minister of finance", **when)]

    assert holders() == ["Sita"]
    assert holders(as_of=APRIL) == ["Ram"]
    assert holders(as_of=JULY, known_at=before_the_news) == ["Ram"]
    assert holders(known_at=before_the_news) == ["Ram"]
    assert holders(known_at=APRIL) == []


def test_facts_of_someone_named_are_found_without_a_word_in_common(scope: Scope) -> None:
    said = add_message(scope, "सीता राई LIVES_IN Oslo\nRam LIVES_IN Bergen")
    FactRow.objects.in_scope(scope).filter(object__name="Oslo").update(text="Her home is there.")

    assert said.facts
    assert texts(scope, "tell me of Sita Rai")[:1] == ["Her home is there."]
    assert texts(scope, "tell me of sunshine") == []


def test_what_was_asked_comes_before_what_else_is_known_of_someone(scope: Scope) -> None:
    for thing in ("Tea", "Rice", "Music", "Rain", "Snow"):
        add_message(scope, f"Ram LIKES {thing}")
    add_message(scope, "Sita LIKES Music")
    index_pending(scope)

    found = texts(scope, "does Ram like Music")
    assert found[0] == "Ram LIKES Music"
    assert {"Ram LIKES Tea", "Sita LIKES Music"} < set(found)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What music does Ram love?", "Ram LIKES Jazz"),
        ("What instrument does Ram play?", "Ram PLAYS Cello"),
        ("Where is the Pier Office?", "Pier Office LOCATED_IN Bergen"),
        ("Ram kaha bascha?", "Ram LIVES_IN Tromso"),
        ("Sita ko shriman ko ho?", "Sita MARRIED_TO Ram"),
        ("Is Ram still married to Maya?", "Maya DIVORCED_FROM Ram"),
        ("whats rams home", "Ram LIVES_IN Tromso"),
        ("What is Ram into these days?", "Ram LIKES Jazz"),
        ("Where is Sita from?", "Sita COMES_FROM Voss"),
    ],
)
def test_a_question_finds_the_fact_of_its_kind_first(
    scope: Scope, question: str, first: str
) -> None:
    add_message(scope, "Ram LIVES_IN Tromso\nRam LIKES Jazz\nRam PLAYS Cello\nSita MARRIED_TO Ram")
    add_message(scope, "Maya DIVORCED_FROM Ram\nSita COMES_FROM Voss")
    add_message(scope, "Pier Office LOCATED_IN Bergen\nPier Office PART_OF Acme\nSita LIKES Ram")
    index_pending(scope)

    assert texts(scope, question)[0] == first


def test_what_was_said_last_of_the_same_kind_comes_first(scope: Scope) -> None:
    for thing in ("Chess", "Salsa", "Bouldering"):
        add_message(scope, f"Ram LIKES {thing}")
    index_pending(scope)

    assert texts(scope, "What does Ram like?")[0] == "Ram LIKES Bouldering"


def test_facts_nearest_to_an_entity_come_first(scope: Scope) -> None:
    add_message(scope, "Maya LIKES Opera\nRam KNOWS Sita\nSita LIKES Dance\nRam LIKES Music")
    index_pending(scope)
    ram = EntityRow.objects.in_scope(scope).get(name="Ram").pk

    assert texts(scope, "who likes opera")[0] == "Maya LIKES Opera"
    found = texts(scope, "who likes opera", center_id=ram)
    assert found == ["Ram LIKES Music", "Sita LIKES Dance", "Maya LIKES Opera"]
    assert texts(scope, "who likes opera", center_id=uuid4())[0] == "Maya LIKES Opera"


def test_groups_and_tenants_are_apart(scope: Scope, other_scope: Scope) -> None:
    add_message(scope, "Ram LIKES Tea")
    add_message(scope, "Ram LIKES Rice", group_id="other")
    index_pending(scope)
    ram: UUID = EntityRow.objects.in_scope(scope).get(name="Ram", group_id="g").pk

    assert texts(scope, "what does Ram like", group_ids=["g"]) == ["Ram LIKES Tea"]
    assert len(texts(scope, "what does Ram like")) == 2
    assert texts(scope, "what does Ram like", group_ids=[]) == []
    assert texts(other_scope, "what does Ram like", group_ids=["g"], center_id=ram) == []


def test_a_question_about_work_prefers_no_office_of_others_without_a_word_for_one(
    scope: Scope,
) -> None:
    add_message(scope, "Maya TREASURER_OF Acme from 2020-03-01\nRam WORKS_AT Acme\nRam LIKES Tea")
    index_pending(scope)
    ram = EntityRow.objects.in_scope(scope).get(name="Ram").pk
    facts = search_facts(scope, "Ram Maya Acme tea", limit=10)
    assert len(facts) == 3

    def order(question: str) -> list[str]:
        tail = [each for each in facts if each.relation != "WORKS_AT"]
        liked_first = sorted(tail, key=lambda each: each.relation != "LIKES")
        return [each.relation for each in prefer_spheres(question, liked_first, [ram])]

    assert order("What work does Ram do?") == ["LIKES", "TREASURER_OF"]
    assert order("Which treasurer does Ram work with?") == ["TREASURER_OF", "LIKES"]
