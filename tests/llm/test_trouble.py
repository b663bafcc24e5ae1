"""When models and networks misbehave: each failure says who may act, and is tried again once."""

import time

import pytest

from pramana.llm.errors import (
    Actor,
    ModelInputTooLong,
    ModelNotConfigured,
    ModelOutputInvalid,
    ModelPaused,
    ModelRateLimited,
    ModelRefusedRequest,
    ModelTimeout,
    ModelUnavailable,
    QuotaExceeded,
)
from pramana.llm.testing import answers, breaks_off, fails, garbles, hangs, limits, says, slowly
from tests.llm.conftest import ANTHROPIC, OPENAI, SAY, WRITE

BOTH = pytest.mark.parametrize("engine", [OPENAI, ANTHROPIC])
PASSING = [fails(500), fails(503), fails(529), garbles(), breaks_off("cut"), limits(retry_after=0)]


@BOTH
@pytest.mark.parametrize("trouble", PASSING, ids=["500", "503", "529", "garbled", "cut", "429"])
def test_a_passing_trouble_is_tried_again_once(models, gateway_to, engine, trouble):
    models.will(trouble, says("Here."))
    completion = gateway_to(engine).ask(SAY)
    assert completion.output == "Here."
    assert completion.usage.requests == len(models.asked) == 2


@BOTH
def test_a_second_failure_is_not_tried_again(models, gateway_to, engine):
    models.otherwise = fails(500)
    with pytest.raises(ModelUnavailable) as caught:
        gateway_to(engine).ask(SAY)
    assert len(models.asked) == 2
    assert caught.value.actor is Actor.NOBODY
    assert caught.value.status == 503
    assert caught.value.retry_after


@BOTH
@pytest.mark.parametrize(
    ("reply", "error", "actor"),
    [
        (fails(401, error="authentication_error"), ModelNotConfigured, Actor.PERSON),
        (fails(404, error="not_found_error"), ModelNotConfigured, Actor.PERSON),
        (fails(402, error="billing_error"), QuotaExceeded, Actor.PERSON),
        (fails(400, error="invalid_request_error"), ModelRefusedRequest, Actor.US),
    ],
    ids=["key", "model", "quota", "request"],
)
def test_what_a_retry_cannot_cure_is_not_tried_again(
    models, gateway_to, engine, reply, error, actor
):
    models.otherwise = reply
    with pytest.raises(error) as caught:
        gateway_to(engine).ask(SAY)
    assert len(models.asked) == 1
    assert caught.value.actor is actor


def test_a_used_up_account_is_told_from_a_rate_limit(models, gateway_to):
    models.otherwise = fails(429, error="insufficient_quota")
    with pytest.raises(QuotaExceeded):
        gateway_to().ask(SAY)
    assert len(models.asked) == 1


def test_a_text_too_long_for_the_model_is_our_mistake(models, gateway_to):
    models.otherwise = fails(400, error="context_length_exceeded")
    with pytest.raises(ModelInputTooLong) as caught:
        gateway_to().ask(SAY)
    assert caught.value.actor is Actor.US


@BOTH
def test_a_provider_that_names_a_wait_is_waited_for(models, gateway_to, engine):
    models.will(limits(retry_after=1), says("Here."))
    started = time.monotonic()
    assert gateway_to(engine).complete(SAY) == "Here."
    assert time.monotonic() - started >= 1


@BOTH
def test_a_wait_beyond_the_bound_goes_back_to_the_caller(models, gateway_to, engine):
    models.otherwise = limits(retry_after=120)
    with pytest.raises(ModelRateLimited) as caught:
        gateway_to(engine).ask(SAY)
    assert len(models.asked) == 1
    assert caught.value.retry_after == 120


@BOTH
def test_a_model_that_never_answers_is_given_up_in_time(models, gateway_to, engine):
    gateway_to(engine).complete(SAY)  # the provider's library is loaded by now
    models.otherwise = hangs()
    started = time.monotonic()
    with pytest.raises(ModelTimeout):
        gateway_to(engine, timeout=0.5).ask(SAY)
    assert time.monotonic() - started < 10


def test_the_time_of_a_call_includes_its_retry(models, gateway_to):
    models.will(slowly(fails(500), seconds=0.3))
    models.otherwise = hangs()
    with pytest.raises(ModelTimeout):
        gateway_to(timeout=1.5).ask(SAY)
    assert len(models.asked) == 2


def test_the_time_of_a_call_includes_asking_the_model_to_mend_its_answer(models, gateway_to):
    gateway_to().complete(SAY)
    models.will(slowly(answers({"title": "x"}), seconds=0.4))
    models.otherwise = hangs()
    started = time.monotonic()
    with pytest.raises(ModelTimeout):
        gateway_to().ask(WRITE, timeout=1)
    assert 0.9 < time.monotonic() - started < 10


@BOTH
@pytest.mark.parametrize("wrong", [answers({"title": "x"}), answers([]), says("no JSON {")])
def test_a_model_that_is_wrong_twice_is_told_apart_from_a_model_that_is_down(
    models, gateway_to, engine, wrong
):
    models.otherwise = wrong
    with pytest.raises(ModelOutputInvalid) as caught:
        gateway_to(engine).ask(WRITE)
    assert caught.value.actor is Actor.MODEL
    assert len(models.asked) == 2


def test_nobody_listening_is_a_model_that_is_not_available(gateway_to, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailable):
        gateway_to().ask(SAY)


def test_a_provider_that_keeps_failing_is_left_in_peace(models, gateway_to):
    models.otherwise = fails(500)
    gateway = gateway_to()
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            gateway.ask(SAY)
    asked = len(models.asked)
    with pytest.raises(ModelPaused) as caught:
        gateway.ask(SAY)
    assert len(models.asked) == asked == 5
    assert caught.value.retry_after


def test_a_provider_that_hangs_is_left_in_peace_too(models, gateway_to):
    gateway = gateway_to()
    gateway.complete(SAY)
    models.otherwise = hangs()
    for _ in range(5):
        with pytest.raises(ModelTimeout):
            gateway.ask(SAY, timeout=0.2)
    with pytest.raises(ModelPaused):
        gateway.ask(SAY, timeout=0.2)


def test_one_provider_in_trouble_does_not_stop_another(models, gateway_to):
    models.otherwise = fails(500)
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            gateway_to().ask(SAY)
    models.otherwise = says("Still here.")
    assert gateway_to(ANTHROPIC).complete(SAY) == "Still here."


def test_after_its_pause_a_provider_is_tried_and_taken_back(models, gateway_to, monkeypatch):
    monkeypatch.setattr("pramana.llm.remote.engine.CircuitBreaker", lambda: _quick_breaker())
    models.otherwise = fails(500)
    for _ in range(3):
        with pytest.raises(ModelUnavailable):
            gateway_to().ask(SAY)
    models.otherwise = says("Back.")
    time.sleep(0.3)
    assert gateway_to().complete(SAY) == "Back."


def _quick_breaker():
    from pramana.llm.domain import CircuitBreaker

    return CircuitBreaker(pause_s=0.2)


def test_refusals_and_rate_limits_do_not_open_the_circuit(models, gateway_to):
    models.otherwise = limits(retry_after=60)
    for _ in range(7):
        with pytest.raises(ModelRateLimited):
            gateway_to().ask(SAY)
    assert len(models.asked) == 7
