"""The watchdog takes back what a thread forgot, and leaves what a thread still uses."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pramana.postgres.loans import Loans, TooCrowded, Turnstile, is_outside_pool, outside_pool
from tests.waiting import wait_until


class Pool:
    def __init__(self) -> None:
        self.returned: list[Any] = []

    def putconn(self, connection: Any) -> None:
        self.returned.append(connection)


class Connection:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool


class Wrapper:
    def __init__(self, connection: Connection) -> None:
        self.connection: Connection | None = connection


def lend(loans: Loans, pool: Pool) -> Wrapper:
    wrapper = Wrapper(Connection(pool))
    loans.lend(wrapper.connection, wrapper)
    return wrapper


def test_a_connection_of_a_thread_that_ended_comes_back() -> None:
    loans, pool = Loans(), Pool()
    thread = threading.Thread(target=lend, args=(loans, pool))
    thread.start()
    thread.join()

    assert loans.check(forgotten_s=0) == 1
    assert len(pool.returned) == 1
    figures = loans.figures()
    assert (figures.lent, figures.reclaimed) == (0, 1)


def test_a_connection_of_an_idle_thread_comes_back_and_its_next_call_gets_another() -> None:
    loans, pool = Loans(), Pool()
    with ThreadPoolExecutor(1) as executor:
        wrapper = executor.submit(lend, loans, pool).result()
        while not loans.check(forgotten_s=0):
            pass
        assert wrapper.connection is None
        assert executor.submit(lambda: 1).result() == 1
    assert len(pool.returned) == 1


def test_a_connection_in_use_stays_and_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    loans, pool, done, lent = Loans(), Pool(), threading.Event(), threading.Event()

    def work() -> None:
        wrapper = lend(loans, pool)
        lent.set()
        done.wait()
        loans.give_back(wrapper.connection)

    thread = threading.Thread(target=work)
    thread.start()
    lent.wait()
    assert loans.check(forgotten_s=0, held_long_s=0) == 0
    loans.check(forgotten_s=0, held_long_s=0)
    done.set()
    thread.join()

    assert pool.returned == []
    assert loans.figures().held_long == 1
    assert len([each for each in caplog.records if "held for long" in each.message]) == 1


def test_waiting_is_counted_and_a_long_wait_raises_the_alarm() -> None:
    loans = Loans()
    for seconds in (0.0001, 0.2, 2.5):
        loans.record_wait(seconds)

    figures = loans.figures()

    assert figures.waits == 3
    assert figures.by_bucket[0.5] == 2
    assert figures.longest_recent_s == 2.5


def test_a_thread_may_have_connections_of_its_own() -> None:
    with outside_pool():
        assert is_outside_pool()
        with ThreadPoolExecutor(1) as executor:
            assert not executor.submit(is_outside_pool).result()
    assert not is_outside_pool()


def test_a_turnstile_refuses_a_crowd_and_lets_the_next_ones_in() -> None:
    turnstile, inside = Turnstile(1, waiting=1, patience_s=0.05), threading.Event()
    let_go = threading.Event()

    def stay() -> None:
        with turnstile.enter():
            inside.set()
            let_go.wait()

    thread = threading.Thread(target=stay)
    thread.start()
    inside.wait()
    with pytest.raises(TooCrowded), turnstile.enter():
        pass
    let_go.set()
    thread.join()
    with turnstile.enter():
        pass


def test_no_owner_takes_every_place_of_a_turnstile_nor_all_the_room_before_it() -> None:
    turnstile, let_go = Turnstile(2, waiting=6, patience_s=30, most_of_one=1), threading.Event()
    inside: list[str] = []
    refused: list[str] = []

    def stay(owner: str) -> None:
        try:
            with turnstile.enter(owner):
                inside.append(owner)
                let_go.wait()
        except TooCrowded:
            refused.append(owner)

    threads = [threading.Thread(target=stay, args=("attacker",)) for _ in range(8)]
    for each in threads:
        each.start()
    wait_until(lambda: len(refused) == 4 and len(inside) == 1, 10)
    victim = threading.Thread(target=stay, args=("victim",))
    victim.start()
    wait_until(lambda: "victim" in inside, 10)
    let_go.set()
    for each in (*threads, victim):
        each.join()

    assert (inside.count("attacker"), inside.count("victim"), len(refused)) == (4, 1, 4)
