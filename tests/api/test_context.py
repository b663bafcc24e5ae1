"""One id finds the answer, its log lines and its spans."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from uuid import uuid4

import pytest
from django.test import Client
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pramana.kit.scope import Scope
from pramana.observability.context import current_ids
from pramana.observability.logs import JsonFormatter
from pramana.tenancy.testing import make_key
from tests.api.server import Web

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> Iterator[StringIO]:
    said = StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("pramana")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield said
    logger.removeHandler(handler)
    logger.setLevel(before)


def test_a_request_is_one_id_in_answer_log_and_span(
    scope: Scope, lines: StringIO, exporter: InMemorySpanExporter
) -> None:
    own = uuid4()
    headers = {"Authorization": f"Bearer {make_key(scope)}", "X-Request-ID": str(own)}

    answer = Client(headers=headers).get("/api/me")

    check(answer.headers, own, scope, lines, exporter)


def test_a_real_server_logs_the_id_the_tenant_and_the_route(web: Web) -> None:
    own = uuid4()
    with web.client() as client:
        tenant = client.get("/api/me").json()["tenant"]["id"]
        client.get(f"/api/jobs/{uuid4()}", headers={"X-Request-ID": str(own)})

    (line,) = (each for each in web.log.read_text().splitlines() if str(own) in each)
    said = json.loads(line)
    assert said["tenant_id"] == tenant
    assert (said["method"], said["route"], said["status"]) == ("GET", "/api/jobs/{job_id}", 404)


def check(headers, own, scope: Scope, lines: StringIO, exporter: InMemorySpanExporter) -> None:
    line = json.loads(lines.getvalue().splitlines()[-1])
    (span,) = exporter.get_finished_spans()
    assert headers["X-Request-ID"] == line["request_id"] == str(own)
    assert line["tenant_id"] == str(scope.tenant_id)
    assert (line["route"], line["status"]) == ("/api/me", 200)
    assert span.context.trace_id == own.int
    assert span.name == "GET /api/me"
    assert span.attributes["tenant_id"] == str(scope.tenant_id)
    assert span.attributes["status"] == 200


def test_nothing_of_a_request_is_left_for_the_next(admin: Client) -> None:
    admin.get("/api/me")

    assert dict(current_ids()) == {}


def test_the_scheme_is_known_after_the_scope_is_ours(scope: Scope, rf) -> None:
    from pramana.api.middleware import fix_scheme

    request = rf.get("/", secure=True)
    fix_scheme(request)
    request.scope = scope

    assert request.is_secure()
    assert request.build_absolute_uri("/x").startswith("https://")
