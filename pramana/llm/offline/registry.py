"""Who answers which prompt offline. Each capability registers its own, in its `offline.py`."""

from collections.abc import Callable, Generator
from functools import cache
from typing import Any, TypeVar

from pramana.llm.contracts import Prompt, ToolReply, ToolUse
from pramana.llm.errors import NoOfflineAnswer

Answer = Callable[[Prompt[Any]], Any]
Policy = Callable[[Prompt[Any]], Generator[ToolUse, ToolReply, Any]]
F = TypeVar("F", bound=Callable[..., Any])

_answers: dict[str, Answer] = {}
_policies: dict[str, Policy] = {}


def offline_answer(name: str) -> Callable[[F], F]:
    """Register the function that answers this prompt without a model.

    It is given the prompt, reads its typed `input`, and returns a value of the prompt's output
    type. It never invents: it quotes, counts and says "not found".
    """
    return _registering(_answers, name)


def offline_policy(name: str) -> Callable[[F], F]:
    """Register the generator that stands in for the model in an agent.

    It is given the prompt, yields a `ToolUse` for each tool it wants called, is sent that tool's
    `ToolReply`, and returns the agent's output. The loop and the tools are the model's own.
    """
    return _registering(_policies, name)


def answer_for(name: str) -> Answer:
    """The registered answer; raises NoOfflineAnswer."""
    answer: Answer = _found(_answers, name)
    return answer


def policy_for(name: str) -> Policy:
    """The registered policy; raises NoOfflineAnswer."""
    policy: Policy = _found(_policies, name)
    return policy


def _registering(table: dict[str, Any], name: str) -> Callable[[F], F]:
    def register(function: F) -> F:
        known = table.get(name)
        if known is not None and known.__qualname__ != function.__qualname__:
            raise RuntimeError(f"{name} already has an offline answer: {known.__qualname__}.")
        table[name] = function
        return function

    return register


def _found(table: dict[str, Any], name: str) -> Any:
    if name not in table:
        _discover()
    if name not in table:
        raise NoOfflineAnswer(name)
    return table[name]


@cache
def _discover() -> None:
    """Import each app's `offline.py`, once, when the first answer is wanted."""
    from django.utils.module_loading import autodiscover_modules

    autodiscover_modules("offline")
