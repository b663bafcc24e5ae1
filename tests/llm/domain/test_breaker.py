from pramana.llm.domain.breaker import Breaker


def failing(times: int, *, at: float = 0.0) -> Breaker:
    breaker = Breaker(failures=3, pause_s=10)
    for _ in range(times):
        breaker.failed(at)
    return breaker


def test_it_opens_after_several_failures_in_a_row():
    assert failing(2).wait(0) is None
    assert failing(3).wait(4) == 6


def test_one_success_forgets_the_failures():
    breaker = failing(2)
    breaker.succeeded()
    breaker.failed(1)
    assert breaker.wait(1) is None


def test_after_the_pause_one_probe_goes_through_and_the_others_wait():
    breaker = failing(3)
    assert breaker.wait(10) is None
    assert breaker.wait(10) is not None


def test_a_probe_that_succeeds_closes_it():
    breaker = failing(3)
    breaker.wait(10)
    breaker.succeeded()
    assert not breaker.is_open
    assert breaker.wait(10) is None


def test_a_probe_that_fails_opens_it_again_at_once():
    breaker = failing(3)
    breaker.wait(10)
    breaker.failed(11)
    assert breaker.wait(12) == 9


def test_a_probe_that_is_given_up_lets_the_next_one_probe():
    breaker = failing(3)
    breaker.wait(10)
    breaker.gave_up()
    assert breaker.wait(11) is None
