"""Searching episodes: what was said, by whom, and in reply to what.

A question about how things are wants the latest statement. An older one is often closer to the
question's wording, so later statements on the same matter are moved above the ones they renew.
"""

import re
from collections.abc import Collection, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.language.stems import FUNCTION_STEMS, content_stems, stem, stems
from pramana.language.tokens import terms, tokens
from pramana.memory.contracts.graph import EPISODES, EXCHANGES, EpisodeView
from pramana.memory.contracts.messages import BODY, RoleType, Speaker, speaker_of
from pramana.memory.search.query import query_index
from pramana.memory.selectors.graph import episodes_by_id
from pramana.memory.selectors.search import first_episodes, newest_openings, renewals_between
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.fusion import fuse_by_score

LEXICAL_SHARE = 0.35
"""The weight of words against meaning; lower than in documents, whose wording is deliberate."""
SPEAKER_BONUS = 0.25
"""Added for an episode whose speaker the question names."""
QUESTION_PENALTY = 0.06
"""Subtracted for an episode that is itself a question."""
SHORT_TURN = 25
"""A turn of fewer words that ends in a question mark is only a question."""
FIRST_PERSON = frozenset(
    (
        *("i", "me", "my", "mine", "we", "us", "our", "ours"),
        *("म", "मैले", "मलाई", "मेरो", "मेरा", "मेरी", "हामी", "हामीले", "हाम्रो"),
    )
)
MOST_COMPARED = 20
"""Episodes from the top of the ranking that are compared with each other."""
SAME_SUBJECT_SHARE = 0.5
"""The share of an episode's words in common with the question that its renewal must have too."""

CHANGE_WORDS = re.compile(
    r"(?<!\w)(?:now|new|newest|latest|recent|recently|currently|updat(?:e|ed|es|ing)|chang(?:e|ed)"
    r"|no longer|any ?more|instead|switched|moved to|reached|these days|so far"
    r"|(?:improved|increased|grown|raised|reduced|dropped) (?:to|further)"
    r"|अब|अहिले|नयाँ|हालै|आजकल)(?!\w)",
    re.IGNORECASE,
)
PAST_WORDS = re.compile(
    r"\b(?:did|was|were|had|when|ago|first|originally|initially|before|used to)\b"
    r"|कहिले|पहिले|थियो|थिए",
    re.IGNORECASE,
)

Renewal = tuple[UUID, UUID]
"""An episode, and one whose facts it closed."""


def search_episodes(
    scope: Scope, query: str, *, group_ids: Sequence[str] | None = None, limit: int = 10
) -> list[EpisodeView]:
    """The episodes of these groups, or of all, that fit a question, best first.

    Each is found by itself and together with the one before it, because a reply often names
    nothing. Speakers' names say who is asked about, not what: they are removed from the question,
    and raise the episodes that these people said.
    """
    text = strip_names(query, _speakers_asked_about(scope, query, group_ids or ()))
    alone, after = (
        _fused_scores(query_index(scope, text, space, group_ids=group_ids, limit=limit))
        for space in (EPISODES, EXCHANGES)
    )
    after |= {each: alone[each] for each in first_episodes(scope, alone)}
    episodes = episodes_by_id(scope, alone.keys() | after)
    scores = {
        each.id: (alone.get(each.id, 0.0) + after.get(each.id, 0.0)) / 2
        + _episode_bonus(each, query)
        for each in episodes.values()
    }
    ranked = sorted(episodes.values(), key=lambda each: (-scores[each.id], each.id))
    ended = renewals_between(scope, [each.id for each in ranked[:MOST_COMPARED]])
    return move_renewals_up(text, ranked, ended)[:limit]


def _speakers_asked_about(scope: Scope, query: str, group_ids: Sequence[str]) -> list[Speaker]:
    speakers = {speaker_of(each) for each in newest_openings(scope, group_ids)}
    return [each for each in speakers if is_asked_about(each, query)]


def _fused_scores(hits: Sequence[Hit]) -> dict[UUID, float]:
    words = {hit.item_id: hit.lexical for hit in hits}
    cosines = {hit.item_id: hit.cosine for hit in hits}
    return fuse_by_score(words, cosines, lexical_share=LEXICAL_SHARE)


def _episode_bonus(episode: EpisodeView, query: str) -> float:
    bonus = SPEAKER_BONUS if is_asked_about(speaker_of(episode.content), query) else 0.0
    return bonus - (QUESTION_PENALTY if is_only_question(episode.content) else 0.0)


def is_asked_about(speaker: Speaker, question: str) -> bool:
    """Whether a question is about a speaker, by the first word of their name or by "I".

    >>> is_asked_about(Speaker("Sita Rai", "user"), "When did Sita's sister move?")
    True
    >>> is_asked_about(Speaker("", "user"), "Where do I live?")
    True
    """
    if _first_name_stems(speaker.role) & set(stems(question)):
        return True
    return speaker.type == RoleType.USER and not FIRST_PERSON.isdisjoint(terms(question))


def _first_name_stems(name: str) -> set[str]:
    """The stem of the first word of a name, unless it is a single letter or a function word."""
    return {each for each in stems(name)[:1] if len(each) > 1 and each not in FUNCTION_STEMS}


def strip_names(question: str, speakers: Collection[Speaker]) -> str:
    """The question without the speakers' names, which occur in nearly everything said to them.

    If nothing else is left, the question stays as it is.

    >>> strip_names("What does Sita paint?", [Speaker("Sita Rai", "user")])
    'What does paint?'
    """
    names = {each for speaker in speakers for each in stems(speaker.role)}
    parts, end = [], 0
    for word in tokens(question):
        if stem(word.term) in names:
            parts.append(question[end : word.start].rstrip())
            end = word.end
    remaining = "".join([*parts, question[end:].removeprefix("'s")])
    return remaining if set(stems(remaining)) - FUNCTION_STEMS else question


def is_only_question(content: str) -> bool:
    """Whether an episode is a short question, which repeats the words but answers nothing.

    >>> is_only_question("Ram(user): Where do you live?")
    True
    >>> is_only_question("Ram(user): I live in Oslo.")
    False
    """
    text = BODY.sub("", content).strip()
    return text.endswith(("?", "\uff1f")) and len(text.split()) < SHORT_TURN


def move_renewals_up(
    question: str, ranked: Sequence[EpisodeView], ended: Collection[Renewal] = ()
) -> list[EpisodeView]:
    """Move each renewal above the best episode that it renews.

    The ranking for a question about the past is not changed.
    """
    order = list(ranked)
    if PAST_WORDS.search(question):
        return order
    top = order[:MOST_COMPARED]
    words = set(content_stems(stems(question)))
    shared = {each.id: words.intersection(stems(each.content)) for each in top}

    def renews(newer: EpisodeView, older: EpisodeView) -> bool:
        if newer.valid_at <= older.valid_at:
            return False
        if (newer.id, older.id) in ended:
            return True
        same, old = shared[newer.id] & shared[older.id], shared[older.id]
        return (
            _announces_change(newer, older)
            and bool(old)
            and len(same) >= SAME_SUBJECT_SHARE * len(old)
        )

    for newer in sorted(top, key=lambda each: each.valid_at):
        place = order.index(newer)
        above = (at for at, older in enumerate(order[:place]) if renews(newer, older))
        order.insert(next(above, place), order.pop(place))
    return order


def _announces_change(newer: EpisodeView, older: EpisodeView) -> bool:
    """Whether the speaker of the older episode says that something is different now."""
    same = speaker_of(newer.content) == speaker_of(older.content)
    return same and newer.group_id == older.group_id and bool(CHANGE_WORDS.search(newer.content))
