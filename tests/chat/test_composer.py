"""What a model is asked for, and what it may do: the shape of the answer, searching again, whole
lists, and the limits of time and money."""

import time

import pytest

from pramana.chat.contracts.answers import Mode
from pramana.chat.models import Turn
from pramana.chat.prompts.compose import SEARCH_AGAIN, SHAPES
from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.errors import ModelBudgetExceeded
from pramana.tenancy.selectors import calls_of_run, steps_of
from tests.chat.conftest import ANSWER, SIGNED, answer, in_db, lines, start_scripted_turn
from tests.chat.library import put

SHAPED = {
    "Who signed the bridge contract?": "fact",
    "Is the bridge over the Kali river finished?": "yes_no",
    "List the bridge contracts of Tansen": "list",
    "How do I open the bridge tender?": "procedure",
    "Which is longer, the bridge contract or the water project?": "comparison",
    "Summarise the bridge contract": "summary",
}


@pytest.mark.parametrize("query", SHAPED)
async def test_a_prompt_asks_for_the_shape_of_its_question(library: Scope, query: str) -> None:
    live, gateway = await start_scripted_turn(library, {"chat.compose": ANSWER}, query)
    await live.outcome()

    [prompt] = gateway.prompts_named("chat.compose")
    assert prompt.input.shape == SHAPED[query]
    assert SHAPES[SHAPED[query]] in prompt.system
    assert SEARCH_AGAIN in prompt.system


async def test_steps_and_items_of_a_model_stand_on_lines_of_their_own(library: Scope) -> None:
    first = '{"text": "1. Open the tender.", "item": true, "quotes": [{"source": 1, "words": '
    first += '"opened the bridge tender"}]}'
    second = '{"text": "2. Sign the contract.", "item": true, "quotes": [{"source": 1, "words": '
    second += '"signed the contract"}]}'
    response = await answer(
        library, {"chat.compose": f"{first}\n{second}"}, "How do I open the bridge tender?"
    )

    assert (response.answer or "").splitlines() == [
        "1. Open the tender. [1]",
        "2. Sign the contract. [1]",
    ]


async def test_each_search_of_a_model_is_a_call_and_a_step(library: Scope) -> None:
    wanted = iter(['{"search": "reservoir work"}', '{"search": "drinking water Bandipur"}'])

    def composed(prompt: Prompt[str]) -> str:
        water = [each.number for each in prompt.input.passages if each.title == "Water"]
        return next(wanted, lines(("Hari Thapa leads it.", "Hari Thapa leads", *water)))

    live, gateway = await start_scripted_turn(library, {"chat.compose": composed}, SIGNED)
    response = await live.outcome()

    assert response.metadata.mode is Mode.FULL
    asked = gateway.prompts_named("chat.compose")
    assert [SEARCH_AGAIN in prompt.system for prompt in asked] == [True, True, False]
    turn = await in_db(Turn.objects.in_scope(library).get)()
    calls = await in_db(calls_of_run)(library, turn.run_id)
    assert [call.envelope["input"]["query"] for call in calls] == [
        SIGNED,
        "reservoir work",
        "drinking water Bandipur",
    ]
    steps = await in_db(steps_of)(library, turn.run_id)
    assert [step.name for step in steps] == ["retrieve", "compose", "search again", "search again"]


async def test_sources_keep_their_numbers_when_more_are_found(library: Scope) -> None:
    seen: list[list[tuple[int, str]]] = []

    def composed(prompt: Prompt[str]) -> str:
        seen.append([(each.number, each.title) for each in prompt.input.passages])
        return '{"search": "reservoir"}' if len(seen) == 1 else ANSWER

    response = await answer(library, {"chat.compose": composed})

    assert seen[0] == [(1, "Bridge")] and seen[1][:1] == seen[0]
    assert (2, "Water") in seen[1]
    assert response.answer == "Mayor Sita Rai signed it. [1]"


async def test_a_model_is_shown_the_whole_list_around_what_was_found(library: Scope) -> None:
    rules = [f"{number}. Rule {number} of the ferry house is kept." for number in range(1, 31)]
    rules[17] = "18. Bicycles are tied to the rail on the lee side of the ferry."
    await in_db(put)(library, "Ferry", "Rules of the ferry house:\n" + "\n".join(rules) + "\n")
    live, gateway = await start_scripted_turn(
        library, {"chat.compose": ""}, "Where are bicycles tied on the ferry?"
    )
    await live.outcome()

    [prompt] = gateway.prompts_named("chat.compose")
    shown = next(each.text for each in prompt.input.passages if each.title == "Ferry")
    assert all(rule in shown for rule in rules)


async def test_a_spent_budget_shows_the_sources_and_says_so(library: Scope) -> None:
    spent = ModelBudgetExceeded("The budget is spent.", retry_after=None)
    response = await answer(library, {"chat.compose": spent})

    assert response.metadata.mode is Mode.RETRIEVAL_ONLY
    assert response.metadata.degraded_reason == "over_quota"
    assert response.sources


class Clock:
    """A clock on which each look takes a hundred seconds."""

    def __init__(self) -> None:
        self._now = time.perf_counter()

    def perf_counter(self) -> float:
        self._now += 100.0
        return self._now


async def test_searching_again_takes_no_time_beyond_the_models_own(
    library: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pramana.chat.graph.retrieval_augmented_generation.time", Clock())
    again = {"chat.compose": '{"search": "reservoir"}'}
    live, gateway = await start_scripted_turn(library, again, SIGNED)
    response = await live.outcome()

    assert len(gateway.prompts_named("chat.compose")) == 1
    assert response.metadata.mode is Mode.NO_RESULTS
    assert response.answer and SIGNED in response.answer
