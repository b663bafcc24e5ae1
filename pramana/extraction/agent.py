"""The agent at work: the model chooses tools, the tools write, and each step is told."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pramana.extraction.errors import RepeatedCalls, RunLimitReached
from pramana.extraction.services.extraction_runs import TranscriptWriter
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.llm.calls import Function
from pramana.llm.contracts import (
    AgentEvent,
    Completion,
    Prompt,
    TextDelta,
    ToolCalled,
    ToolReturned,
    Usage,
)
from pramana.llm.ports import Gateway

BYTES_PER_TOKEN: Final = 4
"""Roughly, for English and, by its longer encoding, for Devanagari too."""


@dataclass(frozen=True)
class RunLimits:
    turns: int
    tokens: int
    seconds: float


class TokenBudget:
    """Counts what a run has used; providers tell only at the end, which is too late to stop.

    Each turn sends all that was said before, so what tools answer is paid for again and again.
    """

    def __init__(self, limits: RunLimits, prompt: str) -> None:
        self._limits = limits
        self._said = len(prompt.encode())
        self._spent = self._said

    @property
    def tokens(self) -> int:
        """About how many were used."""
        return self._spent // BYTES_PER_TOKEN

    def heard(self, text: str) -> None:
        """Something was added to the conversation."""
        self._said += len(text.encode())

    def turn(self) -> None:
        """The conversation is sent again."""
        self._spent += self._said
        if self._spent > self._limits.tokens * BYTES_PER_TOKEN:
            raise RunLimitReached(f"about {self._limits.tokens} tokens")

    def check_time(self, seconds: float) -> None:
        if seconds > self._limits.seconds:
            raise RunLimitReached(f"{self._limits.seconds:.0f} s")


MOST_TIMES: Final = 5
"""The very call that was made so often will be made again and again."""
TALKED_ON: Final = "The work was complete; the model went on without end and was stopped."


@dataclass
class Agent:
    """One conversation with a model about one extraction.

    `still_mine` raises when another worker has taken the job over; it is asked before each tool,
    so that a worker that was thought dead writes nothing more.
    """

    gateway: Gateway
    calls: ToolCallRecorder
    story: TranscriptWriter
    limits: RunLimits
    still_mine: Callable[[str, int], None]
    _open: dict[str, tuple[ToolCalled, int]] = field(default_factory=dict)
    _last: str = ""

    def work(
        self, prompt: Prompt[str], tools: list[Function], is_complete: Callable[[], bool]
    ) -> Completion[str]:
        """Let the model use the tools until it has nothing more to do. What it says is told.

        One that is stopped has done its work all the same if that is complete; what it used is
        then estimated.
        """
        spending = TokenBudget(self.limits, prompt.system + prompt.user)
        try:
            return self._worked(prompt, tools, spending)
        except (RunLimitReached, RepeatedCalls):
            if not is_complete():
                raise
            used = Usage(tokens_in=spending.tokens)
            return Completion(TALKED_ON, self.gateway.engine_for(prompt), used, None, 0)

    def _worked(
        self, prompt: Prompt[str], tools: list[Function], spending: TokenBudget
    ) -> Completion[str]:
        began = time.monotonic()
        with self.gateway.agent(prompt, tools, most_requests=self.limits.turns) as events:
            for event in events:
                spending.check_time(time.monotonic() - began)
                self._note(event, spending)
        if events.output not in self._last:
            self.story.say(events.output)
        self.story.flush()
        return events.completion

    def _note(self, event: AgentEvent, spending: TokenBudget) -> None:
        match event:
            case TextDelta(text=text):
                self._last += text
                spending.heard(text)
                self.story.say(text)
            case ToolCalled(name=name, arguments=given):
                self._last = ""
                if self.calls.times >= MOST_TIMES:
                    raise RepeatedCalls(name)
                self.still_mine(name, self.calls.kept + 1)
                self._open[event.call_id] = (event, self.calls.kept)
                spending.heard(str(given))
                self.story.use(name, given)
            case ToolReturned(content=content):
                self._answered(event)
                spending.heard(content)
                spending.turn()

    def _answered(self, event: ToolReturned) -> None:
        """A call that its tool never saw, because its arguments did not fit, is kept as well."""
        called, kept = self._open.pop(event.call_id, (None, 0))
        if called and event.is_error and self.calls.kept == kept:
            self.calls.refused(event.name, called.arguments, event.content)
