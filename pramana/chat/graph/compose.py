"""ComposeNode: have an answer written, and keep only the sentences that their sources support."""

import asyncio
from collections.abc import Iterable, Sequence

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.passages import AnswerSource
from pramana.chat.domain.grounding import GroundingChecker, SupportChecker
from pramana.chat.domain.hurried_questions import write_out
from pramana.chat.domain.messages import (
    LEAD_IN,
    SELECTION_LEAD_IN,
    SELECTION_SILENT,
    localise,
)
from pramana.chat.domain.question_shapes import plan_question
from pramana.chat.domain.responses import (
    AnswerDraft,
    Composition,
    absence_message,
    missing_thing,
    no_answer_message,
    nothing_relevant_message,
)
from pramana.chat.graph.retrieve import RetrievedSources
from pramana.chat.passage_context import SourceInContext
from pramana.chat.ports import ComposeDeps, passage_reader
from pramana.chat.prompts.compose import (
    ComposeInput,
    NumberedPassage,
    Sentence,
    SentenceParser,
    compose_prompt,
)
from pramana.documents.contracts import PassageHit
from pramana.kit.evidence import nfc
from pramana.llm.contracts import OFFLINE
from pramana.llm.errors import ModelError
from pramana.observability.tracing import span

MAX_OUTPUT_CHARACTERS = 60_000
"""After this many characters the composer's output is cut off."""

MARGIN_S = 10.0
"""The gateway times out first and says why. This margin is for a stream that stalls midway."""

TIMED_OUT = "model_timeout"


async def run(
    deps: ComposeDeps, question: str, retrieved: RetrievedSources, *, may_search: bool = False
) -> Composition:
    """Answer from the relevant sources. Without any, say so without asking a model.

    With `may_search`, a composer that asks for another search has not refused yet.
    """
    with span("chat.compose", deps.context, count=len(retrieved.relevant)):
        deps.listener.set_state(RequestState.GENERATING)
        if not retrieved.relevant:
            return _refuse(deps, nothing_relevant_message(question, retrieved.nearest))
        heads = [each.head for each in retrieved.contexts]
        missing = missing_thing(retrieved.searched_for, retrieved.relevant, heads)
        if missing is not None:
            return _refuse(deps, absence_message(question, missing, retrieved.relevant))
        asked = retrieved.searched_for
        request = ComposeInput(
            asked, numbered_passages(retrieved.contexts), shape=_shape(asked), may_search=may_search
        )
        composition = await _compose(deps, request, numbered=True)
        if composition.is_refusal and not (may_search and composition.searches):
            refuse_after_search(deps, question, retrieved, composition)
        return composition


def refuse_after_search(
    deps: ComposeDeps, question: str, retrieved: RetrievedSources, composition: Composition
) -> None:
    """Say that the sources do not answer, and name the topics of the nearest."""
    message = no_answer_message(question, retrieved.relevant)
    deps.listener.add_text(composition.draft.add_own(message))


def _shape(question: str) -> str:
    return plan_question(question).shape.value


def numbered_passages(contexts: Sequence[SourceInContext]) -> tuple[NumberedPassage, ...]:
    """The relevant sources under the numbers that the answer cites them by."""
    return tuple(
        NumberedPassage(
            number,
            each.source.text,
            each.source.title,
            each.source.section,
            document=str(each.source.document_id or each.source.source_url),
            blocks=each.blocks,
            match=each.match,
            dated=each.dated,
            head=each.head,
            lead=each.source.lead,
            name=each.name,
            attached_as=_mail_of(each.source)[0],
            mail=_mail_of(each.source)[1],
            cited=each.cited,
        )
        for number, each in enumerate(contexts, start=1)
    )


def _mail_of(source: AnswerSource) -> tuple[str, str]:
    """The name under which a source was attached to a mail, and that mail."""
    if not isinstance(source, PassageHit) or not source.container_id:
        return "", ""
    return source.filename, str(source.container_id)


def _refuse(deps: ComposeDeps, message: str) -> Composition:
    """Say without any engine that the documents do not answer."""
    composition = Composition(AnswerDraft(numbered=False))
    deps.listener.add_text(composition.draft.add_own(message))
    return composition


async def run_on_selection(deps: ComposeDeps, question: str, selection: str) -> Composition:
    """Answer from the selected text alone. If it does not answer the question, say so."""
    with span("chat.compose", deps.context):
        deps.listener.set_state(RequestState.GENERATING)
        passage = NumberedPassage(1, nfc(selection))
        asked = write_out(question)
        request = ComposeInput(asked, (passage,), mode="selection", shape=_shape(asked))
        composition = await _compose(deps, request, numbered=False)
        if not composition.grounded and composition.failure is None:
            message = localise(SELECTION_SILENT, question)
            deps.listener.add_text(composition.draft.add_own(message))
        return composition


ComposeNode = run


async def _compose(deps: ComposeDeps, request: ComposeInput, *, numbered: bool) -> Composition:
    """Stream the composer's output and check each sentence; `failure` says if it broke off."""
    writer = _AnswerWriter(deps, request, Composition(AnswerDraft(numbered=numbered)))
    composition = writer.composition
    stream = deps.gateway.astream(
        compose_prompt(request), timeout=deps.timeout_s, fallback=deps.fallback
    )
    composition.engine = stream.engine
    patience = deps.timeout_s + MARGIN_S
    now = asyncio.get_running_loop().time
    try:
        async with stream, asyncio.timeout(patience) as timer:
            async for delta in stream:
                timer.reschedule(now() + patience)
                writer.feed(delta.text)
                if writer.is_full:
                    break
            else:
                composition.engine = stream.completion.engine
    except ModelError as error:
        composition.failure = error.code
    except TimeoutError:
        composition.failure = TIMED_OUT
    writer.finish()
    return composition


class _AnswerWriter:
    """Takes the composer's output piece by piece and adds its grounded sentences to the draft."""

    def __init__(self, deps: ComposeDeps, request: ComposeInput, composition: Composition) -> None:
        self.composition = composition
        self._deps = deps
        self._request = request
        self._checker = GroundingChecker(request.passages)
        self._support = SupportChecker(request.question, request.passages, passage_reader())
        self._parser = SentenceParser()
        self._length = 0

    @property
    def is_full(self) -> bool:
        return self._length >= MAX_OUTPUT_CHARACTERS

    def feed(self, text: str) -> None:
        self._length += len(text)
        self._add(self._parser.feed(text))

    def finish(self) -> None:
        if self.composition.failure is None:
            self._add(self._parser.finish())
        self.composition.unreadable = self._parser.unreadable
        self.composition.searches = self._parser.searches

    def _add(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            grounded = self._checker.check(sentence)
            if grounded and self._support.objection(grounded) is None:
                self._add_lead_in()
                self._deps.listener.add_text(self.composition.draft.add(grounded))
                self.composition.grounded += 1
            elif sentence.quotes:
                self.composition.unsupported += 1

    def _add_lead_in(self) -> None:
        """Introduce an answer that was put together without a model, before its first sentence."""
        if self.composition.engine == OFFLINE and not self.composition.grounded:
            message = LEAD_IN if self._request.mode == "sources" else SELECTION_LEAD_IN
            own = localise(message, self._request.question)
            self._deps.listener.add_text(self.composition.draft.add_own(own))
