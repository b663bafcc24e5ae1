"""Mixed load on a product that may be anywhere: uploads, messages, questions, extractions."""

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx

from tests.waiting import wait_until

PATIENCE = 300.0
TEXT = "{group}\nInvoice {n}\nTotal: {n} rupees\n" + "The council decided on the bridge. " * 80


class Place(Protocol):
    """Where a product can be reached: at any of its addresses, with one key."""

    key: str

    @property
    def urls(self) -> Sequence[str]: ...


@dataclass
class Load:
    """What was sent, and what came of it as the senders saw it."""

    documents: list[str] = field(default_factory=list)
    messages: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By group, in the order in which they were accepted."""
    extractions: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    """The words of answers that were no, by the path."""
    wrong: list[str] = field(default_factory=list)
    """Answers nobody should get: a 5xx other than 503."""


class Sender:
    """One who keeps sending, takes no answer for an answer, and writes down what was said.

    Where an address gives none, the next thing goes to the next one, as a balancer would have it.
    """

    def __init__(self, on: Place, load: Load, seed: int, *, patience: float) -> None:
        self._load, self.chance, self._group = load, random.Random(seed), f"g{seed}"
        self._arrived = False
        reach = {"Authorization": f"Bearer {on.key}"}
        self._clients = [
            httpx.Client(base_url=url, headers=reach, timeout=patience) for url in on.urls
        ]
        self._at = seed

    def send(
        self, path: str, method: str = "POST", *, to_the_end: bool = True, **body: Any
    ) -> httpx.Response | None:
        """The answer, if it was yes; otherwise None, with the reason counted.

        Of a stream that is not followed to its end only the beginning is waited for.
        """
        self._arrived = True
        client = self._clients[self._at % len(self._clients)]
        try:
            with client.stream(method, path, **body) as answer:
                if to_the_end or not answer.is_success:
                    answer.read()
        except httpx.HTTPError as error:
            self._no_answer(error)
            return None
        if answer.status_code >= 500 and answer.status_code != 503:
            self._load.wrong.append(f"{path} {answer.status_code} {answer.text[:300]}")
        if not answer.is_success:
            self._load.counts[f"answered {answer.status_code}"] += 1
            self._load.refusals[f"{path} {answer.text[:120]}"] += 1
            return None
        return answer

    def _no_answer(self, error: httpx.HTTPError) -> None:
        self._at += 1
        self._arrived = not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        self._load.counts["no answer" if self._arrived else "nobody there"] += 1
        if not self._arrived:
            time.sleep(0.5)

    def upload(self, number: int) -> None:
        """One without a yes may have been taken in all the same, and is not sent again."""
        name = f"{self._group} {number}.txt"
        text = TEXT.format(group=self._group, n=number)
        if answer := self.send("/api/documents/", files={"file": (name, text)}):
            self._load.documents.append(answer.json()["id"])
        elif self._arrived:
            self._load.counts["uploads in doubt"] += 1

    def tell(self, number: int) -> None:
        """The same message with the same key until it is accepted: it may be read only once."""
        said = {"content": f"number {number}", "role_type": "user", "role": None}
        body = {"group_id": self._group, "messages": [said]}
        headers = {"Idempotency-Key": f"{self._group} {number}"}
        wait_until(lambda: self.send("/messages", json=body, headers=headers) is not None, PATIENCE)
        self._load.messages[self._group].append(said["content"] or "")

    def ask(self, number: int) -> None:
        if self.send("/chat", json={"query": "What did the council decide on?"}):
            self._load.counts["questions answered"] += 1

    def extract(self, number: int) -> None:
        """From one of the oldest, if it has been read: an unread one would be refused. The run goes
        on without anyone who follows it."""
        oldest = self._load.documents[: len(self._load.documents) // 4]
        if not oldest:
            return
        document = self.chance.choice(oldest)
        found = self.send(f"/api/documents/{document}", "GET")
        if found is None or found.json()["status"] != "completed":
            return
        body = {"document_id": document}
        if answer := self.send("/api/agent/extract", to_the_end=False, json=body):
            self._load.extractions.append(answer.headers["X-Extraction-ID"])


WAYS: tuple[Callable[[Sender, int], None], ...] = (
    Sender.upload,
    Sender.tell,
    Sender.ask,
    Sender.extract,
)


@contextmanager
def under_load(
    on: Place,
    *,
    seed: int,
    ways: Sequence[Callable[[Sender, int], None]] = WAYS,
    patience: float = 120,
) -> Iterator[Load]:
    """One sender for each way, as long as it lasts; afterwards nobody sends any more."""
    load, done, troubles = Load(), threading.Event(), list[BaseException]()
    threads = [
        threading.Thread(
            target=_keep_on,
            args=(way, Sender(on, load, seed + place, patience=patience), done, troubles),
        )
        for place, way in enumerate(ways)
    ]
    for thread in threads:
        thread.start()
    try:
        yield load
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert troubles == []


def goes_on(load: Load, more: int = 5, *, extractions: int = 0) -> None:
    """Wait until more is accepted, told, answered and extracted, whatever is away."""
    goals = [so_far + more for so_far in _so_far(load)]
    goal = len(load.extractions) + extractions
    wait_until(
        lambda: (
            len(load.extractions) >= goal
            and all(now >= then for now, then in zip(_so_far(load), goals, strict=True))
        ),
        PATIENCE,
    )


def _so_far(load: Load) -> tuple[int, ...]:
    told = sum(map(len, list(load.messages.values())))
    return len(load.documents), told, load.counts["questions answered"]


def _keep_on(
    way: Callable[[Sender, int], None],
    sender: Sender,
    done: threading.Event,
    troubles: list[BaseException],
) -> None:
    number = 0
    try:
        while not done.wait(sender.chance.uniform(0.05, 0.6)):
            way(sender, number)
            number += 1
    except BaseException as trouble:  # a thread's own end would go unseen
        troubles.append(trouble)
