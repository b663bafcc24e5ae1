"""Names of events and of the states of deliveries."""

from django.utils.translation import gettext_lazy as later

from pramana.tenancy.contracts import NoticeKind
from pramana.web.wording import Label, StateLabel
from pramana.webhooks.contracts import TEST_KIND, DeliveryState

EVENT_KINDS: dict[NoticeKind, Label] = {
    NoticeKind.DOCUMENT_READ: later("A document was read"),
    NoticeKind.DOCUMENT_FAILED: later("A document could not be read"),
    NoticeKind.REVIEW_READY: later("A review is ready"),
    NoticeKind.EXTRACTION_APPROVED: later("An extraction was approved"),
    NoticeKind.FACT_CLOSED: later("A fact ended"),
    NoticeKind.RESEARCH_WAITING: later("Web pages need approval"),
    NoticeKind.RUN_DONE: later("A run is done"),
    NoticeKind.RUN_FAILED: later("A run failed"),
    NoticeKind.BUDGET_ALARM: later("Model spending reached an alarm"),
}

DELIVERY_STATES: dict[DeliveryState, StateLabel] = {
    DeliveryState.WAITING: ("waiting", later("Waiting")),
    DeliveryState.DELIVERED: ("good", later("Delivered")),
    DeliveryState.FAILED: ("bad", later("Failed")),
}


def event_kind(kind: str) -> Label:
    """What happened, in words."""
    if kind == TEST_KIND:
        return later("Test event")
    return EVENT_KINDS[NoticeKind(kind)] if kind in set(NoticeKind) else kind
