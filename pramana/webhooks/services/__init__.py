from pramana.webhooks.services.endpoints import (
    change_webhook,
    create_webhook,
    delete_webhook,
    rotate_secret,
)
from pramana.webhooks.services.outbox import resend_delivery, send_test_event

__all__ = [
    "change_webhook",
    "create_webhook",
    "delete_webhook",
    "resend_delivery",
    "rotate_secret",
    "send_test_event",
]
