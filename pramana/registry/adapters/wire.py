"""One GET at a time to another entity service: bounded in time and size, remembered shortly."""

import json
import threading
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from pramana.kit.scope import Scope
from pramana.registry.errors import RegistryUnreachable

FRESH = 60.0
"""Seconds an answer is believed."""

REMEMBERED = 1000
LARGEST = 8 * 1024 * 1024
_ABSENT = object()
_answers: OrderedDict[tuple[UUID, str], tuple[float, Any]] = OrderedDict()
_lock = threading.Lock()


class Wire:
    """`base_url` is the service's address, with or without the `/api` its paths begin with."""

    def __init__(self, scope: Scope, base_url: str, timeout: float) -> None:
        base = base_url.rstrip("/")
        self.base = base if base.endswith("/api") else f"{base}/api"
        self.tenant_id = scope.tenant_id
        self.timeout = timeout

    def get(self, path: str, query: dict[str, str], *, missing: Any = _ABSENT) -> Any:
        """The JSON at a path. `missing` is what a 404 means; without it, a 404 is a failure."""
        url = str(httpx.URL(self.base + quote(path, safe="/:"), params=query or None))
        known = _remembered(self.tenant_id, url)
        if known is _ABSENT:
            known = self._ask(url)
            _remember(self.tenant_id, url, known)
        if known is not None:
            return known
        if missing is _ABSENT:
            raise RegistryUnreachable("it does not know this path")
        return missing

    def _ask(self, url: str) -> Any:
        """The answer; None for a 404, which is worth remembering too."""
        try:
            with httpx.stream("GET", url, timeout=self.timeout) as answer:
                if answer.status_code == 404:
                    return None
                if answer.status_code != 200:
                    raise RegistryUnreachable(f"it answered {answer.status_code}")
                return _json(self._body(answer))
        except httpx.TimeoutException:
            raise RegistryUnreachable(f"no answer within {self.timeout:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise RegistryUnreachable(type(error).__name__) from None

    def _body(self, answer: httpx.Response) -> bytes:
        """All of it, within the time and size one answer may take."""
        body, end = bytearray(), time.monotonic() + self.timeout
        for part in answer.iter_bytes():
            body += part
            if len(body) > LARGEST:
                raise RegistryUnreachable("its answer is too large")
            if time.monotonic() > end:
                raise RegistryUnreachable(f"no whole answer within {self.timeout:g} s")
        return bytes(body)


def forget() -> None:
    """Ask everything anew."""
    with _lock:
        _answers.clear()


def _json(body: bytes) -> Any:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise RegistryUnreachable("its answer is not JSON") from None
    if not isinstance(said, dict):
        raise RegistryUnreachable("its answer is not what an entity service says")
    return said


def _remembered(tenant_id: UUID, url: str) -> Any:
    with _lock:
        at, said = _answers.get((tenant_id, url), (0.0, _ABSENT))
    return said if time.monotonic() - at < FRESH else _ABSENT


def _remember(tenant_id: UUID, url: str, said: Any) -> None:
    with _lock:
        _answers[(tenant_id, url)] = (time.monotonic(), said)
        _answers.move_to_end((tenant_id, url))
        if len(_answers) > REMEMBERED:
            _answers.popitem(last=False)
