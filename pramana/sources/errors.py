"""Errors about followed sources."""

from pramana.kit.errors import AppError, Conflict, InvalidRequest, NotFound, Unavailable


class FollowedSourceNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such source.")


class BadSource(InvalidRequest):
    """The source cannot be followed as described."""

    code = "bad_source"


class SourceUnavailable(Unavailable):
    """The source does not answer now. Nothing of it is deleted meanwhile."""

    code = "source_unavailable"


class CredentialsRefused(AppError):
    """The source refused the name, password or key."""

    code = "credentials_refused"
    status = 400


class ItemUnavailable(AppError):
    """One item could not be fetched; the others are."""

    code = "item_unavailable"
    status = 502


class TooManySources(Conflict):
    def __init__(self, most: int) -> None:
        super().__init__(f"A tenant follows at most {most} sources. Delete one first.")


class NothingToConfirm(Conflict):
    def __init__(self) -> None:
        super().__init__("No deletions of this source wait for a confirmation.")
