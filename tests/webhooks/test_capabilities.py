"""What capabilities tell: each notice through the work that causes it, to a real receiver."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.base import ContentFile

from pramana.agni.services.sessions import open_session
from pramana.external.contracts import ResearchRequest
from pramana.external.selectors import get_research
from pramana.external.services import approve_plan, start_research
from pramana.external.testing import ListedPage, finds, search_server
from pramana.extraction.services.extraction_runs import complete_extraction
from pramana.extraction.services.extractions import approve_extraction
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import FactCorrection, FactEnd, NewFact
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.models import FactRow
from pramana.memory.services.fact_edits import add_fact, correct_fact, refuse_fact
from pramana.memory.services.inbox import accept_messages
from pramana.tenancy.contracts import NoticeKind
from pramana.webhooks.services import create_webhook
from tests.extraction.samples import extracted
from tests.settings import change
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db(transaction=True)

NOTICE = b"Mayor Kamala Bista of Suryakot met Minister Om Prakash Jha in Kathmandu on Sunday."


def told(receiver: Receiver, kind: NoticeKind) -> list[dict[str, Any]]:
    drain_jobs()
    return [event["data"] for event in receiver.events if event["type"] == kind.value]


def ask_for(scope: Scope, receiver: Receiver, kind: NoticeKind) -> None:
    create_webhook(scope, receiver.url, [kind])


def test_a_review_that_is_ready_is_told(scope: Scope, receiver: Receiver) -> None:
    ask_for(scope, receiver, NoticeKind.REVIEW_READY)
    session = open_session(scope, "notice.txt", ContentFile(NOTICE))

    assert told(receiver, NoticeKind.REVIEW_READY) == [{"session_id": str(session.id)}]


def test_an_extraction_that_was_approved_is_told(scope: Scope, receiver: Receiver) -> None:
    extraction_id = extracted(scope)
    complete_extraction(scope, extraction_id)
    ask_for(scope, receiver, NoticeKind.EXTRACTION_APPROVED)
    approved = approve_extraction(scope, extraction_id)

    assert told(receiver, NoticeKind.EXTRACTION_APPROVED) == [
        {
            "extraction_id": str(extraction_id),
            "document_id": str(approved.document_id),
            "approved_by_id": str(scope.actor_id),
        }
    ]


def test_a_fact_that_a_later_message_ended_is_told(scope: Scope, receiver: Receiver) -> None:
    ask_for(scope, receiver, NoticeKind.FACT_CLOSED)
    for month, sentence in enumerate(
        ("Ram Thapa works at Nabil Bank.", "Ram Thapa left Nabil Bank."), start=1
    ):
        at = datetime(2026, month, 1, tzinfo=UTC)
        message = IncomingMessage("office", sentence, RoleType.USER, at, role="Sita")
        accept_messages(scope, [message])
        drain_jobs()

    closed = FactRow.objects.in_scope(scope).exclude(invalid_at=None).first()
    [event] = told(receiver, NoticeKind.FACT_CLOSED)
    assert closed is not None
    assert (event["fact_id"], event["group_id"]) == (str(closed.id), "office")


def test_facts_that_a_person_ends_or_refuses_are_told(scope: Scope, receiver: Receiver) -> None:
    ask_for(scope, receiver, NoticeKind.FACT_CLOSED)
    ends = {"subject": FactEnd(name="Ram Thapa"), "object": FactEnd(name="Nabil Bank")}
    first = add_fact(scope, "office", NewFact(relation="WORKS_AT", **ends), "known")
    until = FactCorrection(valid_until=datetime(2026, 5, 1, tzinfo=UTC))
    correct_fact(scope, first.id, until, "he left")
    second = add_fact(scope, "office", NewFact(relation="OWNS", **ends), "known")
    refuse_fact(scope, second.id, "never so")

    ended, refused = told(receiver, NoticeKind.FACT_CLOSED)
    assert (ended["fact_id"], ended["invalid_at"][:10]) == (str(first.id), "2026-05-01")
    assert refused["fact_id"] == str(second.id)
    assert ended.keys() == refused.keys() == {"fact_id", "invalid_at", "group_id"}


def test_research_that_waits_is_told_for_its_plan_and_for_its_pages(
    scope: Scope, receiver: Receiver, settings
) -> None:
    ask_for(scope, receiver, NoticeKind.RESEARCH_WAITING)
    with search_server() as provider:
        provider.otherwise = finds(ListedPage("https://a.example/bridge", "The bridge is open"))
        change(settings, search="searxng", search_url=provider.url)
        request = ResearchRequest("Who opened the bridge?", is_question=True, plan_first=True)
        research = start_research(scope, request)
        names = {"research_id": str(research.id), "run_id": str(research.run_id)}
        assert told(receiver, NoticeKind.RESEARCH_WAITING) == [names]

        plan = get_research(scope, research.id).plan
        assert plan is not None
        approve_plan(scope, research.id, plan.proposed)
        assert told(receiver, NoticeKind.RESEARCH_WAITING) == [names, names]
