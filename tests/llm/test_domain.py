from hypothesis import given
from hypothesis import strategies as st

from pramana.llm.domain import LONGEST_S, CircuitBreaker, retry_delay


def failing(times: int, *, at: float = 0.0) -> CircuitBreaker:
    breaker = CircuitBreaker(failures=3, pause_s=10)
    for _ in range(times):
        breaker.record_failure(at)
    return breaker


def test_it_opens_after_several_failures_in_a_row():
    assert failing(2).seconds_to_wait(0) is None
    assert failing(3).seconds_to_wait(4) == 6


def test_one_success_forgets_the_failures():
    breaker = failing(2)
    breaker.record_success()
    breaker.record_failure(1)
    assert breaker.seconds_to_wait(1) is None


def test_after_the_pause_one_probe_goes_through_and_the_others_wait():
    breaker = failing(3)
    assert breaker.seconds_to_wait(10) is None
    assert breaker.seconds_to_wait(10) is not None


def test_a_probe_that_succeeds_closes_it():
    breaker = failing(3)
    breaker.seconds_to_wait(10)
    breaker.record_success()
    assert not breaker.is_open
    assert breaker.seconds_to_wait(10) is None


def test_a_probe_that_fails_opens_it_again_at_once():
    breaker = failing(3)
    breaker.seconds_to_wait(10)
    breaker.record_failure(11)
    assert breaker.seconds_to_wait(12) == 9


def test_a_probe_that_is_given_up_lets_the_next_one_probe():
    breaker = failing(3)
    breaker.seconds_to_wait(10)
    breaker.abandon()
    assert breaker.seconds_to_wait(11) is None


def test_callers_that_failed_together_do_not_return_together():
    early = retry_delay(asked=None, left=30, jitter=0)
    late = retry_delay(asked=None, left=30, jitter=1)
    assert 0 < early < late < 1


def test_a_provider_that_names_a_wait_is_obeyed():
    assert retry_delay(asked=3, left=30, jitter=0) == 3


def test_a_wait_beyond_the_bound_is_not_waited_for():
    assert retry_delay(asked=LONGEST_S + 1, left=300, jitter=0) is None


def test_a_retry_that_cannot_finish_in_time_is_not_begun():
    assert retry_delay(asked=5, left=4, jitter=0) is None


@given(
    asked=st.none() | st.floats(0, 100),
    left=st.floats(0, 100),
    jitter=st.floats(0, 1),
)
def test_a_pause_is_never_shorter_than_asked_nor_longer_than_what_is_left(asked, left, jitter):
    pause = retry_delay(asked=asked, left=left, jitter=jitter)
    assert pause is None or (asked or 0) <= pause < left
