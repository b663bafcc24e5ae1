"""Errors about webhooks."""

from pramana.kit.errors import Conflict, InvalidRequest, NotFound


class WebhookNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such webhook.")


class DeliveryNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such delivery. The log is kept for thirty days.")


class WebhookRefused(InvalidRequest):
    """The address may not be sent to."""

    code = "webhook_refused"


class NoKinds(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("Choose at least one kind of event.")


class TooManyWebhooks(Conflict):
    def __init__(self, most: int) -> None:
        super().__init__(f"A tenant has at most {most} webhooks. Delete one first.")


class WebhookOff(Conflict):
    def __init__(self) -> None:
        super().__init__("This webhook is switched off. Switch it on first.")
