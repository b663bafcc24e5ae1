"""The connection, one per process, and a pause after it failed."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.retrieval.errors import StoreFailed

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

logger = logging.getLogger(__name__)

WITHIN_S = 5
PAUSE_S = 10.0
"""After a failure the cluster is not asked for this long: a search must not wait for it twice."""
IN_PROCESS = ":memory:"
"""The client's own local mode: no server, nothing kept. For trying things, and for tests."""

_away_until = 0.0


def client() -> "QdrantClient":
    return _connected(settings.PRAMANA.qdrant_url, settings.PRAMANA.qdrant_api_key)


@cache
def _connected(url: str, key: str) -> "QdrantClient":
    from qdrant_client import QdrantClient

    if url == IN_PROCESS:
        return QdrantClient(location=IN_PROCESS)
    return QdrantClient(url=url, api_key=key or None, timeout=WITHIN_S, check_compatibility=False)


@contextmanager
def asking() -> Iterator["QdrantClient"]:
    """The client, unless it failed a moment ago; whatever it raises is `StoreFailed` to callers."""
    global _away_until
    if time.monotonic() < _away_until:
        raise StoreFailed("The vector cluster does not answer; it is asked again in a moment.")
    try:
        yield client()
    except StoreFailed:
        raise
    except Exception as error:  # its client raises errors of four libraries
        _away_until = time.monotonic() + PAUSE_S
        logger.error("the vector cluster failed: %s", type(error).__name__)
        raise StoreFailed("The vector cluster does not answer.") from error


def ask_again() -> None:
    """Forget that it failed."""
    global _away_until
    _away_until = 0.0
