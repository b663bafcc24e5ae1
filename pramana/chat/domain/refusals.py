"""Why there is no answer: the sentence that says so, and the code in the response's metadata."""

from collections.abc import Sequence

from pramana.chat.contracts.answers import NearestOut
from pramana.chat.contracts.passages import AnswerSource
from pramana.chat.domain.answer_draft import Composition
from pramana.chat.domain.messages import (
    ASK_INSTEAD,
    MODEL_AWAY,
    NO_SUCH_THING,
    NOT_SUPPORTED,
    NOTHING,
    OTHERS_ARE,
    OTHERS_RANGE,
    TRY_OTHERS,
    localise,
)
from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    is_in,
    named_things,
    sibling_identifiers,
)
from pramana.language.scripts import main_script

UNSUPPORTED = "answer_not_supported"
UNREADABLE = "model_output_invalid"

MAX_TOPICS = 3


MAX_QUESTION = 160
"""Characters of a question that is repeated in a refusal."""

FEW_SIBLINGS = 6
NEAREST = 3
NEAREST_WORDS = 300


def no_answer_message(question: str, nearest: Sequence[AnswerSource]) -> str:
    """Say that nothing answers the question, and name topics of the nearest sources instead."""
    nothing = localise(NOTHING, question).format(question[:MAX_QUESTION].strip())
    names = (f"“{_topic(source)}”" for source in nearest)
    topics = list(dict.fromkeys(names))[:MAX_TOPICS]
    if not topics:
        return f"{nothing} {localise(TRY_OTHERS, question)}"
    instead = localise(ASK_INSTEAD, question).format(", ".join(topics))
    return f"{nothing} {instead}"


def _topic(source: AnswerSource) -> str:
    """What a source is about: its section, or its document where that says more."""
    return source.title if source.title.startswith(source.section) else source.section


def missing_thing(
    question: str, sources: Sequence[AnswerSource], heads: Sequence[str] = ()
) -> NamedThing | None:
    """The first thing that the question names and no source does; None when all are there.

    `heads` are the first lines of the sources' documents.

    A name in another script than the source's cannot be looked up, so it is not missed.
    """
    texts = [f"{source.title}\n{source.section}\n{source.text}" for source in sources]
    texts += [head for head in heads if head]
    for thing in named_things(question):
        spelled = thing.kind is ThingKind.NAME or " " in thing.text
        foreign = spelled and any(main_script(thing.text) != main_script(each) for each in texts)
        if texts and not foreign and not any(is_in(thing, text) for text in texts):
            return thing
    return None


def absence_message(question: str, thing: NamedThing, sources: Sequence[AnswerSource]) -> str:
    """Say that the documents do not name the thing, and which others of its make they name."""
    absent = localise(NO_SUCH_THING, question).format(thing.text)
    if thing.kind is not ThingKind.IDENTIFIER:
        return absent
    siblings = sibling_identifiers(thing.text, [source.text for source in sources])
    if not siblings:
        return absent
    if len(siblings) <= FEW_SIBLINGS:
        return f"{absent} {localise(OTHERS_ARE, question).format(', '.join(siblings))}"
    others = localise(OTHERS_RANGE, question).format(siblings[0], siblings[-1])
    return f"{absent} {others}"


def nothing_relevant_message(question: str, nearest: Sequence[AnswerSource]) -> str:
    """The same where no source belongs to the question; others of its make are named if there."""
    thing = missing_thing(question, nearest)
    if thing is None or thing.kind is not ThingKind.IDENTIFIER:
        return no_answer_message(question, nearest)
    others = sibling_identifiers(thing.text, [source.text for source in nearest])
    return (
        absence_message(question, thing, nearest)
        if others
        else no_answer_message(question, nearest)
    )


def nearest_evidence(sources: Sequence[AnswerSource]) -> list[NearestOut]:
    """What came nearest to an answer: where it is, and its first words."""
    return [
        NearestOut(
            title=source.title,
            section=source.section,
            source_url=source.source_url,
            document_id=source.document_id,
            page=source.page,
            start=source.start,
            end=source.start + min(len(source.text), NEAREST_WORDS),
            words=source.text[:NEAREST_WORDS],
        )
        for source in sources[:NEAREST]
    ]


def sources_only_message(question: str, composition: Composition) -> str:
    """Say why the sources are shown without an answer."""
    if composition.failure:
        return localise(MODEL_AWAY, question)
    return localise(NOT_SUPPORTED, question)


def refusal_code(composition: Composition) -> str | None:
    """What went wrong, as a code; None when the sources just do not answer the question."""
    if composition.failure:
        return composition.failure
    if composition.unsupported:
        return UNSUPPORTED
    return UNREADABLE if composition.unreadable else None
