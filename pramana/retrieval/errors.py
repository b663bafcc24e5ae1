"""What can go wrong with search as a whole. A part that fails costs only its share."""

from pramana.kit.errors import Unavailable


class StoreFailed(Unavailable):
    """A store could not answer one question put to it; others may still work."""

    code = "store_failed"


class SearchUnavailable(Unavailable):
    """Neither words nor meaning can be searched."""

    code = "search_unavailable"

    def __init__(self) -> None:
        super().__init__("Search does not answer at the moment. Try again in a little while.")
