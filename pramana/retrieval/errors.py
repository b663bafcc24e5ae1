"""What can go wrong with search. If one part fails, the others still answer."""

from pramana.kit.errors import Unavailable


class StoreFailed(Unavailable):
    """The store could not answer one query; others may still work."""

    code = "store_failed"


class SearchUnavailable(Unavailable):
    """Neither words nor vectors can be searched."""

    code = "search_unavailable"

    def __init__(self) -> None:
        super().__init__("Search does not answer at the moment. Try again in a little while.")
