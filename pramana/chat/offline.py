"""Chat without a model: an answer is put together from the words of the sources."""

from django.conf import settings

from pramana.chat.domain.composed_answer import compose_answer
from pramana.chat.domain.follow_ups import complete_follow_up
from pramana.chat.domain.messages import LEAD_IN, is_refusal
from pramana.chat.ports import passage_reader
from pramana.chat.prompts.compose import ComposeInput, write_lines
from pramana.chat.prompts.rewrite import RewriteInput, RewrittenQuestion
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer("chat.compose")
def extract_answer(prompt: Prompt[str]) -> str:
    """The sentences that answer, as the lines a composer writes; no line when none does."""
    request: ComposeInput = prompt.input
    sentences = compose_answer(
        request.question,
        request.passages,
        passage_reader(),
        selection=request.mode == "selection",
        certainty=settings.PRAMANA.answer_certainty,
    )
    return write_lines(sentences)


@offline_answer("chat.rewrite")
def complete_question(prompt: Prompt[RewrittenQuestion]) -> RewrittenQuestion:
    """The question, completed with what the questions before it were about."""
    request: RewriteInput = prompt.input
    earlier = request.searched_for or [question for question, _ in request.earlier]
    answer = request.earlier[-1][1] if request.earlier else ""
    if is_refusal(answer):
        answer = ""
    for lead_in in LEAD_IN:
        answer = answer.removeprefix(lead_in)
    return RewrittenQuestion(question=complete_follow_up(request.question, earlier, answer))
