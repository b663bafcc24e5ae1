"""The pages of webhooks: add, try, look at the log, send again, replace the secret, delete."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NoticeKind
from pramana.webhooks.contracts import NewWebhook
from pramana.webhooks.selectors import deliveries_page, webhooks_of
from pramana.webhooks.services import create_webhook
from tests.settings import change
from tests.web.test_every_page import signed_in
from tests.webhooks.receiver import Receiver, running_receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings, words_only: None) -> Iterator[Receiver]:
    with running_receiver() as running:
        change(settings, fetch_allow=(running.host,))
        yield running


@pytest.fixture
def person(scope: Scope) -> Client:
    return signed_in(scope)


@pytest.fixture
def hook(scope: Scope, receiver: Receiver) -> NewWebhook:
    return create_webhook(scope, receiver.url, [NoticeKind.RUN_DONE], description="Ledger")


def address(name: str, hook: NewWebhook, *further: object) -> str:
    return reverse(f"web:settings-webhook{name}", args=[hook.webhook.id, *further])


def test_a_page_without_webhooks_says_what_they_are(person: Client) -> None:
    text = person.get(reverse("web:settings-webhooks")).content.decode()

    assert "No webhooks yet" in text and "A document was read" in text


def test_a_webhook_is_added_and_its_secret_is_shown_once(
    person: Client, scope: Scope, receiver: Receiver
) -> None:
    form = {"url": receiver.url, "kinds": ["run.done", "fact.closed"], "description": "Ledger"}
    made = person.post(reverse("web:settings-webhooks"), form)

    [webhook] = webhooks_of(scope)
    assert webhook.kinds == (NoticeKind.FACT_CLOSED, NoticeKind.RUN_DONE)
    assert "whsec_" in made.content.decode() and "kept encrypted" in made.content.decode()
    assert "no-store" in made["Cache-Control"]
    assert "whsec_" not in person.get(reverse("web:settings-webhooks")).content.decode()


def test_a_refused_form_says_why_and_keeps_what_was_typed(person: Client, scope: Scope) -> None:
    form = {"url": "https://10.1.2.3/hook", "kinds": ["run.done"], "description": "Inner <b>"}
    answer = person.post(reverse("web:settings-webhooks"), form)
    text = answer.content.decode()

    assert answer.status_code == 400 and "private network" in text
    assert 'value="https://10.1.2.3/hook"' in text and "Inner &lt;b&gt;" in text
    assert webhooks_of(scope) == []
    without = person.post(reverse("web:settings-webhooks"), {"url": "https://93.184.216.34/"})
    assert "Choose at least one kind of event." in without.content.decode()


def test_a_test_event_appears_in_the_log_and_can_be_sent_again(
    person: Client, scope: Scope, hook: NewWebhook, receiver: Receiver
) -> None:
    receiver.statuses = [418]
    person.post(address("-test", hook))
    drain_jobs(with_delayed=False)
    text = person.get(address("", hook)).content.decode()
    assert "Test event" in text and "answered 418" in text and "next at" in text

    [delivery] = deliveries_page(scope, hook.webhook.id).deliveries
    person.post(address("-resend", hook, delivery.id))
    drain_jobs()
    text = person.get(address("", hook)).content.decode()
    assert "Delivered" in text and "2 attempts" in text
    assert "No events here" in person.get(address("", hook) + "?state=failed").content.decode()


def test_a_webhook_is_changed_and_switched(
    person: Client, scope: Scope, hook: NewWebhook, receiver: Receiver
) -> None:
    form = {"url": receiver.url, "kinds": ["document.read"], "description": ""}
    person.post(address("-change", hook), form)
    assert webhooks_of(scope)[0].kinds == (NoticeKind.DOCUMENT_READ,)

    refused = person.post(address("-change", hook), {**form, "url": "nonsense"})
    assert refused.status_code == 400 and 'value="nonsense"' in refused.content.decode()

    person.post(address("-switch", hook))
    assert not webhooks_of(scope)[0].is_active
    assert "Nothing is sent." in person.get(address("", hook)).content.decode()
    person.post(address("-switch", hook), {"active": "yes"})
    assert webhooks_of(scope)[0].is_active


def test_replacing_the_secret_and_deleting_ask_first(
    person: Client, scope: Scope, hook: NewWebhook
) -> None:
    for name in ("-secret", "-remove"):
        assert 'name="confirmed"' in person.post(address(name, hook)).content.decode()
    replaced = person.post(address("-secret", hook), {"confirmed": "yes"}).content.decode()
    assert "whsec_" in replaced and hook.secret not in replaced

    person.post(address("-remove", hook), {"confirmed": "yes"})
    assert webhooks_of(scope) == []
