"""Selected text: that text and nothing else, by construction."""

from dataclasses import fields
from inspect import signature
from uuid import uuid4

import pytest

from pramana.chat.contracts.answers import Mode, SelectedTextCitation
from pramana.chat.graph.compose import run_on_selection
from pramana.chat.models import Turn
from pramana.chat.ports import ComposeDeps
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import calls_of_run
from tests.chat.conftest import ANSWER, QUOTE, SIGNED, answer, in_db, lines, start_scripted_turn

SELECTION = "The treasurer, Gita Lama, keeps the accounts\n\n  in the red ledger.\n" + "Old. " * 50


async def test_the_answer_rests_on_the_selection_alone(library: Scope) -> None:
    said = lines(("Gita Lama does.", "Gita Lama, keeps the accounts"))
    response = await answer(
        library, {"chat.compose": said}, "Who keeps them?", selected_text=SELECTION
    )

    assert response.answer == "Gita Lama does."
    assert response.metadata.mode is Mode.SELECTED_TEXT
    assert response.metadata.retrieval_count == 0
    [citation] = response.sources
    assert isinstance(citation, SelectedTextCitation)
    assert citation.source_type == "selected_text"
    assert citation.selection_length == len(SELECTION)
    assert citation.snippet == SELECTION[:200]
    [quote] = citation.quotes
    assert SELECTION[quote.start : quote.end] == quote.words
    assert citation.relevance_note


@pytest.mark.parametrize("source", [1, 2])
async def test_the_library_cannot_be_pulled_in(library: Scope, source: int) -> None:
    """The documents hold these very words; the selection does not, so they are no citation."""
    said = lines(("Mayor Sita Rai signed it.", QUOTE, source))
    response = await answer(library, {"chat.compose": said}, selected_text=SELECTION)

    assert response.answer == "The selected text does not say."
    assert len(response.sources) == 1
    assert "Rai" not in response.model_dump_json()


async def test_neither_search_nor_history_is_within_reach(library: Scope) -> None:
    session = uuid4()
    await answer(library, {"chat.compose": ANSWER}, session_id=session)
    live, gateway = await start_scripted_turn(
        library, {"chat.compose": ""}, SIGNED, selected_text=SELECTION, session_id=session
    )
    await live.outcome()

    [prompt] = gateway.prompts
    assert prompt.name == "chat.compose"
    assert [material.text for material in prompt.input.passages] == [SELECTION]
    assert "Rai" not in prompt.user and prompt.history == ()
    turns = Turn.objects.in_scope(library).filter(session_id=session)
    newest = await in_db(lambda: list(turns)[-1])()
    assert await in_db(calls_of_run)(library, newest.run_id) == [], "no tool was called"
    assert "search" not in {field.name for field in fields(ComposeDeps)}
    assert set(signature(run_on_selection).parameters) == {"deps", "question", "selection"}


async def test_a_selection_in_devanagari_is_counted_in_its_own_characters(library: Scope) -> None:
    selection = "कोषाध्यक्ष गीता लामाले हिसाब राख्छिन्।"
    said = lines(("गीता लामा।", "गीता लामाले हिसाब"))
    response = await answer(
        library, {"chat.compose": said}, "हिसाब कसले राख्छ?", selected_text=selection
    )

    [citation] = response.sources
    [quote] = citation.quotes
    assert selection[quote.start : quote.end] == "गीता लामाले हिसाब"
    silent = await answer(library, {"chat.compose": ""}, "कहिले?", selected_text=selection)
    assert silent.answer == "छानिएको पाठमा यो भनिएको छैन।"
