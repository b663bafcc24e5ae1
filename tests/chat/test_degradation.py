"""What the person gets when parts fail. Each part really fails."""

import asyncio
import logging
from uuid import uuid4

import pytest
from django.db import connection

from pramana.chat.models import Turn
from pramana.chat.turns import start_turn
from pramana.kit.scope import Scope
from pramana.llm.calls import Caller as Asking
from pramana.llm.contracts import Completion, T, TextDelta
from pramana.llm.engines import EngineRequest
from pramana.llm.testing import (
    ModelReply,
    ModelServer,
    ScriptedGateway,
    breaks_off,
    fails,
    garbles,
    hangs,
    limits,
    model_server,
    says,
    slowly,
)
from tests.chat.conftest import ANSWER, QUOTE, Caller, frames, in_db, lines, question
from tests.settings import change

TWO = lines(("Sita Rai signed it.", QUOTE), ("It cost 42 million.", "for 42 million rupees"))


async def test_a_model_over_the_wire_is_answered_from(person: Caller, models: ModelServer) -> None:
    models.otherwise = says(ANSWER)
    said = (await person.ask()).json()

    assert said["answer"] == "Mayor Sita Rai signed it. [1]"
    assert said["metadata"]["engine"] == "openai:small"
    assert said["metadata"]["degraded_reason"] is None


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (fails(500), "model_unavailable"),
        (hangs(), "model_timeout"),
        (slowly(says(ANSWER), seconds=20), "model_timeout"),
        (limits(retry_after=60), "model_rate_limited"),
        (garbles(), "model_unavailable"),
        (fails(401, error="invalid_api_key"), "model_not_configured"),
    ],
    ids=["down", "hangs", "slow", "rate-limited", "garbled", "no key"],
)
async def test_without_the_model_the_sources_are_still_given(
    person: Caller, models: ModelServer, settings, reply: ModelReply, reason: str
) -> None:
    change(settings, model_timeout_s=3.0)
    models.otherwise = reply
    answer = await person.ask()

    assert answer.status_code == 200
    said = answer.json()
    assert said["answer"] is None
    assert "does not answer" in said["fallback_message"]
    assert said["metadata"]["mode"] == "retrieval_only"
    assert said["metadata"]["degraded_reason"] == reason
    assert [source["title"] for source in said["sources"]] == ["Bridge"]


async def test_a_stream_without_the_model_carries_the_sources_and_why(
    person: Caller, models: ModelServer
) -> None:
    models.otherwise = fails(500)
    told = await person.listen()

    assert [set(frame) for frame in told] == [
        {"sources", "metadata", "session_id", "fallback_message"},
        {"done"},
    ]
    history = (await person.get(f"/history/{told[0]['session_id']}")).json()
    assert history["entries"][0]["response"] == told[0]["fallback_message"]


@pytest.mark.parametrize("politely", [True, False])
async def test_a_model_that_breaks_off_ends_the_stream_with_an_error(
    person: Caller, models: ModelServer, politely: bool
) -> None:
    models.otherwise = breaks_off(TWO + "\n" + TWO, politely=politely)
    session = str(uuid4())
    told = await person.listen(session_id=session)

    assert told[0] == {"delta": "Sita Rai signed it. [1]"}
    assert told[-1]["error_code"] == "GEMINI_UNAVAILABLE"
    assert (await person.get(f"/history/{session}")).json()["entries"] == []


async def test_without_a_stream_a_model_that_breaks_off_is_one_that_is_down(
    person: Caller, models: ModelServer
) -> None:
    models.otherwise = breaks_off(TWO + "\n" + TWO)
    said = (await person.ask()).json()

    assert said["answer"] is None
    assert said["metadata"]["mode"] == "retrieval_only"
    assert said["metadata"]["degraded_reason"] == "model_cut_off"
    assert said["sources"] and said["sources"][0]["quotes"] == []


async def test_a_model_that_talks_rubbish_is_not_shown(person: Caller, models: ModelServer) -> None:
    models.otherwise = says("As a language model I believe the king signed it. " * 20)
    said = (await person.ask()).json()

    assert said["answer"] is None
    assert said["metadata"]["degraded_reason"] == "model_output_invalid"
    assert said["sources"]


async def test_a_selection_without_the_model_is_503(person: Caller, models: ModelServer) -> None:
    models.otherwise = fails(500)
    answer = await person.ask(selected_text="Gita Lama keeps the accounts.")
    told = await person.listen(selected_text="Gita Lama keeps the accounts.")

    assert (answer.status_code, answer.json()["error_code"]) == (503, "GEMINI_UNAVAILABLE")
    assert int(answer.headers["Retry-After"]) > 0
    assert [frame.get("error_code") for frame in told] == ["GEMINI_UNAVAILABLE"]


async def test_where_it_is_allowed_the_offline_engine_takes_over(
    person: Caller, models: ModelServer, settings
) -> None:
    change(settings, chat_fallback="offline")
    models.otherwise = fails(500)
    said = (await person.ask()).json()
    selected = (await person.ask(selected_text=f"{QUOTE}.")).json()

    assert said["metadata"]["engine"] == selected["metadata"]["engine"] == "offline"
    assert QUOTE in said["answer"]
    assert QUOTE in selected["answer"]


async def test_without_embeddings_words_are_searched_and_it_is_said(
    library: Scope, person: Caller, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pramana.llm.embeddings.encoder import encoder_for
    from tests.chat.library import embed

    with model_server() as encoder:
        monkeypatch.setenv("OPENAI_BASE_URL", encoder.openai_url)
        change(settings, embeddings="openai:one")
        encoder_for.cache_clear()
        await in_db(embed)(library)
        encoder.otherwise = fails(500)
        said = (await person.ask()).json()
    encoder_for.cache_clear()

    assert said["metadata"]["degraded_reason"] == "encoder_unavailable"
    assert said["metadata"]["mode"] == "full"
    assert said["sources"][0]["match"] == "lexical"


async def test_without_any_search_it_is_503(
    person: Caller, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    def take_away(name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {name} RENAME TO {name}_away")

    def bring_back(name: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {name}_away RENAME TO {name}")

    await in_db(take_away)("retrieval_entry")
    try:
        answer = await person.ask()
        told = await person.listen()
    finally:
        await in_db(bring_back)("retrieval_entry")

    assert (answer.status_code, answer.json()["error_code"]) == (503, "QDRANT_UNAVAILABLE")
    assert int(answer.headers["Retry-After"]) > 0
    assert told[-1]["error_code"] == "QDRANT_UNAVAILABLE"


@pytest.mark.parametrize("moment", ["INSERT", "UPDATE"])
async def test_a_history_that_cannot_be_written_costs_no_answer(
    library: Scope, person: Caller, caplog: pytest.LogCaptureFixture, moment: str
) -> None:
    await in_db(break_writes)(moment)
    try:
        with caplog.at_level(logging.WARNING, "pramana.chat"):
            said = (await person.ask()).json()
            told = await person.listen()
    finally:
        await in_db(mend_writes)()

    assert QUOTE in said["answer"]
    assert said["metadata"]["degraded_reason"] == "history_not_saved"
    assert told[-1] == {"done": True}
    assert "could not be saved to the history" in caplog.text
    assert QUOTE not in caplog.text
    unanswered = Turn.objects.in_scope(library).filter(state="COMPLETED")
    assert await in_db(unanswered.count)() == 0


def break_writes(moment: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'disk is full'; END $$"
        )
        cursor.execute(
            f"CREATE TRIGGER refuse BEFORE {moment} ON conversations"
            " FOR EACH ROW EXECUTE FUNCTION refuse()"
        )


def mend_writes() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP FUNCTION refuse() CASCADE")


class Stalls(ScriptedGateway):
    """Says its first sentence, then nothing more, without ever ending."""

    async def _answer(self, request: EngineRequest[T], caller: Asking) -> Completion[T]:
        caller.emit(TextDelta(ANSWER + "\n"))
        await asyncio.sleep(600)
        raise AssertionError("It was waited for.")


async def test_a_model_that_stalls_in_the_middle_is_given_up(
    library: Scope, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(settings, model_timeout_s=0.2)
    monkeypatch.setattr("pramana.chat.graph.compose.MARGIN_S", 0.1)
    live = await start_turn(
        library, question(library, streamed=True), gateway_factory=lambda scope: Stalls({}, scope)
    )
    told = await frames(live)

    assert told[0] == {"delta": "Mayor Sita Rai signed it. [1]"}
    assert told[-1]["error_code"] == "GEMINI_UNAVAILABLE"
