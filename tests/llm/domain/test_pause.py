from hypothesis import given
from hypothesis import strategies as st

from pramana.llm.domain.pause import LONGEST_S, pause_before_retry


def test_callers_that_failed_together_do_not_return_together():
    early = pause_before_retry(asked=None, left=30, jitter=0)
    late = pause_before_retry(asked=None, left=30, jitter=1)
    assert 0 < early < late < 1


def test_a_provider_that_names_a_wait_is_obeyed():
    assert pause_before_retry(asked=3, left=30, jitter=0) == 3


def test_a_wait_beyond_the_bound_is_not_waited_for():
    assert pause_before_retry(asked=LONGEST_S + 1, left=300, jitter=0) is None


def test_a_retry_that_cannot_finish_in_time_is_not_begun():
    assert pause_before_retry(asked=5, left=4, jitter=0) is None


@given(
    asked=st.none() | st.floats(0, 100),
    left=st.floats(0, 100),
    jitter=st.floats(0, 1),
)
def test_a_pause_is_never_shorter_than_asked_nor_longer_than_what_is_left(asked, left, jitter):
    pause = pause_before_retry(asked=asked, left=left, jitter=jitter)
    assert pause is None or (asked or 0) <= pause < left
