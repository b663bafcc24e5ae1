"""Conversations stored in memory by the offline engine, and the same turns ranked by bm25s."""

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage

CONCURRENT_CONVERSATIONS = 2


def store_conversations(
    scope: Scope,
    conversations: Mapping[str, Sequence[tuple[str, IncomingMessage]]],
    *,
    read: bool = True,
) -> dict[UUID, str]:
    """Save and index every message, each conversation in order; return message names by episode.

    Without `read`, messages are not read for entities and facts, which takes long for long ones.
    """
    from pramana.memory.services.indexing import index_pending

    model = None if read else _model_without_facts()
    names: dict[UUID, str] = {}
    with ThreadPoolExecutor(CONCURRENT_CONVERSATIONS) as threads:
        for stored in threads.map(
            lambda messages: _store_conversation(scope, messages, model), conversations.values()
        ):
            names |= stored
    index_pending(scope)
    return names


def _store_conversation(
    scope: Scope, messages: Sequence[tuple[str, IncomingMessage]], model: Any
) -> dict[UUID, str]:
    from django.db import connection

    from pramana.memory.services.episodes import add_episode

    try:
        return {
            add_episode(scope, message, model=model).episode.id: name for name, message in messages
        }
    finally:
        connection.close()


def _model_without_facts() -> Any:
    from pramana.llm.testing import ScriptedGateway
    from pramana.memory.contracts.extraction import MessageExtraction, Verdicts

    return ScriptedGateway({"memory.extract": MessageExtraction(), "memory.resolve": Verdicts()})


def rank_with_bm25s(texts: list[str], questions: list[str], most: int) -> list[list[int]]:
    """The positions of the best texts for each question, with bm25s' stop words and a stemmer."""
    import bm25s
    import Stemmer

    logging.getLogger("bm25s").setLevel(logging.WARNING)
    stemmer = Stemmer.Stemmer("english")

    def tokenize(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    peer = bm25s.BM25()
    peer.index(tokenize(texts), show_progress=False)
    positions, _ = peer.retrieve(tokenize(questions), k=min(most, len(texts)), show_progress=False)
    return [[int(each) for each in row] for row in positions]
