"""Conversations remembered by the product, offline, and the same turns by bm25s."""

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming

AT_ONCE = 2


def remember(
    scope: Scope, conversations: Mapping[str, Sequence[tuple[str, Incoming]]], *, read: bool = True
) -> dict[UUID, str]:
    """Save and index every message, each conversation in order; return their names by episode.

    Without `read` no entities and facts are looked for in them, which takes long in long ones.
    """
    from pramana.memory.services.indexing import index_waiting

    model = None if read else _reads_nothing()
    names: dict[UUID, str] = {}
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for made in threads.map(
            lambda said: _remembered(scope, said, model), conversations.values()
        ):
            names |= made
    index_waiting(scope)
    return names


def _remembered(
    scope: Scope, messages: Sequence[tuple[str, Incoming]], model: Any
) -> dict[UUID, str]:
    from django.db import connection

    from pramana.memory.services.episodes import add_episode

    try:
        return {add_episode(scope, said, model=model).episode.id: name for name, said in messages}
    finally:
        connection.close()


def _reads_nothing() -> Any:
    from pramana.llm.testing import ScriptedGateway
    from pramana.memory.contracts.extraction import Extraction, Verdicts

    return ScriptedGateway({"memory.extract": Extraction(), "memory.resolve": Verdicts()})


def by_bm25s(texts: list[str], questions: list[str], most: int) -> list[list[int]]:
    """The places of the best texts for each question, with bm25s' stop words and a stemmer."""
    import bm25s
    import Stemmer

    logging.getLogger("bm25s").setLevel(logging.WARNING)
    stemmer = Stemmer.Stemmer("english")

    def words(written: list[str]) -> Any:
        return bm25s.tokenize(written, stopwords="en", stemmer=stemmer, show_progress=False)

    peer = bm25s.BM25()
    peer.index(words(texts), show_progress=False)
    found, _ = peer.retrieve(words(questions), k=min(most, len(texts)), show_progress=False)
    return [[int(place) for place in places] for places in found]
