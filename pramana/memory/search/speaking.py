"""Who says an episode, and whom of them a question asks about."""

from collections.abc import Collection
from dataclasses import dataclass

from pramana.language.function_words import FUNCTION_STEMS
from pramana.language.stems import stem, stems
from pramana.language.tokens import terms, tokens
from pramana.memory.contracts.messages import BODY, RoleType

SHORT = 25
"""Words of a turn that may be nothing but a question."""
ASKER = frozenset(
    (
        *("i", "me", "my", "mine", "we", "us", "our", "ours"),
        *("म", "मैले", "मलाई", "मेरो", "मेरा", "मेरी", "हामी", "हामीले", "हाम्रो"),
    )
)


@dataclass(frozen=True)
class Speaker:
    role: str
    type: str


def speaker_of(content: str) -> Speaker:
    """Who says an episode, by the beginning of its content.

    >>> speaker_of("Sita(user): Hello")
    Speaker(role='Sita', type='user')
    """
    found = BODY.match(content)
    return Speaker(found["role"].strip(), found["type"]) if found else Speaker("", "")


def is_asked_about(speaker: Speaker, question: str) -> bool:
    """Whether a question is about a speaker: by the first word of their name, or as "I".

    >>> is_asked_about(Speaker("Sita Rai", "user"), "When did Sita's sister move?")
    True
    >>> is_asked_about(Speaker("", "user"), "Where do I live?")
    True
    """
    if _called(speaker.role) & set(stems(question)):
        return True
    return speaker.type == RoleType.USER and not ASKER.isdisjoint(terms(question))


def _called(name: str) -> set[str]:
    """What someone is called: the first word of their name, unless it is hardly a word."""
    return {each for each in stems(name)[:1] if len(each) > 1 and each not in FUNCTION_STEMS}


def without_names(question: str, speakers: Collection[Speaker]) -> str:
    """The question less the speakers' names, which stand in nearly everything said to them.

    The question itself where nothing else is asked.

    >>> without_names("What does Sita paint?", [Speaker("Sita Rai", "user")])
    'What does paint?'
    """
    names = {each for speaker in speakers for each in stems(speaker.role)}
    kept, end = [], 0
    for word in tokens(question):
        if stem(word.term) in names:
            kept.append(question[end : word.start].rstrip())
            end = word.end
    left = "".join([*kept, question[end:].removeprefix("'s")])
    return left if set(stems(left)) - FUNCTION_STEMS else question


def only_asks(content: str) -> bool:
    """Whether an episode is a short question: it repeats the words, and answers nothing.

    >>> only_asks("Ram(user): Where do you live?"), only_asks("Ram(user): I live in Oslo.")
    (True, False)
    """
    said = BODY.sub("", content).strip()
    return said.endswith(("?", "\uff1f")) and len(said.split()) < SHORT
