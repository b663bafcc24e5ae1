"""Episodes for a question: what was said, by whom, and after what."""

from collections.abc import Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import EPISODES, EXCHANGES
from pramana.memory.contracts.views import EpisodeView
from pramana.memory.search.asking import ask
from pramana.memory.search.renewing import MOST, newest_first
from pramana.memory.search.speaking import (
    Speaker,
    is_asked_about,
    only_asks,
    speaker_of,
    without_names,
)
from pramana.memory.selectors.search import (
    episodes_by_id,
    newest_beginnings,
    opening,
    renewals_among,
)
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.fusion import fuse_by_score

LEXICAL_SHARE = 0.35
"""What words count for; meaning counts more here than in documents, whose words are chosen."""
ASKED_ABOUT = 0.25
"""For an episode said by someone the question names: people are asked about what they said."""
ONLY_ASKS = 0.06
"""Off for an episode that is itself a question."""


def search_episodes(
    scope: Scope, query: str, *, group_ids: Sequence[str] | None = None, limit: int = 10
) -> list[EpisodeView]:
    """The episodes of these groups, or of all, that fit a question, best first.

    Each is found by itself and together with the one before it: what is said in answer often
    names nothing. The names of those who speak say who is asked about, not what; they are taken
    out of the question and count for what these people said.
    """
    text = without_names(query, _asked_about(scope, query, group_ids or ()))
    alone, after = (
        _scores(ask(scope, text, space, group_ids=group_ids, limit=limit))
        for space in (EPISODES, EXCHANGES)
    )
    after |= {each: alone[each] for each in opening(scope, alone)}
    found = episodes_by_id(scope, alone.keys() | after)
    scores = {
        each.id: (alone.get(each.id, 0.0) + after.get(each.id, 0.0)) / 2 + _weight(each, query)
        for each in found.values()
    }
    ranked = sorted(found.values(), key=lambda each: (-scores[each.id], each.id))
    ended = renewals_among(scope, [each.id for each in ranked[:MOST]])
    return newest_first(text, ranked, ended)[:limit]


def _asked_about(scope: Scope, query: str, group_ids: Sequence[str]) -> list[Speaker]:
    speakers = {speaker_of(each) for each in newest_beginnings(scope, group_ids)}
    return [each for each in speakers if is_asked_about(each, query)]


def _scores(hits: Sequence[Hit]) -> dict[UUID, float]:
    words = {hit.item_id: hit.lexical for hit in hits}
    cosines = {hit.item_id: hit.cosine for hit in hits}
    return fuse_by_score(words, cosines, lexical_share=LEXICAL_SHARE)


def _weight(episode: EpisodeView, query: str) -> float:
    spoken = ASKED_ABOUT if is_asked_about(speaker_of(episode.content), query) else 0.0
    return spoken - (ONLY_ASKS if only_asks(episode.content) else 0.0)
