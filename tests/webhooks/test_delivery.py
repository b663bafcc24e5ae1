"""Events on their way: written with the change, signed, tried again, logged, resent."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.db import transaction

from pramana.client import verify_signature
from pramana.documents.services import add_file
from pramana.jobs.selectors import active_jobs
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind, RunState
from pramana.tenancy.services import end_run, start_run
from pramana.tenancy.services.notices import publish_notice
from pramana.webhooks.contracts import DeliveryState, DeliveryView, NewWebhook, SendResult
from pramana.webhooks.errors import DeliveryNotFound, WebhookNotFound, WebhookOff
from pramana.webhooks.models import Webhook, WebhookDelivery
from pramana.webhooks.selectors import deliveries_page, get_delivery, get_webhook, webhooks_of
from pramana.webhooks.sending import OFF_AFTER, OFF_FAILURES, WAITS
from pramana.webhooks.services import (
    change_webhook,
    create_webhook,
    delete_deliveries_before,
    delete_webhook,
    prepare_request,
    queue_due_deliveries,
    record_attempt,
    resend_delivery,
    rotate_secret,
    send_test_event,
)
from tests.settings import change
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(scope: Scope, receiver: Receiver) -> NewWebhook:
    return create_webhook(scope, receiver.url, [NoticeKind.DOCUMENT_READ, NoticeKind.RUN_DONE])


def tell(scope: Scope, kind: NoticeKind = NoticeKind.DOCUMENT_READ) -> None:
    publish_notice(scope, kind, document_id=uuid4())


def newest(scope: Scope, hook: NewWebhook) -> DeliveryView:
    return deliveries_page(scope, hook.webhook.id).deliveries[0]


def test_a_document_that_was_read_is_told(scope: Scope, hook, receiver: Receiver) -> None:
    added = add_file(scope, "minutes.txt", ContentFile(b"The council met."))
    drain_jobs()

    kinds = {event["type"]: event["data"] for event in receiver.events}
    assert kinds["document.read"]["document_id"] == str(added.id)
    assert kinds["run.done"]["run_kind"] == "documents.read"
    assert receiver.signed_by(hook.secret) == [True, True]
    for headers, body in receiver.requests:
        verify_signature(hook.secret, headers, body)
        assert headers["content-type"] == "application/json"


def test_a_document_that_could_not_be_read_is_told(scope: Scope, receiver: Receiver) -> None:
    create_webhook(scope, receiver.url, [NoticeKind.DOCUMENT_FAILED, NoticeKind.RUN_FAILED])
    added = add_file(scope, "empty.html", ContentFile(b"<html><script>1</script></html>"))
    drain_jobs()

    kinds = {event["type"]: event["data"] for event in receiver.events}
    assert kinds["document.failed"]["document_id"] == str(added.id)
    assert kinds["run.failed"]["run_kind"] == "documents.read"


def test_only_the_chosen_kinds_are_sent(scope: Scope, hook, receiver: Receiver) -> None:
    tell(scope, NoticeKind.FACT_CLOSED)
    tell(scope, NoticeKind.DOCUMENT_READ)
    drain_jobs()

    assert [event["type"] for event in receiver.events] == ["document.read"]


def test_a_change_that_is_rolled_back_tells_nobody(scope: Scope, hook, receiver: Receiver) -> None:
    with transaction.atomic():
        run_id = start_run(scope, "documents.read")
        end_run(scope, run_id, RunState.DONE)
        assert deliveries_page(scope, hook.webhook.id).deliveries
        transaction.set_rollback(True)
    drain_jobs()

    assert not receiver.requests
    assert not deliveries_page(scope, hook.webhook.id).deliveries


def test_a_run_that_ended_is_told_once(scope: Scope, hook, receiver: Receiver) -> None:
    run_id = start_run(scope, "external.research")
    end_run(scope, run_id, RunState.DONE)
    end_run(scope, run_id, RunState.FAILED)
    drain_jobs()

    assert [event["data"]["run_id"] for event in receiver.events] == [str(run_id)]


def test_another_tenant_is_told_nothing(
    scope: Scope, other_scope: Scope, hook, receiver: Receiver
) -> None:
    tell(other_scope)
    drain_jobs()

    assert not receiver.requests
    assert webhooks_of(other_scope) == []
    tell(scope)
    delivery = newest(scope, hook)
    for attempt in (
        lambda: get_webhook(other_scope, hook.webhook.id),
        lambda: deliveries_page(other_scope, hook.webhook.id),
        lambda: change_webhook(other_scope, hook.webhook.id, is_active=False),
        lambda: rotate_secret(other_scope, hook.webhook.id),
        lambda: delete_webhook(other_scope, hook.webhook.id),
        lambda: send_test_event(other_scope, hook.webhook.id),
        lambda: resend_delivery(other_scope, hook.webhook.id, delivery.id),
    ):
        with pytest.raises(WebhookNotFound):
            attempt()
    with pytest.raises(DeliveryNotFound):
        get_delivery(other_scope, hook.webhook.id, delivery.id)


def test_a_failure_is_tried_again_under_the_same_id(scope: Scope, hook, receiver: Receiver) -> None:
    receiver.statuses = [500, 400, 302, 200]
    tell(scope)
    drain_jobs()
    for _ in range(3):
        _let_it_be_due(scope, hook)
        drain_jobs()

    delivery = newest(scope, hook)
    assert delivery.state is DeliveryState.DELIVERED and delivery.delivered_at
    assert [attempt.status for attempt in delivery.attempts] == [500, 400, 302, 200]
    assert "answered 500" in delivery.attempts[0].error and delivery.attempts[-1].error == ""
    assert {headers["webhook-id"] for headers, _ in receiver.requests} == {str(delivery.event_id)}
    assert get_webhook(scope, hook.webhook.id).failing_since is None


def test_the_wait_grows_with_each_failure(scope: Scope, hook) -> None:
    tell(scope)
    row = WebhookDelivery.objects.in_scope(scope).get()
    for failures, wait in enumerate(WAITS, start=1):
        at = utcnow()
        record_attempt(scope, row.id, SendResult(404, "no", 1.0), at=at)
        row.refresh_from_db()
        assert (row.failures, row.due_at, row.state) == (failures, at + wait, "waiting")

    record_attempt(scope, row.id, SendResult(404, "no", 1.0), at=utcnow())
    row.refresh_from_db()
    assert (row.state, row.due_at) == ("failed", None)


def test_a_receiver_that_is_away_is_left_alone_for_a_while(
    scope: Scope, hook, receiver: Receiver
) -> None:
    receiver.statuses = [503]
    receiver.headers = {"Retry-After": "90"}
    tell(scope)
    drain_jobs(with_delayed=False)
    tell(scope)
    tell(scope)
    drain_jobs(with_delayed=False)

    assert len(receiver.requests) == 1, "the others wait without a request"
    waiting = deliveries_page(scope, hook.webhook.id, state=DeliveryState.WAITING).deliveries
    assert len(waiting) == 3
    assert [len(delivery.attempts) for delivery in waiting] == [0, 0, 1]
    assert all(_seconds_left(delivery.due_at) > 60 for delivery in waiting)

    _let_it_be_due(scope, hook)
    drain_jobs()
    assert len(receiver.events) == 3


def test_a_receiver_that_is_gone_is_switched_off(scope: Scope, hook, receiver: Receiver) -> None:
    receiver.statuses = [410]
    tell(scope)
    tell(scope)
    drain_jobs()

    assert not get_webhook(scope, hook.webhook.id).is_active
    states = [each.state for each in deliveries_page(scope, hook.webhook.id).deliveries]
    assert states == [DeliveryState.FAILED, DeliveryState.FAILED]
    assert len(receiver.requests) == 1
    tell(scope)
    assert len(deliveries_page(scope, hook.webhook.id).deliveries) == 2
    with pytest.raises(WebhookOff):
        send_test_event(scope, hook.webhook.id)


def test_a_receiver_that_fails_for_days_is_switched_off(scope: Scope, hook) -> None:
    tell(scope)
    delivery, began = newest(scope, hook), utcnow()
    for _ in range(OFF_FAILURES - 1):
        record_attempt(scope, delivery.id, SendResult(None, "away", 1.0), at=began)
    assert get_webhook(scope, hook.webhook.id).is_active
    record_attempt(scope, delivery.id, SendResult(None, "away", 1.0), at=began + OFF_AFTER)

    webhook = get_webhook(scope, hook.webhook.id)
    assert not webhook.is_active and webhook.failing_since == began

    change_webhook(scope, hook.webhook.id, is_active=True)
    assert get_webhook(scope, hook.webhook.id).failing_since is None


def test_an_event_can_be_sent_again_from_the_log(scope: Scope, hook, receiver: Receiver) -> None:
    tell(scope)
    drain_jobs()
    first = newest(scope, hook)

    resend_delivery(scope, hook.webhook.id, first.id)
    drain_jobs()

    assert [event["id"] for event in receiver.events] == [str(first.event_id)] * 2
    assert receiver.requests[0][1] == receiver.requests[1][1]
    assert [attempt.status for attempt in newest(scope, hook).attempts] == [200, 200]


def test_what_is_sent_again_while_it_waits_is_not_sent_twice(
    scope: Scope, hook, receiver: Receiver
) -> None:
    receiver.statuses = [404]
    tell(scope)
    drain_jobs(with_delayed=False)
    waiting = newest(scope, hook)
    assert not active_jobs(scope), "what waits for hours is no running job"
    resend_delivery(scope, hook.webhook.id, waiting.id)
    assert queue_due_deliveries(utcnow() + timedelta(days=1)) == 0
    resend_delivery(scope, hook.webhook.id, waiting.id)
    drain_jobs()

    assert len(receiver.requests) == 2, "the job that was overtaken sends nothing"
    assert newest(scope, hook).state is DeliveryState.DELIVERED


def test_a_test_event_is_sent_whatever_the_kinds_are(
    scope: Scope, hook, receiver: Receiver
) -> None:
    send_test_event(scope, hook.webhook.id)
    drain_jobs()

    assert [event["type"] for event in receiver.events] == ["webhook.test"]


def test_an_address_that_was_closed_since_is_not_sent_to(
    scope: Scope, hook, receiver: Receiver, settings
) -> None:
    change(settings, fetch_allow=())
    tell(scope)
    drain_jobs()

    assert not receiver.requests
    delivery = newest(scope, hook)
    assert delivery.state is DeliveryState.FAILED
    assert "PRAMANA_FETCH_ALLOW" in delivery.attempts[0].error


def test_a_webhook_that_is_switched_off_or_deleted_sends_nothing(
    scope: Scope, hook, receiver: Receiver
) -> None:
    tell(scope)
    change_webhook(scope, hook.webhook.id, is_active=False)
    drain_jobs()
    assert newest(scope, hook).attempts[0].error == "The webhook was switched off."

    change_webhook(scope, hook.webhook.id, is_active=True)
    tell(scope)
    delete_webhook(scope, hook.webhook.id)
    drain_jobs()
    assert not receiver.requests
    assert not WebhookDelivery.objects.in_scope(scope).exists()


def test_requests_carry_both_signatures_while_a_secret_is_replaced(
    scope: Scope, hook, receiver: Receiver
) -> None:
    replaced = rotate_secret(scope, hook.webhook.id)
    tell(scope)
    drain_jobs()
    assert receiver.signed_by(hook.secret) == receiver.signed_by(replaced.secret) == [True]

    Webhook.objects.in_scope(scope).update(previous_until=utcnow())
    tell(scope)
    drain_jobs()
    assert receiver.signed_by(hook.secret) == [True, False]
    assert receiver.signed_by(replaced.secret) == [True, True]


def test_the_secret_is_encrypted_at_rest(scope: Scope, hook) -> None:
    row = Webhook.objects.in_scope(scope).get()

    assert hook.secret not in row.secret
    assert hook.secret.removeprefix("whsec_") not in row.secret


def test_without_the_installations_key_the_log_says_so(
    scope: Scope, hook, receiver: Receiver, settings
) -> None:
    settings.SECRET_KEY = "another key that has more than thirty-two characters"
    tell(scope)
    drain_jobs()

    delivery = newest(scope, hook)
    assert not receiver.requests and delivery.state is DeliveryState.FAILED
    assert "cannot be read" in delivery.attempts[-1].error


def test_a_job_of_an_earlier_turn_prepares_nothing(scope: Scope, hook) -> None:
    tell(scope)
    delivery = newest(scope, hook)

    assert prepare_request(scope, delivery.id, 0, at=utcnow()) is None
    assert prepare_request(scope, delivery.id, 1, at=utcnow()) is not None


def test_the_log_is_kept_for_a_while_and_what_waits_stays(
    scope: Scope, hook, receiver: Receiver
) -> None:
    tell(scope)
    drain_jobs()
    tell(scope)

    assert delete_deliveries_before(utcnow() + timedelta(minutes=1)) == 2  # with its attempt
    assert [each.state for each in deliveries_page(scope, hook.webhook.id).deliveries] == [
        DeliveryState.WAITING
    ]


def test_the_log_is_read_page_by_page(scope: Scope, hook) -> None:
    for _ in range(5):
        tell(scope)
    first = deliveries_page(scope, hook.webhook.id, limit=2)
    second = deliveries_page(scope, hook.webhook.id, limit=2, before=first.next_before)
    last = deliveries_page(scope, hook.webhook.id, limit=2, before=second.next_before)

    ids = [each.id for page in (first, second, last) for each in page.deliveries]
    assert len(set(ids)) == 5 and last.next_before is None


def _let_it_be_due(scope: Scope, hook: NewWebhook) -> None:
    """As if the waits and the pause of the receiver had passed."""
    Webhook.objects.in_scope(scope).filter(pk=hook.webhook.id).update(paused_until=None)
    queue_due_deliveries(utcnow() + timedelta(days=1))


def _seconds_left(moment: datetime | None) -> float:
    assert moment is not None
    return (moment - utcnow()).total_seconds()
