"""The extraction agent: the model chooses tools, the tools write, and each step is recorded."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from pramana.extraction.errors import RepeatedCalls, RunLimitReached
from pramana.extraction.services.extraction_runs import TranscriptWriter
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.extractions import ToolBinding, create_tools
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
"""A rough figure for English; Devanagari's longer encoding makes it fit there too."""
MOST_REPEATS: Final = 5
"""A call that was made this often with the same arguments would be made again and again."""
STOPPED_AFTER_COMPLETION: Final = (
    "The work was complete; the model went on without end and was stopped."
)


@dataclass(frozen=True)
class RunLimits:
    """How many turns, tokens and seconds one run may use."""

    turns: int
    tokens: int
    seconds: float


def run_limits() -> RunLimits:
    """The limits of one run as the operator configured them."""
    environment = settings.PRAMANA
    return RunLimits(
        turns=environment.extraction_turns,
        tokens=environment.extraction_tokens,
        seconds=environment.extraction_seconds,
    )


class TokenBudget:
    """Estimates the tokens a run has used, because providers report them only at the end.

    Each turn sends the whole conversation again, so a tool's answer is paid for many times.
    """

    def __init__(self, limits: RunLimits, prompt: str) -> None:
        self._limits = limits
        self._conversation_bytes = len(prompt.encode())
        self._sent_bytes = self._conversation_bytes

    @property
    def tokens(self) -> int:
        """About how many tokens were used."""
        return self._sent_bytes // BYTES_PER_TOKEN

    def add_text(self, text: str) -> None:
        """Count text that was added to the conversation."""
        self._conversation_bytes += len(text.encode())

    def add_turn(self) -> None:
        """Count the conversation as sent once more. Raises at the token limit."""
        self._sent_bytes += self._conversation_bytes
        if self._sent_bytes > self._limits.tokens * BYTES_PER_TOKEN:
            raise RunLimitReached(f"about {self._limits.tokens} tokens")

    def check_time(self, seconds: float) -> None:
        if seconds > self._limits.seconds:
            raise RunLimitReached(f"{self._limits.seconds:.0f} s")


class ExtractionAgent:
    """One conversation with a model about one extraction.

    `check_claim` raises when another worker has taken the job over. It is called before each
    tool, so a worker that was thought dead writes nothing more.
    """

    def __init__(
        self,
        gateway: Gateway,
        binding: ToolBinding,
        check_claim: Callable[[str, int], None],
    ) -> None:
        subject = (binding.scope, binding.extraction_id, binding.run_id)
        self._gateway = gateway
        self._recorder = ToolCallRecorder(*subject)
        self._transcript = TranscriptWriter(*subject)
        self._tools = create_tools(binding, self._recorder)
        self._check_claim = check_claim
        self._open_calls: dict[str, tuple[ToolCalled, int]] = {}
        self._last_text = ""

    def work(
        self, prompt: Prompt[str], is_complete: Callable[[], bool] = lambda: False
    ) -> Completion[str]:
        """Let the model use the tools until it is done, and record what it says.

        A model that reaches a limit after the work was complete has not failed; its usage is then
        an estimate. A correction never counts as complete before its agent ends.
        """
        limits = run_limits()
        budget = TokenBudget(limits, prompt.system + prompt.user)
        began = time.monotonic()
        try:
            with self._gateway.agent(prompt, self._tools, most_requests=limits.turns) as events:
                for event in events:
                    budget.check_time(time.monotonic() - began)
                    self._handle(event, budget)
        except (RunLimitReached, RepeatedCalls):
            if not is_complete():
                raise
            usage = Usage(tokens_in=budget.tokens)
            engine = self._gateway.engine_for(prompt)
            return Completion(STOPPED_AFTER_COMPLETION, engine, usage, None, 0)
        if events.output not in self._last_text:
            self._transcript.add_text(events.output)
        self._transcript.flush()
        return events.completion

    def _handle(self, event: AgentEvent, budget: TokenBudget) -> None:
        match event:
            case TextDelta(text=text):
                self._last_text += text
                budget.add_text(text)
                self._transcript.add_text(text)
            case ToolCalled(name=name, arguments=arguments):
                self._last_text = ""
                if self._recorder.repeats >= MOST_REPEATS:
                    raise RepeatedCalls(name)
                self._check_claim(name, self._recorder.count + 1)
                self._open_calls[event.call_id] = (event, self._recorder.count)
                budget.add_text(str(arguments))
                self._transcript.add_tool_use(name, arguments)
            case ToolReturned(content=content):
                self._record_unseen_call(event)
                budget.add_text(content)
                budget.add_turn()

    def _record_unseen_call(self, event: ToolReturned) -> None:
        """Record a call that its tool never saw because the arguments did not fit."""
        called, count = self._open_calls.pop(event.call_id, (None, 0))
        if called and event.is_error and self._recorder.count == count:
            self._recorder.record_refusal(event.name, called.arguments, event.content)
