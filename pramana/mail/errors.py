"""Errors about e-mail."""

from pramana.kit.errors import Conflict, InvalidRequest, Unavailable


class MailRefused(InvalidRequest):
    """The server refuses this message for good. It is not tried again."""

    code = "mail_refused"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The mail server refuses the message: {reason}")


class MailAway(Unavailable):
    """The server cannot be reached, or refuses us for now. The message waits in its job."""

    code = "mail_away"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The mail server does not take the message now: {reason}")


class NoMailAddress(Conflict):
    def __init__(self) -> None:
        super().__init__("Your account has no e-mail address. Ask an admin to invite you with one.")
