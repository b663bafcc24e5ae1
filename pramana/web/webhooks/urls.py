"""Addresses of the pages of webhooks."""

from django.urls import path

from pramana.web.webhooks.views import (
    change_details,
    remove_webhook,
    replace_secret,
    resend_event,
    send_test,
    show_webhook,
    show_webhooks,
    switch_webhook,
)

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
