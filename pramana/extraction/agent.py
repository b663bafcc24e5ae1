"""The agent at work: the model chooses tools, the tools write, and each step is told."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from pramana.extraction.domain.limits import Limits, Spending
from pramana.extraction.errors.extractions import BudgetSpent, GoesInCircles
from pramana.extraction.services.activity import Story
from pramana.extraction.tools import Calls
from pramana.llm.caller import Function
from pramana.llm.contracts import (
    AgentEvent,
    Completion,
    Prompt,
    TextDelta,
    ToolCalled,
    ToolReturned,
    Usage,
)
from pramana.llm.port import Gateway

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
    calls: Calls
    story: Story
    limits: Limits
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
        spending = Spending(self.limits, prompt.system + prompt.user)
        try:
            return self._worked(prompt, tools, spending)
        except (BudgetSpent, GoesInCircles):
            if not is_complete():
                raise
            used = Usage(tokens_in=spending.tokens)
            return Completion(TALKED_ON, self.gateway.engine_for(prompt), used, None, 0)

    def _worked(
        self, prompt: Prompt[str], tools: list[Function], spending: Spending
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

    def _note(self, event: AgentEvent, spending: Spending) -> None:
        match event:
            case TextDelta(text=text):
                self._last += text
                spending.heard(text)
                self.story.say(text)
            case ToolCalled(name=name, arguments=given):
                self._last = ""
                if self.calls.times >= MOST_TIMES:
                    raise GoesInCircles(name)
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
