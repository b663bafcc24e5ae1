"""When to try again, and after how long."""

from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any

import httpx

from pramana.client.calls import Call

REFUSED = 429
AWAY = 503
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True)
class Patience:
    """How often to try, and how long to wait in between: twice as long each time, spread out."""

    attempts: int = 5
    first_s: float = 0.5
    longest_s: float = 60.0

    def wait(self, attempt: int, asked: float | None = None) -> float:
        """Seconds to wait after this attempt, counted from 1; what the product asked for counts.

        >>> Patience().wait(1, asked=3)
        3
        """
        if asked is not None:
            return asked
        most = min(self.first_s * 2 ** (attempt - 1), self.longest_s)
        return SystemRandom().uniform(most / 2, most)

    def after_answer(self, call: Call[Any], response: httpx.Response, attempt: int) -> float | None:
        """Seconds until the next try, or None where this answer stands.

        429 means that nothing was done. 503 may have come halfway, so it is tried again only where
        twice does no harm. Whoever is to come back later than patience lasts, as with a quota that
        is used up for the day, is told so at once.
        """
        asked = _asked(response)
        again = response.status_code == REFUSED or (
            response.status_code == AWAY and call.may_repeat
        )
        if not again or attempt >= self.attempts or (asked or 0) > self.longest_s:
            return None
        return self.wait(attempt, asked)

    def after_failure(
        self, call: Call[Any], error: httpx.TransportError, attempt: int
    ) -> float | None:
        """The same for a connection that failed."""
        again = isinstance(error, NEVER_SENT) or call.may_repeat
        return self.wait(attempt) if again and attempt < self.attempts else None


def _asked(response: httpx.Response) -> float | None:
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isdecimal() else None
