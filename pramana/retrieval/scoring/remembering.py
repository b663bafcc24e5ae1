"""What was found out is not found out twice within the hour; each tenant remembers for itself."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar
from uuid import UUID

from pramana.kit.scope import Scope

V = TypeVar("V")


class TenantMemory(Generic[V]):
    """Values by tenant and key, for a while. A key without its tenant finds nothing."""

    def __init__(self, *, keep_s: float, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._keep_s, self._most, self._clock = keep_s, most, clock
        self._kept: OrderedDict[tuple[UUID, Hashable], tuple[float, V]] = OrderedDict()
        self._lock = Lock()

    def get(self, scope: Scope, key: Hashable) -> V | None:
        with self._lock:
            kept = self._kept.get((scope.tenant_id, key))
            if kept is None or self._clock() - kept[0] > self._keep_s:
                return None
            self._kept.move_to_end((scope.tenant_id, key))
            return kept[1]

    def put(self, scope: Scope, key: Hashable, value: V) -> None:
        with self._lock:
            self._kept[(scope.tenant_id, key)] = (self._clock(), value)
            self._kept.move_to_end((scope.tenant_id, key))
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self, scope: Scope) -> None:
        """Everything a tenant remembers here."""
        with self._lock:
            for key in [each for each in self._kept if each[0] == scope.tenant_id]:
                del self._kept[key]
