"""Asking a composer, and keeping only what its sources bear out, sentence by sentence."""

import asyncio
from collections.abc import Iterable

from pramana.chat.contracts.composing import ComposeInput, Sentence
from pramana.chat.domain.composition import Composition
from pramana.chat.domain.draft import Draft
from pramana.chat.domain.grounding import Checker
from pramana.chat.domain.lines import Lines
from pramana.chat.domain.words import LEAD_IN, SELECTION_LEAD_IN, say
from pramana.chat.graph.state import ComposeDeps
from pramana.chat.prompts.compose import compose_prompt
from pramana.llm.contracts import OFFLINE
from pramana.llm.errors import ModelError

MOST_HEARD = 60_000
"""Characters after which a composer is no longer listened to."""

MARGIN_S = 10.0
"""The gateway gives up first and says why; this is for a stream that stalls in the middle."""

TIMED_OUT = "model_timeout"


async def composed(deps: ComposeDeps, asked: ComposeInput, *, numbered: bool) -> Composition:
    """What the composer wrote, checked as it comes; `failure` says if it gave up."""
    writing = _Writing(deps, asked, Composition(Draft(numbered=numbered)))
    made, prompt = writing.made, compose_prompt(asked)
    stream = deps.gateway.astream(prompt, timeout=deps.patience_s, fallback=deps.fallback)
    made.engine = stream.engine
    patience = deps.patience_s + MARGIN_S
    now = asyncio.get_running_loop().time
    try:
        async with stream, asyncio.timeout(patience) as timer:
            async for delta in stream:
                timer.reschedule(now() + patience)
                if not writing.heard(delta.text):
                    break
            else:
                made.engine = stream.completion.engine
    except ModelError as error:
        made.failure = error.code
    except TimeoutError:
        made.failure = TIMED_OUT
    writing.ended()
    return made


class _Writing:
    """The composer's words on their way to the draft."""

    def __init__(self, deps: ComposeDeps, asked: ComposeInput, made: Composition) -> None:
        self.made = made
        self._deps = deps
        self._asked = asked
        self._checker = Checker(asked.materials)
        self._lines = Lines()
        self._length = 0

    def heard(self, text: str) -> bool:
        """Take in a few more words; whether more are wanted."""
        self._length += len(text)
        self._take(self._lines.heard(text))
        return self._length < MOST_HEARD

    def ended(self) -> None:
        if self.made.failure is None:
            self._take(self._lines.ended())
        self.made.rubbish = self._lines.rubbish

    def _take(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            checked = self._checker.check(sentence)
            if checked:
                self._lead_in()
                self._deps.told.say(self.made.draft.add(checked))
                self.made.kept += 1
            elif sentence.quotes:
                self.made.dropped += 1

    def _lead_in(self) -> None:
        """Sentences put together without a model read better when that is said first."""
        if self.made.engine == OFFLINE and not self.made.kept:
            words = LEAD_IN if self._asked.mode == "sources" else SELECTION_LEAD_IN
            self._deps.told.say(self.made.draft.add_own(say(words, self._asked.question)))
