"""Who answers for the registry, as the settings choose: our own tables, or another entity service
over its HTTP API."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol
from urllib.parse import quote
from uuid import UUID

import httpx
from django.conf import settings

from pramana.kit.scope import Scope
from pramana.registry import selectors
from pramana.registry.candidates import CandidateRecord, rank_candidates
from pramana.registry.contracts import IdCheck, RecordMatch, RecordType, RecordView
from pramana.registry.domain.ids import id_type, parse_id
from pramana.registry.domain.nes_format import parse_nes_view
from pramana.registry.errors import InvalidRecord, RecordNotFound, RegistryUnreachable
from pramana.registry.selectors.search import record_match


class OwnRegistry:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def search(
        self,
        name: str,
        *,
        entity_type: RecordType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
        on: date | None = None,
    ) -> list[RecordMatch]:
        return selectors.candidates_for(
            self.scope, name, entity_type=entity_type, attributes=attributes, limit=limit, on=on
        )

    def get(self, record_id: str) -> RecordView | None:
        try:
            return selectors.get_record(self.scope, record_id)
        except RecordNotFound:
            return None

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        return selectors.find_records(self.scope, ids)

    def check(self, record_id: str, entity_type: RecordType | None = None) -> IdCheck:
        if parse_id(record_id) is None:
            return IdCheck.MALFORMED
        record = self.get(record_id)
        if record is None:
            return IdCheck.UNKNOWN
        return IdCheck.KNOWN if entity_type in (None, record.type) else IdCheck.OTHER_TYPE


IDS_PER_REQUEST = 25
"""The most ids that the service accepts in one request."""

SEARCH_POOL = 50
"""How many of its results we rank ourselves."""

MAX_AGE_S = 60.0
"""How many seconds an answer is cached."""

MAX_CACHED = 1000
MAX_BYTES = 8 * 1024 * 1024
_ABSENT = object()
_answers: OrderedDict[tuple[UUID, str], tuple[float, Any]] = OrderedDict()
_lock = threading.Lock()


class RemoteRegistry:
    """A registry whose records have one form of id; a short id like person_7 is sent as it is."""

    def __init__(self, scope: Scope, base_url: str, *, timeout: float = 10) -> None:
        self.client = NesClient(scope, base_url, timeout)

    def search(
        self,
        name: str,
        *,
        entity_type: RecordType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
        on: date | None = None,
    ) -> list[RecordMatch]:
        query: dict[str, str] = {"query": name, "limit": str(SEARCH_POOL)}
        if entity_type:
            query["entity_type"] = entity_type
        records = self._records(self.client.get("/entities", query))
        return _rank(name, attributes, records, limit, on)

    def get(self, record_id: str) -> RecordView | None:
        parsed = parse_id(record_id)
        if parsed is None:
            return None
        response = self.client.get(f"/entities/{parsed}", {}, missing=None)
        return None if response is None else _parse_record(response)

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        valid = [each for each in dict.fromkeys(ids) if parse_id(each) is not None]
        records: dict[str, RecordView] = {}
        for start in range(0, len(valid), IDS_PER_REQUEST):
            part = valid[start : start + IDS_PER_REQUEST]
            for record in self._records(self.client.get("/entities", {"ids": ",".join(part)})):
                keys = (record.entity_id, record.nes_id)
                records.update({each: record for each in part if each in keys})
        return records

    def check(self, record_id: str, entity_type: RecordType | None = None) -> IdCheck:
        parsed = parse_id(record_id)
        if parsed is None or id_type(parsed) is None:
            return IdCheck.MALFORMED
        if entity_type not in (None, id_type(parsed)):
            return IdCheck.OTHER_TYPE
        try:
            return IdCheck.KNOWN if self.get(record_id) else IdCheck.UNKNOWN
        except RegistryUnreachable:
            return IdCheck.UNVERIFIED

    def _records(self, response: Any) -> list[RecordView]:
        listed = response.get("entities") if isinstance(response, Mapping) else None
        if not isinstance(listed, list):
            raise RegistryUnreachable("its answer holds no entities")
        return [_parse_record(each) for each in listed]


def _parse_record(value: Any) -> RecordView:
    try:
        return parse_nes_view(value)
    except InvalidRecord as error:
        raise RegistryUnreachable(f"it sent a record we cannot read ({error})") from None


def _rank(
    name: str,
    attributes: Mapping[str, Any] | None,
    records: Sequence[RecordView],
    limit: int,
    on: date | None,
) -> list[RecordMatch]:
    """Rank the records ourselves: the service gives no scores and no reasons."""
    by_id = {record.id: record for record in records}
    candidates = [_candidate_record(record) for record in by_id.values()]
    ranked = rank_candidates(name, attributes, candidates, limit=limit, on=on)
    return [record_match(by_id[each.record_id], each) for each in ranked]


def _candidate_record(record: RecordView) -> CandidateRecord:
    texts = [each.text for each in record.data.spellings()]
    known_on = record.updated_at.date()
    return CandidateRecord(record.id, record.type, texts, record.data.attributes, known_on)


class NesClient:
    """GET requests to an entity service, limited in time and size and cached for a minute.

    `base_url` may or may not end in `/api`, with which all its paths begin.
    """

    def __init__(self, scope: Scope, base_url: str, timeout: float) -> None:
        base = base_url.rstrip("/")
        self.base = base if base.endswith("/api") else f"{base}/api"
        self.tenant_id = scope.tenant_id
        self.timeout = timeout

    def get(self, path: str, query: dict[str, str], *, missing: Any = _ABSENT) -> Any:
        """The JSON at a path. `missing` is returned for a 404; without it a 404 is an error."""
        url = str(httpx.URL(self.base + quote(path, safe="/:"), params=query or None))
        value = _cached(self.tenant_id, url)
        if value is _ABSENT:
            value = self._request(url)
            _cache(self.tenant_id, url, value)
        if value is not None:
            return value
        if missing is _ABSENT:
            raise RegistryUnreachable("it does not know this path")
        return missing

    def _request(self, url: str) -> Any:
        """The response's JSON; None for a 404, which is cached too."""
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
        """The whole body, within the limits of time and size."""
        body, end = bytearray(), time.monotonic() + self.timeout
        for part in answer.iter_bytes():
            body += part
            if len(body) > MAX_BYTES:
                raise RegistryUnreachable("its answer is too large")
            if time.monotonic() > end:
                raise RegistryUnreachable(f"no whole answer within {self.timeout:g} s")
        return bytes(body)


def clear_cache() -> None:
    """Forget all cached answers."""
    with _lock:
        _answers.clear()


def _json(body: bytes) -> Any:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise RegistryUnreachable("its answer is not JSON") from None
    if not isinstance(value, dict):
        raise RegistryUnreachable("its answer is not a JSON object")
    return value


def _cached(tenant_id: UUID, url: str) -> Any:
    with _lock:
        at, value = _answers.get((tenant_id, url), (0.0, _ABSENT))
    return value if time.monotonic() - at < MAX_AGE_S else _ABSENT


def _cache(tenant_id: UUID, url: str, value: Any) -> None:
    with _lock:
        _answers[(tenant_id, url)] = (time.monotonic(), value)
        _answers.move_to_end((tenant_id, url))
        if len(_answers) > MAX_CACHED:
            _answers.popitem(last=False)


class EntityRegistry(Protocol):
    """Our own tables, or another entity service over HTTP (NES_API_BASE_URL)."""

    def search(
        self,
        name: str,
        *,
        entity_type: RecordType | None = None,
        attributes: Mapping[str, Any] | None = None,
        limit: int = 10,
        on: date | None = None,
    ) -> list[RecordMatch]:
        """Records that a name may mean, likeliest first, each with its reasons.

        `on` is the date of the document that states the attributes.
        """
        ...

    def get(self, record_id: str) -> RecordView | None:
        """The record with this id, in either form."""
        ...

    def find(self, ids: Sequence[str]) -> dict[str, RecordView]:
        """The records of those ids that are known."""
        ...

    def check(self, record_id: str, entity_type: RecordType | None = None) -> IdCheck:
        """What is known about an id. It does not raise if the registry cannot be reached."""
        ...


def registry_for(scope: Scope) -> EntityRegistry:
    """The configured registry, as this tenant sees it."""
    url = settings.PRAMANA.nes_api_base_url
    if url:
        return RemoteRegistry(scope, url, timeout=settings.PRAMANA.nes_api_timeout)
    return OwnRegistry(scope)
