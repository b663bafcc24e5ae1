"""How many questions this process answers at once. The next is told so, and does not wait."""

from django.conf import settings

from pramana.chat.errors import TooManyAtOnce


class Places:
    """Counted on the event loop, where nothing happens in between: no lock is needed.

    A place is held until the answer is complete, also when nobody listens any more.
    """

    def __init__(self) -> None:
        self.taken = 0

    def take(self) -> None:
        if self.taken >= settings.PRAMANA.chat_concurrency:
            raise TooManyAtOnce(settings.PRAMANA.chat_concurrency)
        self.taken += 1

    def leave(self) -> None:
        self.taken -= 1


PLACES = Places()
