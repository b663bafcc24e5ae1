"""E-mail over a real SMTP conversation with a server on loopback."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from pramana.agni.contracts import SessionStatus
from pramana.agni.models import StoredExtractionSession
from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.mail.models import MailSubscription
from pramana.mail.services import invite_again, invite_member, queue_waiting_work, subscribe
from pramana.tenancy.contracts import NoticeKind, Role
from pramana.tenancy.models import User
from pramana.tenancy.services import erase_person, remove_member
from pramana.tenancy.services.notices import publish_notice
from tests.certificates import make_certificate, server_tls
from tests.inbox.pending_work import make_review
from tests.mail.smtp_server import LoopbackSmtp, serve_smtp
from tests.settings import change

ADDRESS = "maya@office.example"


@pytest.fixture
def smtp(settings) -> Iterator[LoopbackSmtp]:
    with serve_smtp() as server:
        configure(settings, server.plain_url)
        yield server


def configure(settings, mail_url: str) -> None:
    change(
        settings,
        mail_url=mail_url,
        mail_from="Records <records@office.example>",
        public_url="https://records.office.example",
    )


def body_of(smtp: LoopbackSmtp) -> str:
    [message] = smtp.messages
    return message.get_content()


def jobs(scope: Scope) -> list[Job]:
    return list(Job.objects.in_scope(scope).filter(name__startswith="mail."))


def test_an_invitation_carries_a_link_that_signs_in_once(scope: Scope, smtp) -> None:
    invited = invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    assert (invited.sent_to, smtp.messages) == (ADDRESS, [])  # it is sent by a worker
    drain_jobs()

    link = re.search(r"https://records.office.example(/app/sign-in/link/\S+)", body_of(smtp))
    assert link
    client = Client()
    assert client.post(link[1]).headers["Location"] == reverse("web:password")
    assert Client().post(link[1]).status_code == 401
    assert smtp.recipients == [ADDRESS]
    assert smtp.messages[0]["From"] == "Records <records@office.example>"


def test_the_job_holds_no_secret(scope: Scope, smtp) -> None:
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    [job] = jobs(scope)

    assert set(job.payload) == {"user_id", "language"}


def test_a_server_that_is_away_loses_nothing(scope: Scope, settings) -> None:
    with serve_smtp() as server:
        port = server.port
    configure(settings, f"smtp+plain://127.0.0.1:{port}")
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs(with_delayed=False)
    [job] = jobs(scope)
    assert job.state == JobState.QUEUED and "does not take the message now" in job.error

    with serve_smtp(port) as server:
        drain_jobs()
        assert len(server.messages) == 1
    assert jobs(scope)[0].state == JobState.DONE


def test_a_message_sent_twice_has_one_id(scope: Scope, smtp) -> None:
    """The connection ends before the server says that it took the message."""
    smtp.drops = True
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs(with_delayed=False)
    smtp.drops = False
    drain_jobs()

    assert len(smtp.messages) == 2
    assert len({message["Message-ID"] for message in smtp.messages}) == 1


def test_an_address_that_is_refused_is_not_tried_again(scope: Scope, smtp) -> None:
    smtp.refusal = "550 No such person"
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs(with_delayed=False)
    [job] = jobs(scope)

    assert job.state == JobState.FAILED and "550 No such person" in job.error


@pytest.mark.parametrize("reply", ["450 Busy", "421 Too many connections"])
def test_a_server_that_is_busy_is_tried_again(scope: Scope, smtp, reply: str) -> None:
    smtp.refusal = reply
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs(with_delayed=False)

    assert jobs(scope)[0].state == JobState.QUEUED


def test_a_password_goes_over_tls_only(
    scope: Scope, smtp, settings, tmp_path: Path, monkeypatch
) -> None:
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    smtp.tls = server_tls(certificate)
    smtp.password = "p@ss/word"
    configure(settings, f"smtp://user:p%40ss%2Fword@127.0.0.1:{smtp.port}")
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs()

    assert len(smtp.messages) == 1


@pytest.mark.parametrize("address", ["smtp://user:right@", "smtp+plain://user:guess@"])
def test_no_tls_and_a_wrong_password_make_the_message_wait(
    scope: Scope, smtp, settings, address: str
) -> None:
    smtp.password = "right"
    configure(settings, f"{address}127.0.0.1:{smtp.port}")
    invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    drain_jobs(with_delayed=False)
    [job] = jobs(scope)

    assert (job.state, smtp.messages) == (JobState.QUEUED, [])
    assert "right" not in job.error and "guess" not in job.error


def test_someone_who_was_removed_meanwhile_gets_nothing(scope: Scope, smtp) -> None:
    invited = invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    remove_member(scope, invited.user_id)
    drain_jobs()

    assert smtp.messages == []


def test_people_without_an_address_and_products_without_mail_send_nothing(
    scope: Scope, settings
) -> None:
    assert invite_member(scope, "maya", Role.VIEWER, email=ADDRESS).sent_to == ""
    with serve_smtp() as server:
        configure(settings, server.plain_url)
        assert invite_member(scope, "hari", Role.VIEWER).sent_to == ""
    assert jobs(scope) == []


def test_an_account_of_another_tenant_is_added_without_a_message(scope: Scope, smtp) -> None:
    User.objects.create_user("maya", email=ADDRESS)

    invited = invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    assert (invited.secret, invited.sent_to, jobs(scope)) == (None, "", [])


@pytest.mark.parametrize("email", ["no address", "a@b\r\nBcc: x@y.example", "x" * 300 + "@y.z"])
def test_an_address_that_is_none_is_refused(scope: Scope, smtp, email: str) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    client.post("/app/settings/members", {"name": "maya", "role": "viewer", "email": email})

    assert jobs(scope) == []
    assert not User.objects.filter(username="maya").exists()


def test_the_page_says_that_an_invitation_is_on_its_way(scope: Scope, smtp) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    page = client.post(
        "/app/settings/members", {"name": "maya", "role": "viewer", "email": ADDRESS}
    )
    assert f"The invitation is on its way to {ADDRESS}." in page.content.decode()
    assert page.context["link"]
    again = client.post(
        reverse("web:settings-member-invite", args=[User.objects.get(username="maya").pk])
    )
    assert "is on its way" in again.content.decode()
    drain_jobs()
    assert len(smtp.messages) == 2


def test_an_invitation_is_in_the_language_of_whoever_invites(scope: Scope, smtp) -> None:
    invited = invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    with override("ne"):
        invite_again(scope, invited.user_id)
    drain_jobs()

    subjects = [str(message["Subject"]) for message in smtp.messages]
    assert subjects[0].startswith("Your invitation") and not subjects[1].isascii()


@pytest.fixture
def member(scope: Scope) -> UUID:
    person = User.objects.get(pk=scope.actor_id)
    person.email = ADDRESS
    person.save()
    return person.pk


def test_waiting_work_is_told_once(scope: Scope, smtp, member: UUID) -> None:
    subscribe(scope, member)
    make_review(scope, "A secret title")

    assert queue_waiting_work(utcnow()) == 1
    assert queue_waiting_work(utcnow()) == 0
    drain_jobs()
    body = body_of(smtp)
    assert "· 1 review" in body and "https://records.office.example/app/" in body
    assert "A secret title" not in body
    assert smtp.messages[0]["Subject"].startswith("1 decision waits in")


def test_work_that_was_there_before_is_not_told(scope: Scope, smtp, member: UUID) -> None:
    make_review(scope)
    subscribe(scope, member)

    assert queue_waiting_work(utcnow()) == 0


def test_work_decided_meanwhile_is_not_told(scope: Scope, smtp, member: UUID) -> None:
    subscribe(scope, member)
    make_review(scope)
    queue_waiting_work(utcnow())
    StoredExtractionSession.objects.in_scope(scope).update(status=SessionStatus.COMPLETED)
    drain_jobs()

    assert smtp.messages == []


def test_viewers_are_not_told_what_they_may_not_decide(scope: Scope, smtp) -> None:
    reader = invite_member(scope, "maya", Role.VIEWER, email=ADDRESS)
    subscribe(scope, reader.user_id)
    make_review(scope)

    assert queue_waiting_work(utcnow()) == 0


def test_a_person_switches_mail_on_and_off(scope: Scope, smtp, member: UUID) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=member))

    assert "E-mail me when work waits" in client.get("/app/password").content.decode()
    client.post("/app/mail", {"mail": "yes"})
    assert MailSubscription.objects.in_scope(scope).count() == 1
    assert "Stop e-mail about waiting work" in client.get("/app/password").content.decode()
    client.post("/app/mail", {"mail": "no"})
    assert not MailSubscription.objects.in_scope(scope).exists()


def test_a_person_without_an_address_cannot_be_told(scope: Scope, smtp) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    told = client.post("/app/mail", {"mail": "yes"}, follow=True)

    assert "has no e-mail address" in told.content.decode()


def test_an_erased_person_leaves_no_subscription(scope: Scope, smtp) -> None:
    invited = invite_member(scope, "maya", Role.REVIEWER, email=ADDRESS)
    subscribe(scope, invited.user_id)
    erase_person("maya")

    assert not MailSubscription.objects.in_scope(scope).exists()


def test_admins_with_an_address_are_told_about_a_budget_alarm(scope: Scope, smtp) -> None:
    User.objects.filter(pk=scope.actor_id).update(email=ADDRESS)
    invite_member(scope, "viewer", Role.VIEWER, email="viewer@office.example")
    Job.objects.in_scope(scope).delete()
    publish_notice(scope, NoticeKind.BUDGET_ALARM, quota="cost_per_day", used="5.2", most="5")
    drain_jobs()

    assert "5.2" in body_of(smtp) and "/app/settings/usage" in body_of(smtp)
