"""The chat without a model: sentences of the sources, quoted word for word."""

from pramana.chat.contracts.composing import ComposeInput, Quote, RewriteInput, Sentence, written
from pramana.chat.contracts.rewriting import Rewritten
from pramana.chat.domain.extractive import choose
from pramana.chat.domain.follow_ups import complete
from pramana.llm.contracts import Prompt
from pramana.llm.offline import offline_answer


@offline_answer("chat.compose")
def quoted_answer(prompt: Prompt[str]) -> str:
    """The sentences that answer, as the lines a composer writes; no line when none does."""
    asked: ComposeInput = prompt.input
    chosen = choose(asked.question, asked.materials, asked.mode)
    return written(
        [
            Sentence(text=each.words, quotes=[Quote(source=each.number, words=each.words)])
            for each in chosen
        ]
    )


@offline_answer("chat.rewrite")
def complete_question(prompt: Prompt[Rewritten]) -> Rewritten:
    """The question with what it left out, from the questions before it."""
    asked: RewriteInput = prompt.input
    earlier = [question for question, _ in asked.earlier]
    return Rewritten(question=complete(asked.question, earlier))
