"""Questions through the whole flow: what is answered, from what, and what is kept of it."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from pramana.chat.admission import ANSWER_SLOTS
from pramana.chat.contracts.answers import Mode, RequestState, SourceCitation
from pramana.chat.contracts.questions import Asker, PassageFilter
from pramana.chat.domain.messages import LEAD_IN
from pramana.chat.errors import ConversationNotFound
from pramana.chat.models import Turn
from pramana.chat.prompts.rewrite import RewrittenQuestion
from pramana.chat.selectors import history, recent_sessions
from pramana.chat.services import forget_session
from pramana.chat.turns import start_turn
from pramana.documents.selectors import document_text
from pramana.jobs.selectors import run_events
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.errors import ModelUnavailable
from pramana.llm.testing import ScriptedGateway
from pramana.tenancy.selectors import calls_of_run
from pramana.tenancy.testing import make_tenant
from tests.chat.conftest import (
    ANSWER,
    QUOTE,
    SIGNED,
    Caller,
    answer,
    frames,
    frames_in,
    in_db,
    lines,
    question,
    start_scripted_turn,
)  # fmt: skip
from tests.chat.library import BRIDGE, put
from tests.chat.saved_questions import make_turn


async def test_an_answer_points_at_the_words_it_rests_on(library: Scope) -> None:
    response = await answer(library, {"chat.compose": ANSWER})

    assert response.answer == "Mayor Sita Rai signed it. [1]"
    assert response.metadata.mode is Mode.FULL
    assert response.metadata.engine == "scripted"
    [source] = response.sources
    assert isinstance(source, SourceCitation)
    [quote] = source.quotes
    text = await in_db(document_text)(library, quote.document_id)
    assert text == BRIDGE
    assert text[quote.start : quote.end] == quote.words == QUOTE
    assert source.source_url == f"/app/documents/{quote.document_id}"
    assert source.match == "lexical"


async def test_each_sentence_knows_its_place_and_its_sources(library: Scope) -> None:
    await in_db(put)(library, "Minutes", "The bridge contract was signed in the council hall.")

    def composed(prompt: Prompt[str]) -> str:
        number = {material.title: material.number for material in prompt.input.passages}
        return lines(
            ("It was Sita Rai.", "Sita Rai signed", number["Bridge"]),
            ("In the hall.", "signed in the council hall", number["Minutes"]),
        )

    response = await answer(library, {"chat.compose": composed})

    number = {source.title: at for at, source in enumerate(response.sources, start=1)}
    bridge, minutes = number["Bridge"], number["Minutes"]
    assert response.answer == f"It was Sita Rai. [{bridge}] In the hall. [{minutes}]"
    shown = [response.answer[each.start : each.end] for each in response.metadata.sentences]
    assert shown == [f"It was Sita Rai. [{bridge}]", f"In the hall. [{minutes}]"]
    assert [each.sources for each in response.metadata.sentences] == [[bridge], [minutes]]
    assert response.sources[bridge - 1].quotes[0].sentence == 0
    assert response.sources[minutes - 1].quotes[0].sentence == 1


async def test_the_stream_has_the_same_sentences_then_sources_then_done(library: Scope) -> None:
    two = lines(("She signed.", "Sita Rai signed"), ("For 42 million.", "42 million rupees"))
    live, _ = await start_scripted_turn(library, {"chat.compose": two}, streamed=True)
    told = await frames(live)

    assert [set(frame) for frame in told] == [
        {"delta"},
        {"delta"},
        {"sources", "metadata", "session_id"},
        {"done"},
    ]
    response = await live.outcome()
    assert "".join(frame["delta"] for frame in told[:2]) == response.answer
    assert told[2] == response.model_dump(
        mode="json", include={"sources", "metadata", "session_id"}
    )


async def test_a_sentence_whose_words_are_not_there_is_never_shown(library: Scope) -> None:
    mixed = lines(
        ("The king signed it.", "the king signed the contract"),
        ("Sita Rai signed it.", QUOTE),
        ("It cost 43 million.", "43 million rupees"),
    )
    response = await answer(library, {"chat.compose": mixed})

    assert response.answer == "Sita Rai signed it. [1]"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (lines(("The king signed.", "the king signed")), "answer_not_supported"),
        ("I would rather chat about something else.", "model_output_invalid"),
    ],
    ids=["unsupported", "rubbish"],
)
async def test_with_nothing_supported_the_sources_are_shown_and_it_is_said_so(
    library: Scope, said: str, reason: str | None
) -> None:
    response = await answer(library, {"chat.compose": said})

    assert response.answer is None
    assert response.fallback_message
    assert response.metadata.mode is Mode.RETRIEVAL_ONLY
    assert response.metadata.degraded_reason == reason
    assert len(response.sources) == response.metadata.retrieval_count == 1


@pytest.mark.parametrize("said", ['{"text": "NOT FOUND", "quotes": []}', ""])
async def test_where_the_sources_do_not_answer_it_is_said_without_sources(
    library: Scope, said: str
) -> None:
    response = await answer(library, {"chat.compose": said})

    assert response.metadata.mode is Mode.NO_RESULTS
    assert response.answer and SIGNED in response.answer
    assert response.sources == [] and response.fallback_message is None
    [nearest] = response.metadata.nearest
    assert nearest.title == "Bridge" and nearest.words in BRIDGE


async def test_the_offline_engine_answers_in_the_documents_words(library: Scope) -> None:
    response = await answer(library, None)

    assert response.metadata.engine == "offline"
    assert response.answer and response.answer.startswith("In the words of the documents: ")
    assert QUOTE in response.answer


async def test_nothing_found_is_an_answer_without_sources_and_asks_no_model(library: Scope) -> None:
    live, gateway = await start_scripted_turn(library, {}, "Which telescope did Galileo build?")
    response = await live.outcome()

    assert response.metadata.mode is Mode.NO_RESULTS
    assert response.sources == [] and response.metadata.retrieval_count == 0
    assert response.answer and response.answer.startswith("Nothing in these documents")
    assert gateway.prompts == []


async def test_what_comes_nearest_is_offered_instead(library: Scope) -> None:
    long = "Which telescope, by whom, of which price, seen by which Tansen astronomer in 1610?"
    response = await answer(library, {}, long)

    assert response.metadata.mode is Mode.NO_RESULTS
    assert response.answer and "“Bridge”" in response.answer


async def test_a_doubtful_match_says_so(library: Scope) -> None:
    half = "hari thapa reservoir engineer gandaki hydropower dam"
    response = await answer(library, {"chat.compose": lines(("Thapa.", "Hari Thapa leads"))}, half)

    assert response.metadata.low_confidence
    assert response.metadata.mode is Mode.FULL
    assert all(0.3 <= source.similarity_score < 0.5 for source in response.sources)


async def test_filters_narrow_and_never_fail_open(library: Scope) -> None:
    def narrowed(**fields: str) -> PassageFilter:
        return PassageFilter(**fields)

    script = {"chat.compose": ANSWER}
    elsewhere = narrowed(source_url_prefix="/docs/module1")
    assert (await answer(library, script, passages=elsewhere)).metadata.mode is Mode.NO_RESULTS
    here = narrowed(source_url_prefix="/app/documents/")
    assert (await answer(library, script, passages=here)).metadata.mode is Mode.FULL
    section = narrowed(section="No such section")
    assert (await answer(library, script, passages=section)).metadata.mode is Mode.NO_RESULTS


async def test_a_follow_up_is_searched_for_as_a_whole_question(library: Scope) -> None:
    session = uuid4()
    first = {"chat.compose": ANSWER}
    await answer(library, first, session_id=session)
    second = {"chat.rewrite": RewrittenQuestion(question=SIGNED), "chat.compose": ANSWER}
    live, gateway = await start_scripted_turn(
        library, second, "And who was that?", session_id=session
    )
    response = await live.outcome()

    [rewrite] = gateway.prompts_named("chat.rewrite")
    assert rewrite.input.earlier == ((SIGNED, "Mayor Sita Rai signed it. [1]"),)
    [compose] = gateway.prompts_named("chat.compose")
    assert compose.input.question == SIGNED
    assert response.metadata.searched_for == SIGNED
    assert response.metadata.mode is Mode.FULL


CLUBS = {
    "Amsel Lane choir": "The choir of Amsel Lane is led by Ruth Okafor. Rehearsals start at 19:30.",
    "Bowling club": "The bowling club is led by Tom Pike. Rehearsals of the band start at 18:00.",
}
SANDERS = "The BX-2 sander weighs 2.6 kg. The BX-7 sander weighs 4.1 kg."


async def test_only_the_last_five_exchanges_are_read_with_a_follow_up(library: Scope) -> None:
    session = uuid4()
    script = {"chat.compose": ANSWER, "chat.rewrite": RewrittenQuestion(question=SIGNED)}
    for number in range(6):
        await answer(library, script, f"Who signed the bridge contract? ({number})",
                     session_id=session)  # fmt: skip
    live, gateway = await start_scripted_turn(library, script, "And then?", session_id=session)
    await live.outcome()

    [prompt] = gateway.prompts_named("chat.rewrite")
    assert [query[-2] for query, _ in prompt.input.earlier] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("said", [ModelUnavailable("away"), RewrittenQuestion(question="  ")])
async def test_a_follow_up_that_cannot_be_rewritten_is_searched_for_as_asked(
    library: Scope, said: object
) -> None:
    session = uuid4()
    script = {"chat.compose": ANSWER, "chat.rewrite": said}
    await answer(library, script, session_id=session)
    response = await answer(library, script, session_id=session)

    assert response.metadata.mode is Mode.FULL
    assert response.metadata.searched_for is None


async def test_the_turn_is_kept_with_its_states_and_its_search(library: Scope) -> None:
    response = await answer(library, {"chat.compose": ANSWER})
    turn = await in_db(Turn.objects.in_scope(library).get)(session_id=response.session_id)
    events = await in_db(run_events)(library, turn.run_id)

    assert RequestState(turn.state) is RequestState.COMPLETED
    assert turn.response == response.answer and turn.query == SIGNED
    states = [event.payload["state"] for event in events if "state" in event.payload]
    assert states == ["RECEIVED", "RETRIEVING", "GENERATING", "COMPLETED"]
    assert all("Rai" not in str(event.payload) for event in events), "runs are the tenant's"
    [call] = await in_db(calls_of_run)(library, turn.run_id)
    assert (call.tool, call.envelope["status"]) == ("search_book_content", "ok")
    data = call.envelope["data"]
    assert data["total_results"] == len(data["results"]) >= 1
    assert data["message"] == f"Found {data['total_results']} relevant passages"
    assert call.took_ms >= 0


async def test_history_is_oldest_first_and_counts_all(library: Scope) -> None:
    session = uuid4()
    assert library.actor_id
    for number in range(3):
        await answer(library, {"chat.compose": ANSWER, "chat.rewrite": ModelUnavailable("x")},
                     f"{SIGNED} {number}", session_id=session)  # fmt: skip
    found = await in_db(history)(library, Asker(library.actor_id), session, limit=2)

    assert [entry.query[-1] for entry in found.entries] == ["1", "2"]
    assert found.total_entries == 3
    assert isinstance(found.entries[0].sources[0], SourceCitation)
    [listed] = await in_db(recent_sessions)(library, Asker(library.actor_id))
    assert (listed.id, listed.turns, listed.first_question) == (session, 3, f"{SIGNED} 0")


async def test_a_turn_left_behind_by_its_process_is_ended_by_whoever_asks_for_it(
    library: Scope, person: Caller
) -> None:
    request_id = (await in_db(make_turn)(library))["request_id"]
    long_ago = utcnow() - timedelta(hours=1)
    turns = Turn.objects.in_scope(library).filter(request_id=request_id)
    await in_db(turns.update)(timestamp=long_ago)
    [told] = await frames_in(await person.get(f"/chat/stream/{request_id}"))

    assert told["error_code"] == "SERVICE_UNAVAILABLE"
    assert (await in_db(turns.get)()).state == "FAILED"


async def test_an_erased_conversation_is_gone_and_may_be_begun_anew(library: Scope) -> None:
    assert library.actor_id
    session, asker = uuid4(), Asker(library.actor_id)
    await answer(library, {"chat.compose": ANSWER}, session_id=session)
    with pytest.raises(ConversationNotFound):
        await in_db(forget_session)(library, Asker(uuid4()), session)
    await in_db(forget_session)(library, asker, session)

    with pytest.raises(ConversationNotFound):
        await in_db(history)(library, asker, session, limit=50)
    assert (await answer(library, {"chat.compose": ANSWER}, session_id=session)).answer


async def test_a_question_whose_asker_left_at_once_is_still_answered(library: Scope) -> None:
    asked = question(library, session_id=uuid4())
    scripted = ScriptedGateway({"chat.compose": ANSWER}, library)
    asking = asyncio.create_task(start_turn(library, asked, gateway_factory=lambda _: scripted))
    await asyncio.sleep(0)
    asking.cancel()
    turns = Turn.objects.in_scope(library).filter(request_id=asked.request_id)
    async with asyncio.timeout(60):
        while not await in_db(turns.filter(state=RequestState.COMPLETED).exists)():
            await asyncio.sleep(0.05)
        while ANSWER_SLOTS.taken:  # left a moment after the answer is kept
            await asyncio.sleep(0.05)


async def test_a_composer_may_search_again_with_other_words(library: Scope) -> None:
    def composed(prompt: Prompt[str]) -> str:
        found = [each.number for each in prompt.input.passages if each.title == "Water"]
        if not found:
            return '{"search": "who leads the reservoir work"}'
        return lines(("Hari Thapa leads it.", "Engineer Hari Thapa leads the work", found[0]))

    live, gateway = await start_scripted_turn(library, {"chat.compose": composed}, SIGNED)
    response = await live.outcome()

    assert response.answer == "Hari Thapa leads it. [2]"
    assert len(gateway.prompts_named("chat.compose")) == 2
    turns = Turn.objects.in_scope(library)
    calls = await in_db(calls_of_run)(library, (await in_db(turns.get)()).run_id)
    assert [call.envelope["input"]["query"] for call in calls] == [
        SIGNED,
        "who leads the reservoir work",
    ]


async def test_searching_again_comes_to_an_end(library: Scope) -> None:
    again = '{"search": "bridge"}'
    live, gateway = await start_scripted_turn(library, {"chat.compose": again}, SIGNED)
    response = await live.outcome()

    assert len(gateway.prompts_named("chat.compose")) == 3
    assert response.metadata.mode is Mode.NO_RESULTS


async def test_small_talk_and_the_library_need_no_search(library: Scope) -> None:
    hello, gateway = await start_scripted_turn(library, {}, "Good morning!")
    listed = await answer(library, {}, "What documents do you have?")

    said = await hello.outcome()
    assert said.answer and said.sources == [] and gateway.prompts == []
    assert listed.answer == "There are 2 documents: “Bridge”, “Water”."
    assert listed.sources == [] and listed.metadata.retrieval_count == 0


async def test_what_is_not_there_is_named_and_what_is_there_instead(library: Scope) -> None:
    await in_db(put)(library, "Alarms", "B01 low oil\nB02 hot oil\nB07 no oil in the pump\n")
    response = await answer(library, {}, "What does alarm B09 of the oil pump mean?")

    assert response.metadata.mode is Mode.NO_RESULTS and response.sources == []
    assert response.answer == "There is no B09 in these documents. They name B01, B02, B07."
    assert response.metadata.nearest[0].title == "Alarms"


async def test_a_short_question_goes_on_in_the_paper_of_the_answer_before(
    transactional_db: None,
) -> None:
    scope = await in_db(make_tenant)("conversation")
    for name, text in CLUBS.items():
        await in_db(put)(scope, name, text)
    session = uuid4()
    await answer(scope, None, "Who leads the choir of Amsel Lane?", session_id=session)
    response = await answer(scope, None, "When do the rehearsals start?", session_id=session)
    said = (response.answer or "").removeprefix(LEAD_IN[0]).strip()
    assert said.removeprefix("- ").startswith(("Rehearsals start at 19:30", "Amsel Lane choir:"))


async def test_the_other_one_is_the_other_model_of_the_paper(transactional_db: None) -> None:
    scope = await in_db(make_tenant)("models")
    await in_db(put)(scope, "Sander", SANDERS)
    session = uuid4()
    await answer(scope, None, "What does the BX-2 sander weigh?", session_id=session)
    response = await answer(scope, None, "and the other one?", session_id=session)
    assert response.metadata.searched_for == "What does the BX-7 sander weigh?"
    assert "4.1 kg" in (response.answer or "")
