"""Turns: no owner keeps the others waiting, and a call that no longer counts does not wait."""

import threading
from uuid import uuid4

import pytest

from pramana.jobs.cancellation import can_be_called_off, stop_if_called_off
from pramana.jobs.cpu import FairTurns
from pramana.jobs.errors import Superseded
from tests.waiting import wait_until


class Crowd:
    """Threads that take a turn each and keep it until they are let go."""

    def __init__(self, size: int) -> None:
        self.turns = FairTurns(size)
        self.inside: list[str] = []
        self.leave: dict[str, threading.Event] = {}

    def add(self, owner: str, name: str) -> None:
        self.leave[name] = threading.Event()
        waiting = self.turns.waiting + len(self.inside)

        def stay() -> None:
            with self.turns.take(owner):
                self.inside.append(name)
                self.leave[name].wait(30)
                self.inside.remove(name)

        threading.Thread(target=stay, daemon=True).start()
        wait_until(lambda: self.turns.waiting + len(self.inside) > waiting, 5)

    def let_go(self, name: str) -> None:
        self.leave[name].set()
        wait_until(lambda: name not in self.inside, 5)

    def end(self) -> None:
        for each in self.leave.values():
            each.set()


@pytest.fixture
def crowd():
    found = Crowd(2)
    yield found
    found.end()


def test_an_owner_who_fills_every_place_keeps_nobody_waiting(crowd: Crowd) -> None:
    for number in range(5):
        crowd.add("attacker", f"bomb {number}")
    crowd.add("victim", "text")

    wait_until(lambda: "text" in crowd.inside, 5)

    assert len(crowd.inside) == 3


def test_an_owner_alone_has_the_ordinary_places_only(crowd: Crowd) -> None:
    for number in range(5):
        crowd.add("one", str(number))

    assert sorted(crowd.inside) == ["0", "1"]


def test_a_free_place_goes_to_who_holds_the_fewest(crowd: Crowd) -> None:
    for number in range(4):
        crowd.add("attacker", f"bomb {number}")
    crowd.add("victim", "first")
    crowd.add("victim", "second")
    crowd.add("third", "other")
    assert sorted(crowd.inside) == ["bomb 0", "bomb 1", "first"]

    crowd.let_go("bomb 0")
    wait_until(lambda: "other" in crowd.inside, 5)

    crowd.let_go("bomb 1")
    assert "bomb 2" not in crowd.inside or "second" not in crowd.inside


def test_a_call_that_is_called_off_stops_waiting(crowd: Crowd) -> None:
    crowd.add("one", "a")
    crowd.add("one", "b")
    with can_be_called_off(uuid4(), 1) as call_off:
        call_off.event.set()
        with pytest.raises(Superseded), crowd.turns.take("one"):
            pass
    assert crowd.turns.waiting == 0
    stop_if_called_off()  # outside of the block there is nothing to stop
