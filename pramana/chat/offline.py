"""Chat without a model: an answer quotes sentences of the sources word for word."""

from pramana.chat.domain.extractive_answer import select_sentences
from pramana.chat.domain.follow_ups import complete_follow_up
from pramana.chat.prompts.compose import ComposeInput, Quote, Sentence, write_lines
from pramana.chat.prompts.rewrite import RewriteInput, RewrittenQuestion
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer("chat.compose")
def extract_answer(prompt: Prompt[str]) -> str:
    """The sentences that answer, as the lines a composer writes; no line when none does."""
    request: ComposeInput = prompt.input
    selected = select_sentences(request.question, request.passages, request.mode)
    return write_lines(
        [
            Sentence(text=each.text, quotes=[Quote(source=each.number, words=each.text)])
            for each in selected
        ]
    )


@offline_answer("chat.rewrite")
def complete_question(prompt: Prompt[RewrittenQuestion]) -> RewrittenQuestion:
    """The question, completed with what the questions before it were about."""
    request: RewriteInput = prompt.input
    earlier = [question for question, _ in request.earlier]
    return RewrittenQuestion(question=complete_follow_up(request.question, earlier))
