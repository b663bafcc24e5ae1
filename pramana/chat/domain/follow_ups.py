"""A question that leans on earlier ones, made complete without a model.

What a follow-up leaves out is what the earlier question was about. Where it only puts another
number or name in the place of one ("And in 2023?", "What about Bagar?"), the earlier question is
asked again with that in its place; otherwise the earlier question's words are put behind it.
"""

import re
from collections.abc import Sequence

from pramana.chat.domain.leaning import GOES_ON, is_follow_up, own_words
from pramana.language.tokens import tokens

NUMBER = re.compile(r"\d[\d,.]*\d|\d")
NAME = re.compile(r"(?<=\s)[A-Z][\w’'-]*(?:\s+[A-Z][\w’'-]*)*")
"""A run of capitals inside a question; its first word has one for another reason."""

MOST_WORDS = 8


def complete(question: str, earlier: Sequence[str]) -> str:
    """The question as it reads without the conversation; `earlier` are questions, oldest first.

    >>> complete("And in 2023?", ["How many bids came in 2022?"])
    'How many bids came in 2023?'
    >>> complete("When was it signed?", ["Who built the Kalika bridge?"])
    'When was it signed? (built Kalika bridge)'
    """
    if not is_follow_up(question):
        return question
    before = _leaned_on(earlier)
    if not before:
        return question
    return _exchanged(question, before) or _with_topic(question, before)


def _leaned_on(earlier: Sequence[str]) -> str:
    """The last question, made complete itself by those before it."""
    if not earlier:
        return ""
    return complete(earlier[-1], earlier[:-1])


def _exchanged(question: str, before: str) -> str:
    """The earlier question with the new number or name in the old one's place, if that is all."""
    if not GOES_ON.match(question):
        return ""
    for pattern in (NUMBER, NAME):
        new, old = list(pattern.finditer(question)), list(pattern.finditer(before))
        if len(new) == len(old) == 1 and _is_all(question, new[0].group(), before):
            return before[: old[0].start()] + new[0].group() + before[old[0].end() :]
    return ""


def _is_all(question: str, new: str, before: str) -> bool:
    """Whether the question says nothing else that the earlier one did not."""
    rest = set(own_words(question)) - set(own_words(new))
    return rest <= set(own_words(before))


def _with_topic(question: str, before: str) -> str:
    own = set(own_words(question))
    numbered = any(word.isdecimal() for word in own)
    wanted = [
        word
        for word in own_words(before)
        if word not in own and not (numbered and word.isdecimal())
    ][:MOST_WORDS]
    topic = [before[each.start : each.end] for each in tokens(before) if each.term in wanted]
    return f"{question} ({' '.join(dict.fromkeys(topic))})" if topic else question
