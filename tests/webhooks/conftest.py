from collections.abc import Iterator

import pytest

from tests.settings import change
from tests.webhooks.receiver import Receiver, running_receiver


@pytest.fixture
def receiver(settings, words_only: None) -> Iterator[Receiver]:
    """A receiver that an operator allowed, because loopback is closed to everyone else."""
    with running_receiver() as running:
        change(settings, fetch_allow=(running.host,))
        yield running
