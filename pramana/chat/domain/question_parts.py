"""Questions that ask for several things, or the same of two things, taken apart."""

import re

from pramana.chat.domain.follow_ups import LINKS, complete_follow_up, topic_words

PART = re.compile(
    r",?\s+(?:and|र|अनि)\s+(?=(?:what|how|when|who|where|which|why|until|by|with|in|for|from|के|कति|कहिले|कसले|कहाँ)\b)",
    re.I,
)


SAME_OF_ANOTHER = re.compile(
    r"(?:until |by |from )?(?:how (?:much|many|long|often|far|big|high)|what|when|where|who|which)"
    rf"\s+(?P<rest>(?:(?:{LINKS})\s+)?(?:the|an?|our|my|your)\s+"
    r"(?!.*\b(?:is|are|was|were|do|does|did|has|have|had|must|can|may|will|should|shall)\b)[^?]{2,60}?)"
    r"\W*\Z",
    re.I,
)
"""A part of a question without a verb: "and how much the second one?"."""

SUBJECTS = re.compile(
    r"\b(?P<one>(?P<link>to|for|in|at|on|from|with|under|by) [^?,;]{2,40}?) and "
    r"(?P<other>(?P=link) [^?,;]{2,40}?)(?=\s+(?:who|that|which|when|if|while)\b|\s*[?,]|\s*\Z)",
    re.I,
)
"""Two things of which the same is asked: "to staff and to helpers"."""

OWN_TOPIC = 4
"""Topic words of a part of a question that says by itself what it is about."""


def parts_of(question: str) -> list[str]:
    """A question that asks for several things, taken apart; a short part keeps the first's words.

    >>> parts_of("Who sent it, and what is the total?")
    ['Who sent it?', 'what is the total? (Who sent it)']
    >>> parts_of("How long does the oak lease run, and how long the pine one?")
    ['How long does the oak lease run?', 'How long does the pine lease run?']
    """
    pieces = [piece.strip() for piece in PART.split(question) if piece.strip()]
    if len(pieces) < 2:
        return [question]
    return [f"{pieces[0]}?", *(_further_part(piece, pieces[0]) for piece in pieces[1:3])]


def _further_part(piece: str, first: str) -> str:
    """A further part of a question, as it reads without the first: one that leaves out the verb
    asks the same of something else."""
    same = SAME_OF_ANOTHER.match(piece)
    asked = complete_follow_up(f"And {same['rest']}?", [f"{first}?"]) if same else ""
    if asked.startswith(first.split()[0]):
        return asked
    return piece if len(topic_words(piece)) >= OWN_TOPIC else f"{piece} ({first})"


def subjects_of(question: str) -> list[str]:
    """A question that asks the same of two things, asked of each.

    >>> subjects_of("What is paid to cooks and to waiters who work at night?")
    ['What is paid to cooks who work at night?', 'What is paid to waiters who work at night?']
    """
    both = SUBJECTS.search(question)
    if both is None:
        return []
    before, after = question[: both.start()], question[both.end() :]
    return [f"{before}{both[name]}{after}" for name in ("one", "other")]
