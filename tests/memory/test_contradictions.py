"""Contradictions that the rules cannot decide: asked with the names, closed only by an answer."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.extraction import MessageExtraction, Verdicts
from pramana.memory.contracts.graph import Fact, Interval
from pramana.memory.domain.contradictions import (
    confirmed_contradictions,
    possible_contradictions,
)
from pramana.memory.domain.drafts import FactDraft
from pramana.memory.domain.groups import read_rules
from pramana.memory.domain.timeline import apply_drafts
from pramana.memory.models import FactClosing, FactRow
from pramana.memory.services.fact_edits import reopen_fact
from tests.memory.scripted_model import add_message, scripted

RULES = read_rules({})
MARCH, JUNE = datetime(2020, 3, 1, tzinfo=UTC), datetime(2020, 6, 1, tzinfo=UTC)
RAM, SITA, HARI = uuid4(), uuid4(), uuid4()
NAMES = {RAM: "Ram", SITA: "Sita", HARI: "Hari"}


def fact(
    text: str, start: datetime | None, *, relation: str = "OWES", object_id: UUID = SITA
) -> Fact:
    return Fact(
        uuid4(), "g", RAM, relation, object_id, text, MARCH, relation, Interval(start, None)
    )


def asked(new: Fact, *known: Fact) -> list[str]:
    found = possible_contradictions([FactDraft(new, "", None, 0.9)], known, RULES, NAMES)
    return [each.text for doubt in found for each in doubt.known]


def test_another_amount_for_the_same_pair_is_asked_about() -> None:
    known = fact("Ram owes Sita 500 rupees.", MARCH)

    assert asked(fact("Ram owes Sita 300 rupees.", JUNE), known) == [known.text]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Ram owes Sita 500 rupees.", JUNE),
        ("Ram still owes Sita 500 rupees.", JUNE),
        ("Ram owes Sita.", JUNE),
        ("Ram owes Sita 300 rupees.", MARCH),
        ("Ram owes Sita 300 rupees.", None),
    ],
    ids=["the same", "more words", "fewer words", "no later", "of unknown time"],
)
def test_what_says_the_same_or_is_no_later_is_not_asked_about(
    text: str, start: datetime | None
) -> None:
    assert asked(fact(text, start), fact("Ram owes Sita 500 rupees.", MARCH)) == []


def test_two_that_cannot_both_be_and_begin_together_are_asked_about() -> None:
    known = fact("Ram works at Himal.", MARCH, relation="WORKS_AT", object_id=HARI)
    new = fact("Ram works at Acme.", MARCH, relation="WORKS_AT")

    assert asked(new, known) == [known.text]
    assert asked(fact("Ram knows Acme.", MARCH, relation="KNOWS"), known) == []


def test_an_answer_closes_what_it_names_and_nothing_else() -> None:
    known = fact("Ram owes Sita 500 rupees.", MARCH)
    other = fact("Ram owes Hari 40 rupees.", MARCH, object_id=HARI)
    new = FactDraft(fact("Ram owes Sita 300 rupees.", JUNE), "", None, 0.9)
    open_ = possible_contradictions([new], [known, other], RULES, NAMES)

    contradicted = confirmed_contradictions(open_, [[1, 2, 9], [1]])
    relations = apply_drafts([new], [known, other], RULES, now=JUNE, contradicted=contradicted)

    assert [each.fact_id for each in relations.closings] == [known.id]
    assert [each.reason for each in relations.closings] == ["contradicted"]
    assert [each.id for each in relations.accepted] == [new.fact.id]
    assert confirmed_contradictions(open_, []) == frozenset()


def owes(amount: int, month: int) -> MessageExtraction:
    sentence = f"Ram owes Sita {amount} rupees."
    relation = {"subject": "Ram", "relation": "OWES", "object": "Sita", "fact": sentence}
    return MessageExtraction.model_validate(
        {
            "entities": [{"name": "Ram"}, {"name": "Sita"}],
            "facts": [{**relation, "valid_at": f"2020-{month:02}-01T00:00:00Z"}],
        }
    )


@pytest.mark.usefixtures("words_only")
def test_a_judged_contradiction_is_closed_with_its_reason_and_can_be_undone(scope: Scope) -> None:
    told = scripted(extract=owes(500, 3))
    first = add_message(scope, "Ram owes Sita money since March.", model=told).facts[0]
    model = scripted(extract=owes(300, 6), resolve=Verdicts(contradicted=[[1]]))
    result = add_message(scope, "Ram owes Sita money since June.", model=model)

    assert len(model.prompts_named("memory.resolve")) == 1
    assert [each.reason for each in result.invalidated] == ["contradicted"]
    row = FactRow.objects.in_scope(scope).get(pk=first.id)
    assert row.invalid_at == JUNE
    assert FactClosing.objects.in_scope(scope).get().by_id == result.facts[0].id
    assert reopen_fact(scope, first.id, "Both hold.").invalid_at is None


@pytest.mark.usefixtures("words_only")
def test_without_an_answer_nothing_is_closed(scope: Scope) -> None:
    add_message(scope, "Ram owes Sita money.", model=scripted(extract=owes(500, 3)))
    result = add_message(scope, "Ram owes Sita money.", model=scripted(extract=owes(300, 6)))

    assert (result.invalidated, len(result.restated)) == ((), 1)


@pytest.mark.usefixtures("words_only")
@pytest.mark.parametrize(
    ("first", "second", "closed"),
    [
        ("Ram MINISTER_OF Finance", "Sita BECAME_MINISTER_OF Finance", 1),
        ("Ram WORKS_AT Acme", "Ram JOINED Himal", 1),
        ("Ram LIVES_IN Pokhara", "Ram MOVED_TO Kathmandu", 1),
        ("Ram FRIEND_OF Sita", "Ram FRIEND_OF Hari", 0),
        ("Ram LIKES Tea", "Ram LIKES Coffee", 0),
        ("Ram MINISTER_OF Finance", "Sita MINISTER_OF Health", 0),
    ],
    ids=["office", "job", "home", "friends", "likes", "two offices"],
)
def test_offices_and_jobs_change_and_friends_add_up(
    scope: Scope, first: str, second: str, closed: int
) -> None:
    add_message(scope, f"{first} from 2020-03-01")
    add_message(scope, f"{second} from 2020-06-01")

    found = FactRow.objects.in_scope(scope)
    assert found.exclude(invalid_at=None).count() == closed
    assert found.count() == 2
