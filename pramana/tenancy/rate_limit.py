"""The rate limits of API keys and of visitors: a token bucket for each in every web process.

Counting in the process costs nothing per request; with several web processes each one grants the
full rate, as the documentation says.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from uuid import UUID

from pramana.kit.errors import RateLimited

BUCKETS_KEPT = 10_000
"""How many buckets are kept in memory. A key without one starts with a full bucket."""
_buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
_lock = threading.Lock()


def spend_token(key_id: UUID, per_minute: int, *, now: float | None = None) -> None:
    """Take one token, or raise `RateLimited` with the number of seconds to wait."""
    sentence = f"This key may be used {per_minute} times a minute."
    _spend(key_id, per_minute, max(per_minute / 6, 1.0), sentence, now)


def spend_visitor_token(
    key_id: UUID, address: str, per_minute: int, *, now: float | None = None
) -> None:
    """The same for one visitor of a page with a publishable key, who may ask half of it at once."""
    sentence = f"You may ask {per_minute} times a minute. Wait a little, then ask again."
    _spend((key_id, address), per_minute, max(per_minute / 2, 1.0), sentence, now)


def _spend(
    bucket: Hashable, per_minute: int, burst: float, sentence: str, now: float | None
) -> None:
    now = time.monotonic() if now is None else now
    with _lock:
        level, seen = _buckets.pop(bucket, (burst, now))
        level = min(burst, level + (now - seen) * per_minute / 60)
        _buckets[bucket] = (level - 1 if level >= 1 else level, now)
        if len(_buckets) > BUCKETS_KEPT:
            _buckets.popitem(last=False)
    if level < 1:
        wait = int((1 - level) * 60 / per_minute) + 1
        raise RateLimited(sentence, retry_after=wait)
