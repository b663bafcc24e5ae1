"""The rate limit of API keys: a token bucket per key and web process.

Counting in the process costs nothing per request; with several web processes each one grants the
full rate, as the documentation says.
"""

import threading
import time
from collections import OrderedDict
from uuid import UUID

from pramana.kit.errors import RateLimited

BUCKETS_KEPT = 10_000
"""How many buckets are kept in memory. A key without one starts with a full bucket."""
_buckets: OrderedDict[UUID, tuple[float, float]] = OrderedDict()
_lock = threading.Lock()


def spend_token(key_id: UUID, per_minute: int, *, now: float | None = None) -> None:
    """Take one token, or raise `RateLimited` with the number of seconds to wait."""
    now = time.monotonic() if now is None else now
    burst = max(per_minute / 6, 1.0)
    with _lock:
        level, seen = _buckets.pop(key_id, (burst, now))
        level = min(burst, level + (now - seen) * per_minute / 60)
        _buckets[key_id] = (level - 1 if level >= 1 else level, now)
        if len(_buckets) > BUCKETS_KEPT:
            _buckets.popitem(last=False)
    if level < 1:
        wait = int((1 - level) * 60 / per_minute) + 1
        raise RateLimited(f"This key may be used {per_minute} times a minute.", retry_after=wait)
