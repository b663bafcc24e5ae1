"""Facts of a memory group beside the passages: cited like them, and never further than asked."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from pramana.chat.contracts.answers import ChatResponse, SourceCitation
from pramana.chat.contracts.questions import Asker, MemoryFilter
from pramana.chat.selectors import history
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.models import FactRow
from pramana.memory.selectors.graph import newest_episodes
from pramana.memory.services.deletion import delete_episode, delete_group, run_erasers
from pramana.memory.services.episodes import add_episode
from pramana.memory.services.indexing import index_pending
from pramana.tenancy.testing import make_key, make_tenant
from tests.chat.conftest import Caller, answer, in_db, lines

GROUP = "desk"
ASKED = "Who is the mayor of Suryakot?"
BEFORE, AFTER = datetime(2022, 6, 1, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC)
HALFWAY = datetime(2023, 1, 1, tzinfo=UTC)
SAID = (
    (BEFORE, "Good morning! Hari Khanal became mayor of Suryakot today."),
    (AFTER, "Sita Gurung became mayor of Suryakot today. I like the new office."),
)
NOW = MemoryFilter(GROUP)


def tell(scope: Scope, group_id: str = GROUP) -> None:
    for at, words in SAID:
        add_episode(scope, IncomingMessage(group_id, words, RoleType.USER, at, role="Nisha"))
    index_pending(scope)


@pytest.fixture
def told(library: Scope) -> Scope:
    tell(library)
    return library


def remembered(response: ChatResponse) -> list[SourceCitation]:
    listed = [each for each in response.sources if isinstance(each, SourceCitation)]
    return [each for each in listed if each.kind == "memory"]


async def test_the_fact_that_holds_is_cited_word_for_word_from_its_episode(told):
    response = await answer(told, query=ASKED, memory=NOW)

    [source] = [each for each in remembered(response) if each.quotes]
    assert "Sita Gurung became mayor of Suryakot today." in (response.answer or "")
    assert "Hari" not in (response.answer or "")
    assert source.memory and source.memory.group_id == GROUP and source.memory.valid_at == AFTER
    assert source.source_url == f"/app/memory/{GROUP}?fact={source.memory.fact_id}"
    [episode] = [
        each
        for each in await in_db(newest_episodes)(told, GROUP, last=5)
        if each.id == source.memory.episode_id
    ]
    [quote] = source.quotes
    assert episode.content[quote.start : quote.end] == quote.words
    assert source.document_id is None


async def test_a_claim_is_cited_as_what_somebody_says(library):
    def claim() -> None:
        words = 'Hari said, "Sita Gurung became mayor of Suryakot."'
        add_episode(library, IncomingMessage(GROUP, words, RoleType.USER, AFTER, role="Nisha"))
        claims = FactRow.objects.in_scope(library).filter(claimant__isnull=False)
        claims.update(text="Sita Gurung became mayor of Suryakot.", confidence=0.7)
        index_pending(library)

    await in_db(claim)()

    response = await answer(library, query=ASKED, memory=NOW)

    [source] = remembered(response)
    assert source.memory and (source.memory.claimed_by, source.memory.confidence) == ("Hari", 0.7)
    assert source.title == "According to Hari: Sita Gurung became mayor of Suryakot."


async def test_as_of_asks_for_the_fact_that_held_then(told):
    then = MemoryFilter(GROUP, as_of=datetime(2023, 1, 1, tzinfo=UTC))

    response = await answer(told, query=ASKED, memory=then)

    assert "Hari Khanal became mayor" in (response.answer or "")
    assert "Sita Gurung" not in response.model_dump_json()


async def test_a_model_may_quote_a_fact_and_nothing_it_makes_up(told):
    script = lines(
        ("Sita Gurung is mayor.", "Sita Gurung became mayor of Suryakot"),
        ("She is forty.", "Sita Gurung is forty years old"),
    )

    response = await answer(told, {"chat.compose": script}, query=ASKED, memory=NOW)

    assert response.answer == "Sita Gurung is mayor. [1]"
    assert remembered(response)[0].quotes[0].words == "Sita Gurung became mayor of Suryakot"


async def test_without_a_group_no_memory_is_looked_at(told):
    response = await answer(told, query=ASKED)

    assert remembered(response) == []


async def test_facts_about_something_else_do_not_join(told):
    response = await answer(told, query="Who signed the bridge contract?", memory=NOW)

    assert remembered(response) == []
    assert "Himal Builders" in (response.answer or "")


async def test_over_http_an_answer_and_a_stream_cite_the_same(told):
    person = Caller(await in_db(make_key)(told))

    said = (await person.ask(query=ASKED, memory_group=GROUP)).json()
    frames = await person.listen(query=ASKED, memory_group=GROUP)

    [whole] = [each for each in said["sources"] if each["quotes"]]
    [streamed] = [each for each in frames[-2]["sources"] if each["quotes"]]
    assert whole["kind"] == streamed["kind"] == "memory"
    assert whole["memory"] == streamed["memory"]


@pytest.mark.parametrize(
    "filters",
    [{"section": "Mayors"}, {"source_url_prefix": "/app/documents"}, {"outside": "only"}],
)
async def test_filters_that_a_fact_cannot_meet_leave_it_out(told, filters: dict[str, str]):
    person = Caller(await in_db(make_key)(told))

    said = (await person.ask(query=ASKED, memory_group=GROUP, filters=filters)).json()

    assert [each for each in said["sources"] if each["kind"] == "memory"] == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"memory_group": "nowhere"}, 404),
        ({"memory_group": "no group; at all"}, 400),
        ({"memory_group": GROUP, "as_of": "2024-01-01T00:00:00"}, 400),
        ({"memory_group": GROUP, "as_of": "0001-01-01T00:00:00+14:00"}, 200),
        ({"memory_group": GROUP, "as_of": "9999-12-31T23:00:00-12:00"}, 200),
    ],
)
async def test_odd_groups_and_moments_have_an_answer_each(
    told, fields: dict[str, Any], status: int
):
    person = Caller(await in_db(make_key)(told))

    assert (await person.ask(query=ASKED, **fields)).status_code == status


async def test_a_visitor_with_a_publishable_key_finds_no_group(told):
    assert told.actor_id
    visitor = Asker(told.actor_id, uuid4(), frozenset())

    with pytest.raises(NotFound):
        await answer(told, query=ASKED, asker=visitor, memory=NOW)


async def test_another_tenants_group_is_not_there(told):
    stranger = await in_db(make_tenant)("stranger")
    caller = Caller(await in_db(make_key)(stranger))

    assert (await caller.ask(query=ASKED, memory_group=GROUP)).status_code == 404

    await in_db(tell)(stranger, "desk-2")
    said = (await caller.ask(query=ASKED, memory_group="desk-2")).json()
    ours = {str(each.id) for each in await in_db(newest_episodes)(told, GROUP, last=5)}
    assert not {each["memory"]["episode_id"] for each in said["sources"]} & ours


async def test_answers_that_rest_on_an_episode_are_taken_back_with_it(told):
    response = await answer(told, query=ASKED, memory=NOW)
    stranger = await in_db(make_tenant)("stranger")
    [gone] = {each.memory.episode_id for each in remembered(response) if each.memory}

    await in_db(run_erasers)(stranger, GROUP, gone)
    assert "Sita Gurung" in await _kept(told, response)
    await in_db(delete_episode)(told, gone)

    assert "Sita Gurung" not in await _kept(told, response)


async def test_answers_that_rest_on_a_group_are_taken_back_with_it(told):
    response = await answer(told, query=ASKED, memory=NOW)
    await in_db(delete_group)(told, GROUP)

    assert "Sita Gurung" not in await _kept(told, response)


async def _kept(scope: Scope, response: ChatResponse) -> str:
    assert scope.actor_id
    kept = await in_db(history)(scope, Asker(scope.actor_id), response.session_id, limit=5)
    return str(kept.model_dump_json())


ABOUT_ANA = (
    "I work at Corby Mills.",
    "I live in Lund.",
    "My phone number is 9841000111.",
    "My birthday is 4 March 1990.",
)
CHANGED = (
    "I work at Rapti Hydro now.",
    "I live in Oslo now.",
    "My phone number is 9841000222.",
)


@pytest.mark.parametrize(
    ("asked", "known", "former"),
    [
        ("Where does Ana Ruiz work?", "Rapti Hydro", "Corby Mills"),
        ("Where does Ana Ruiz live?", "Oslo", "Lund"),
        ("What is Ana Ruiz's phone number?", "9841000222", "9841000111"),
        ("When is Ana Ruiz's birthday?", "March", ""),
    ],
)
async def test_work_home_contact_and_birthday_are_answered_from_what_holds_now(
    library: Scope, asked: str, known: str, former: str
) -> None:
    def told() -> None:
        for at, sentences in ((BEFORE, ABOUT_ANA), (AFTER, CHANGED)):
            for words in sentences:
                message = IncomingMessage(GROUP, words, RoleType.USER, at, role="Ana Ruiz")
                add_episode(library, message)
        index_pending(library)

    await in_db(told)()

    response = await answer(library, query=asked, memory=NOW)
    then = await answer(library, query=asked, memory=MemoryFilter(GROUP, as_of=HALFWAY))

    assert known in (response.answer or "") and remembered(response)
    assert not former or former not in (response.answer or "")
    assert (former or known) in (then.answer or "")
