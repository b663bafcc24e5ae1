"""What was said later about the same matter goes above what it renews.

A question about how things are wants the latest word on it. What was said first is often closer
to the question's words, so order by likeness alone puts the outdated above the current.
"""

import re
from collections.abc import Collection, Sequence
from uuid import UUID

from pramana.language.function_words import content_stems
from pramana.language.stems import stems
from pramana.memory.contracts.views import EpisodeView
from pramana.memory.search.speaking import speaker_of

MOST = 20
"""Episodes from the top that are compared with each other."""
SAME_MATTER = 0.5
"""The share of what an episode has in common with the question that its renewal has too."""

CHANGE = re.compile(
    r"(?<!\w)(?:now|new|newest|latest|recent|recently|currently|updat(?:e|ed|es|ing)|chang(?:e|ed)"
    r"|no longer|any ?more|instead|switched|moved to|reached|these days|so far"
    r"|(?:improved|increased|grown|raised|reduced|dropped) (?:to|further)"
    r"|अब|अहिले|नयाँ|हालै|आजकल)(?!\w)",
    re.IGNORECASE,
)
PAST = re.compile(
    r"\b(?:did|was|were|had|when|ago|first|originally|initially|before|used to)\b"
    r"|कहिले|पहिले|थियो|थिए",
    re.IGNORECASE,
)

Renewal = tuple[UUID, UUID]
"""An episode, and one whose facts it ended."""


def newest_first(
    question: str, ranked: Sequence[EpisodeView], ended: Collection[Renewal] = ()
) -> list[EpisodeView]:
    """The ranking with each renewal moved above the best of what it renews.

    A question about the past is left alone.
    """
    order = list(ranked)
    if PAST.search(question):
        return order
    top = order[:MOST]
    asked = set(content_stems(stems(question)))
    shared = {each.id: asked.intersection(stems(each.content)) for each in top}

    def renews(newer: EpisodeView, older: EpisodeView) -> bool:
        if newer.valid_at <= older.valid_at:
            return False
        if (newer.id, older.id) in ended:
            return True
        same, old = shared[newer.id] & shared[older.id], shared[older.id]
        return _tells_of_change(newer, older) and bool(old) and len(same) >= SAME_MATTER * len(old)

    for newer in sorted(top, key=lambda each: each.valid_at):
        place = order.index(newer)
        above = (at for at, older in enumerate(order[:place]) if renews(newer, older))
        order.insert(next(above, place), order.pop(place))
    return order


def _tells_of_change(newer: EpisodeView, older: EpisodeView) -> bool:
    """Whether the same speaker says that something is different now."""
    same = speaker_of(newer.content) == speaker_of(older.content)
    return same and newer.group_id == older.group_id and bool(CHANGE.search(newer.content))
