"""Why there is no answer: the sentence that says so, and the code in the response's metadata."""

from collections.abc import Sequence

from pramana.chat.contracts.passages import AnswerSource
from pramana.chat.domain.answer_draft import Composition
from pramana.chat.domain.messages import (
    ASK_INSTEAD,
    MODEL_AWAY,
    NOT_SAID,
    NOT_SUPPORTED,
    NOTHING,
    TRY_OTHERS,
    localise,
)

UNSUPPORTED = "answer_not_supported"
UNREADABLE = "model_output_invalid"

MAX_TOPICS = 3


def no_answer_message(question: str, nearest: Sequence[AnswerSource]) -> str:
    """Say that nothing answers the question, and name topics of the nearest sources instead."""
    names = (f"“{source.section or source.title}”" for source in nearest)
    topics = list(dict.fromkeys(names))[:MAX_TOPICS]
    if not topics:
        return f"{localise(NOTHING, question)} {localise(TRY_OTHERS, question)}"
    instead = localise(ASK_INSTEAD, question).format(", ".join(topics))
    return f"{localise(NOTHING, question)} {instead}"


def sources_only_message(question: str, composition: Composition) -> str:
    """Say why the sources are shown without an answer."""
    if composition.failure:
        return localise(MODEL_AWAY, question)
    if composition.unsupported or composition.unreadable:
        return localise(NOT_SUPPORTED, question)
    return localise(NOT_SAID, question)


def refusal_code(composition: Composition) -> str | None:
    """What went wrong, as a code; None when the sources just do not answer the question."""
    if composition.failure:
        return composition.failure
    if composition.unsupported:
        return UNSUPPORTED
    return UNREADABLE if composition.unreadable else None
