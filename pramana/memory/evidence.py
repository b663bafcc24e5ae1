"""The words that facts rest on, for those who cite them."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.db.models.functions import Substr

from pramana.kit.scope import Scope
from pramana.memory.models import FactSource

LONGEST = 2_000


@dataclass(frozen=True)
class FactEvidence:
    """Where an episode states a fact; `words` are the episode's own, from `start` on."""

    fact_id: UUID
    episode_id: UUID
    words: str = field(repr=False)
    start: int
    said_at: datetime


def evidence_of(scope: Scope, fact_ids: Collection[UUID]) -> dict[UUID, FactEvidence]:
    """The newest statement of each fact whose words stand in their episode.

    Facts of episodes whose words are not kept have none, and cannot be cited.
    """
    stated = (
        FactSource.objects.in_scope(scope)
        .filter(fact_id__in=fact_ids, start__isnull=False, end__gt=F("start"))
        .exclude(episode__content="")
        .annotate(words=Substr("episode__content", F("start") + 1, F("end") - F("start")))
        .order_by("episode__valid_at", "pk")
        .values_list("fact_id", "episode_id", "words", "start", "episode__valid_at")
    )
    return {
        fact_id: FactEvidence(fact_id, episode_id, words, start, said_at)
        for fact_id, episode_id, words, start, said_at in stated
        if start is not None and 0 < len(words) <= LONGEST
    }
