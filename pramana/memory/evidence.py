"""The words that facts rest on, for those who cite them."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Substr

from pramana.kit.scope import Scope
from pramana.memory.models import FactSource
from pramana.memory.search.speaking import speaker_of

LONGEST = 2_000
HEAD = 300
"""Characters of an episode in which its speaker stands."""


@dataclass(frozen=True)
class FactEvidence:
    """Where an episode states a fact; `words` are the episode's own, from `start` on."""

    fact_id: UUID
    episode_id: UUID
    words: str = field(repr=False)
    start: int
    said_at: datetime
    said_by: str = ""
    source: str = ""


def evidence_of(scope: Scope, fact_ids: Collection[UUID]) -> dict[UUID, FactEvidence]:
    """The newest statement of each fact whose words stand in their episode.

    Facts of episodes whose words are not kept have none, and cannot be cited.
    """
    stated = (
        FactSource.objects.in_scope(scope)
        .filter(fact_id__in=fact_ids, start__isnull=False, end__gt=F("start"))
        .exclude(episode__content="")
        .annotate(
            words=Substr("episode__content", F("start") + 1, F("end") - F("start")),
            head=Substr("episode__content", 1, HEAD),
            said_at=F("episode__valid_at"),
            source=F("episode__source_description"),
        )
        .order_by("episode__valid_at", "pk")
        .values_list("fact_id", "episode_id", "words", "start", "said_at", "head", "source")
    )
    return {
        fact_id: FactEvidence(
            fact_id, episode_id, words, start, said_at, speaker_of(head).role, source
        )
        for fact_id, episode_id, words, start, said_at, head, source in stated
        if start is not None and 0 < len(words) <= LONGEST
    }
