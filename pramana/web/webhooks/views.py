"""The pages of webhooks: all of them, and one with its log."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pramana.kit.errors import AppError
from pramana.tenancy.contracts import NoticeKind, Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import (
    attempt,
    attempt_confirmed,
    confirmation_page,
    is_confirmed,
    refusal_of,
)
from pramana.web.errors import error_sentence
from pramana.web.navigation import LIST_SHORTCUTS, log_query, shortcut
from pramana.web.params import text_param
from pramana.web.wording import Label, StateLabel
from pramana.webhooks.contracts import (
    TEST_KIND,
    DeliveryState,
    DeliveryView,
    NewWebhook,
    WebhookView,
)
from pramana.webhooks.selectors import deliveries_page, get_webhook, webhooks_of
from pramana.webhooks.services import (
    change_webhook,
    create_webhook,
    delete_webhook,
    resend_delivery,
    rotate_secret,
    send_test_event,
)

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


LIST_KEYS = (*LIST_SHORTCUTS, shortcut("n", later("New webhook")))
LOG_KEYS = (
    *LIST_SHORTCUTS,
    shortcut("b", later("All webhooks")),
    shortcut("t", later("Send a test event")),
    shortcut("r", later("Send again")),
)


@dataclass(frozen=True)
class KindChoice:
    """A kind of event as a checkbox."""

    value: NoticeKind
    label: Label
    is_chosen: bool


@dataclass(frozen=True)
class LogRow:
    """A delivery with its kind and state in words."""

    delivery: DeliveryView
    kind: Label
    state: StateLabel


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page(Role.ADMIN)
def show_webhooks(request: PageRequest) -> HttpResponse:
    """All webhooks. A new secret is only in this response, never in a URL, session or log."""
    created, problem = _try_creating(request) if request.method == "POST" else (None, "")
    context = {
        "title": _("Webhooks"),
        "keys": LIST_KEYS,
        "created": created,
        "problem": problem,
        "typed": request.POST if problem else {"url": "", "description": ""},
        "kinds": _choices(_posted_kinds(request) if problem else ()),
        "webhooks": webhooks_of(request.principal.scope),
    }
    return render(request, "web/webhooks/list.html", context, status=400 if problem else 200)


def _try_creating(request: PageRequest) -> tuple[NewWebhook | None, str]:
    try:
        created = create_webhook(
            request.principal.scope,
            text_param(request.POST, "url", 2000),
            _posted_kinds(request),
            description=text_param(request.POST, "description", 200),
        )
    except AppError as error:
        return None, error_sentence(error.message)
    return created, ""


def _posted_kinds(request: PageRequest) -> list[NoticeKind]:
    chosen = set(request.POST.getlist("kinds"))
    return [kind for kind in NoticeKind if kind.value in chosen]


def _choices(chosen: Sequence[NoticeKind]) -> list[KindChoice]:
    return [KindChoice(kind, label, kind in chosen) for kind, label in EVENT_KINDS.items()]


@never_cache
@page(Role.ADMIN)
def show_webhook(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    webhook = get_webhook(request.principal.scope, webhook_id)
    return _webhook_page(request, webhook)


def _webhook_page(
    request: PageRequest, webhook: WebhookView, *, secret: str = "", problem: str = ""
) -> HttpResponse:
    scope, log = request.principal.scope, log_query(request, DeliveryState)
    found = deliveries_page(scope, webhook.id, state=log.state, before=log.before)
    context = {
        "title": webhook.description or webhook.url,
        "keys": LOG_KEYS,
        "webhook": webhook,
        "secret": secret,
        "problem": problem,
        "typed": request.POST if problem else webhook,
        "kinds": _choices(_posted_kinds(request) if problem else webhook.kinds),
        "rows": [_log_row(delivery) for delivery in found.deliveries],
        **log.context(DELIVERY_STATES, DeliveryState, found.next_before),
    }
    return render(request, "web/webhooks/webhook.html", context, status=400 if problem else 200)


def _log_row(delivery: DeliveryView) -> LogRow:
    return LogRow(delivery, event_kind(delivery.kind), DELIVERY_STATES[delivery.state])


@require_POST
@page(Role.ADMIN)
def change_details(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    """Save the form. If it is refused, the page says why and keeps what was typed."""
    scope = request.principal.scope
    webhook = get_webhook(scope, webhook_id)
    problem = refusal_of(
        lambda: change_webhook(
            scope,
            webhook_id,
            url=text_param(request.POST, "url", 2000),
            kinds=_posted_kinds(request),
            description=text_param(request.POST, "description", 200),
        )
    )
    if problem:
        return _webhook_page(request, webhook, problem=problem)
    messages.success(request, _("Saved."))
    return redirect("web:settings-webhook", webhook_id)


@require_POST
@page(Role.ADMIN)
def switch_webhook(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    is_active = request.POST.get("active") == "yes"
    attempt(
        request,
        lambda: change_webhook(request.principal.scope, webhook_id, is_active=is_active),
        _("Webhook switched on.") if is_active else _("Webhook switched off."),
    )
    return redirect("web:settings-webhook", webhook_id)


@require_POST
@page(Role.ADMIN)
def send_test(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: send_test_event(request.principal.scope, webhook_id),
        _("A test event is on its way."),
    )
    return redirect("web:settings-webhook", webhook_id)


@never_cache
@require_POST
@page(Role.ADMIN)
def replace_secret(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    """The new secret is only in this response."""
    get_webhook(request.principal.scope, webhook_id)
    if not is_confirmed(request):
        return confirmation_page(
            request,
            question=_("Replace the secret?"),
            text=secret_loss_text(),
            yes=_("Replace the secret"),
            back="web:settings-webhooks",
        )
    replaced = rotate_secret(request.principal.scope, webhook_id)
    return _webhook_page(request, replaced.webhook, secret=replaced.secret)


def secret_loss_text() -> str:
    return _("The receiver needs the new secret within 24 hours. Until then both are valid.")


@require_POST
@page(Role.ADMIN)
def remove_webhook(request: PageRequest, webhook_id: UUID) -> HttpResponse:
    webhook = get_webhook(request.principal.scope, webhook_id)
    return attempt_confirmed(
        request,
        lambda: delete_webhook(request.principal.scope, webhook_id),
        _("Webhook deleted."),
        question=_("Delete the webhook for %(address)s?") % {"address": webhook.url},
        text=_("Its log is deleted too, and events that wait for it are not sent."),
        yes=_("Delete the webhook"),
        back="web:settings-webhooks",
    )


@require_POST
@page(Role.ADMIN)
def resend_event(request: PageRequest, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: resend_delivery(request.principal.scope, webhook_id, delivery_id),
        _("The event is sent again."),
    )
    return redirect("web:settings-webhook", webhook_id)


urlpatterns = [
    path("settings/webhooks", show_webhooks, name="settings-webhooks"),
    path("settings/webhooks/<uuid:webhook_id>", show_webhook, name="settings-webhook"),
    path(
        "settings/webhooks/<uuid:webhook_id>/change",
        change_details,
        name="settings-webhook-change",
    ),
    path(
        "settings/webhooks/<uuid:webhook_id>/switch",
        switch_webhook,
        name="settings-webhook-switch",
    ),
    path("settings/webhooks/<uuid:webhook_id>/test", send_test, name="settings-webhook-test"),
    path(
        "settings/webhooks/<uuid:webhook_id>/secret",
        replace_secret,
        name="settings-webhook-secret",
    ),
    path(
        "settings/webhooks/<uuid:webhook_id>/remove",
        remove_webhook,
        name="settings-webhook-remove",
    ),
    path(
        "settings/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/resend",
        resend_event,
        name="settings-webhook-resend",
    ),
]
