"""Health: the shape of the Chat document, real checks, cheap to ask."""

import threading
import time

import pytest
from django.test import Client
from django.utils import timezone

from pramana.api.routes.health import CHECKS, CheckFailed, Health, HealthFinding, Report
from pramana.llm.contracts import Prompt
from pramana.llm.domain import CircuitBreaker
from pramana.llm.errors import ModelError
from pramana.llm.gateway import gateway
from pramana.llm.testing import fails

pytestmark = pytest.mark.django_db


def test_health_names_every_part_with_its_latency_and_needs_no_key(client: Client) -> None:
    answer = client.get("/health")

    assert answer.status_code == 200
    found = answer.json()
    assert set(found) == {"status", "timestamp", "services", "version"}
    assert set(found["services"]) == set(CHECKS)
    for service in found["services"].values():
        assert set(service) == {"name", "status", "latency_ms", "error"}
        assert service["status"] in set(Health)
        assert service["latency_ms"] >= 0


def test_the_short_check_asks_nothing(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/healthcheck")

    assert answer.json() == {"status": "healthy"}


def test_a_model_that_keeps_failing_is_degraded(scope, models, monkeypatch) -> None:
    breaker = "pramana.llm.remote.engine.CircuitBreaker"
    monkeypatch.setattr(breaker, lambda: CircuitBreaker(failures=1))
    asked = Prompt("test.say", 1, system="Be brief.", user="Say hello.", output=str)
    assert CHECKS["model"]() == HealthFinding("openai:small")

    models.otherwise = fails(500)
    with pytest.raises(ModelError):
        gateway(scope).complete(asked)

    found = CHECKS["model"]()
    assert (found.name, found.status) == ("openai:small", Health.DEGRADED) and found.error


def report(**checks) -> Report:
    return Report(checks, bound_s=0.3)


def well() -> HealthFinding:
    return HealthFinding("part")


def test_all_well_is_healthy() -> None:
    assert report(database=well, model=well).read(timezone.now()).status is Health.HEALTHY


def test_a_broken_part_is_told_in_its_own_words_and_degrades_the_whole() -> None:
    def ill() -> HealthFinding:
        raise CheckFailed("The extension is missing.")

    found = report(database=well, vectors=ill).read(timezone.now())

    assert found.status is Health.DEGRADED
    assert found.services["vectors"].status is Health.UNAVAILABLE
    assert found.services["vectors"].error == "The extension is missing."


def test_an_unforeseen_error_is_told_by_its_kind_only() -> None:
    def leaky() -> HealthFinding:
        raise ConnectionError("password=secret host=db")

    found = report(files=leaky).read(timezone.now())

    assert found.services["files"].error == "ConnectionError."


def test_without_the_database_the_whole_is_unavailable() -> None:
    def down() -> HealthFinding:
        raise ConnectionError

    assert report(database=down, model=well).read(timezone.now()).status is Health.UNAVAILABLE


def test_a_check_that_hangs_is_bounded_and_never_started_twice() -> None:
    started: list[float] = []
    let_go = threading.Event()

    def hanging() -> HealthFinding:
        started.append(time.monotonic())
        let_go.wait(30)
        return HealthFinding("part")

    checked = report(queue=hanging)
    try:
        first = checked.read(timezone.now())
        checked._until = 0.0
        second = checked.read(timezone.now())
    finally:
        let_go.set()

    assert first.services["queue"].status is Health.UNAVAILABLE
    assert second.services["queue"].status is Health.UNAVAILABLE
    assert len(started) == 1


def test_asking_often_checks_once_a_second() -> None:
    asked: list[int] = []

    def counted() -> HealthFinding:
        asked.append(1)
        return HealthFinding("part")

    checked = report(database=counted)
    checked.read(timezone.now())
    checked._until += 60
    for _ in range(50):
        checked.read(timezone.now())

    assert len(asked) == 1
