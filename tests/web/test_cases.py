"""Cases over HTTP: opened, listed, and of each its runs, decisions, documents and costs."""

import json
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from pramana.agni.contracts import ChangeType
from pramana.agni.models import ApprovedEntityChange
from pramana.agni.services import open_session
from pramana.cases.selectors import (
    decisions_of_case,
    documents_of_case,
    get_priced_case,
    list_priced_cases,
    list_priced_runs,
)
from pramana.documents.services import add_file
from pramana.external import demo
from pramana.external.contracts import ResearchDecision, Verdict
from pramana.external.models import Candidate
from pramana.external.selectors import get_research
from pramana.external.services import decide
from pramana.extraction.models import Extraction
from pramana.extraction.services.extractions import start_correction, start_extraction
from pramana.extraction.services.stack_runs import start_table_extraction as read_table
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.models import ModelCall
from pramana.tenancy.contracts import NO_MATTER, Matter, Role, RunState
from pramana.tenancy.selectors import RunFilter, matter_or_previous
from pramana.tenancy.services import end_run, open_case, start_run
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.extraction.samples import add_document
from tests.extraction.stacks.samples import make_table
from tests.web.test_access import signed_in

pytestmark = pytest.mark.django_db


def spend(scope: Scope, run_id: UUID, cost: str | None = "0.0125") -> None:
    """A model call of a run, as the ledger writes one."""
    ModelCall.objects.create(
        tenant_id=scope.tenant_id,
        at=utcnow(),
        run_id=run_id,
        trace_id=scope.trace_id,
        purpose="external.propose",
        prompt="external.propose",
        prompt_version=1,
        verb="complete",
        engine="openai:small",
        requests=1,
        tokens_in=900,
        tokens_out=100,
        cost=Decimal(cost) if cost else None,
        latency_ms=420,
        outcome="ok",
    )


def read(scope: Scope, case_id: UUID) -> str:
    return signed_in(scope).get(reverse("web:cases-case", args=[case_id])).content.decode()


def test_a_case_is_opened_and_then_says_what_belongs_to_it(scope: Scope) -> None:
    sent = signed_in(scope).post(reverse("web:cases-open"), {"name": " The bridge "}, follow=True)
    assert "The bridge" in sent.content.decode()
    assert "No decisions in this case yet." in sent.content.decode()
    refused = signed_in(scope).post(reverse("web:cases-open"), {"name": " "}, follow=True)
    assert "A name has 1 to 200 characters." in refused.content.decode()
    assert [case.name for case in list_priced_cases(scope)] == ["The bridge"]


def test_runs_decisions_documents_and_costs_stand_in_one_place(scope: Scope) -> None:
    view = get_research(scope, demo.create_research(scope))
    assert view.case_id
    spend(scope, view.run_id)
    document = add_file(scope, "extract.txt", ContentFile(b"The register's extract.")).id
    first = view.candidates[0]
    decide(scope, view.id, ResearchDecision(Verdict.PARTIAL, (first.id,), (), "The office itself."))
    Candidate.objects.in_scope(scope).filter(pk=first.id).update(document_id=document)
    page = read(scope, view.case_id)

    assert "Some pages approved" in page and "The office itself." in page
    assert reverse("web:library-document", args=[document]) in page
    assert reverse("web:activity-run", args=[view.run_id]) in page
    assert demo.WORKFLOW in page
    assert "external.propose" in page and "$0.0125" in page and "1,000" in page


def test_extractions_reviews_and_stacks_of_a_case_stand_there_too(scope: Scope) -> None:
    case_id = open_case(scope, "The bills")
    made = fill(scope, case_id)
    page = read(scope, case_id)

    for name, subject in made:
        assert reverse(f"web:{name}", args=[subject]) in page, name
    assert "Fields approved" in page and "1 record approved" in page
    assert [run.kind for run in list_priced_runs(scope, RunFilter(case_id=case_id))] == [
        "extraction.stack", "agni.session", "extraction.extract",
    ]  # fmt: skip


def fill(scope: Scope, case_id: UUID) -> list[tuple[str, UUID]]:
    """An extraction, a review and a stack in a case, with approvals; pages that lead to each."""
    matter = Matter(case_id, "intake")
    document = add_document(scope)
    extraction = start_extraction(scope, document, matter=matter).id
    Extraction.objects.in_scope(scope).filter(pk=extraction).update(
        approved_by_id=scope.actor_id, approved_at=utcnow()
    )
    review = open_session(scope, "release.txt", ContentFile(b"Ram Thapa signed."), matter=matter)
    ApprovedEntityChange.objects.create(
        tenant_id=scope.tenant_id,
        change_type=ChangeType.CREATE,
        entity_type="PERSON",
        approved_by_id=scope.actor_id,
        session_id=review.id,
        source={"title": "release"},
    )
    table, papers = make_table(scope, 1)
    read_table(scope, table.stack_id, table.id, matter=matter)
    return [
        ("extract-one", extraction),
        ("review-session", review.id),
        ("stacks-stack", table.stack_id),
        *(("library-document", each) for each in (document, review.document_id, *papers)),
    ]


def test_what_is_somebodys_own_is_not_in_a_colleagues_case(scope: Scope) -> None:
    matter = Matter(open_case(scope, "The bills"))
    assert matter.case_id
    extraction = start_extraction(scope, add_document(scope), matter=matter).id
    table, _papers = make_table(scope, 1)
    read_table(scope, table.stack_id, table.id, matter=matter)
    page = read(make_member(scope, Role.ADMIN, user_name="colleague"), matter.case_id)

    assert str(extraction) not in page and str(table.stack_id) not in page
    assert get_priced_case(scope, matter.case_id).runs == 2


def test_a_correction_stays_in_the_case_of_what_it_corrects(scope: Scope) -> None:
    first, second = (Matter(open_case(scope, name), "intake") for name in ("One", "Two"))
    extraction = start_extraction(scope, add_document(scope), matter=first)
    assert extraction.run_id
    end_run(scope, extraction.run_id, RunState.DONE)
    corrected = start_correction(scope, extraction.id, "Set total to 5")
    assert corrected.run_id and corrected.run_id != extraction.run_id
    assert matter_or_previous(scope, NO_MATTER, corrected.run_id) == first
    end_run(scope, corrected.run_id, RunState.DONE)
    moved = start_correction(scope, extraction.id, "Set total to 6", matter=second)
    assert matter_or_previous(scope, NO_MATTER, moved.run_id) == second


def test_many_cases_and_runs_are_listed_in_few_statements(
    scope: Scope, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        case_id = open_case(scope, f"Case {number}")
        for _ in range(3):
            spend(scope, start_run(scope, "documents.read", Matter(case_id, "intake")))
    with django_assert_max_num_queries(4):
        assert [case.cost for case in list_priced_cases(scope)] == [Decimal("0.0375")] * 6
    with django_assert_max_num_queries(2):
        assert [run.cost for run in list_priced_runs(scope, RunFilter())] == [
            Decimal("0.0125")
        ] * 18
    with django_assert_max_num_queries(24):
        documents_of_case(scope, case_id)
        decisions_of_case(scope, case_id)


def test_the_list_counts_and_goes_on_where_a_page_ended(scope: Scope) -> None:
    names = [f"Case {number}" for number in range(4)]
    ids = [open_case(scope, name) for name in names]
    run_id = start_run(scope, "documents.read", Matter(ids[0]))
    spend(scope, run_id)
    spend(scope, run_id, cost=None)

    first = list_priced_cases(scope, limit=3)
    rest = list_priced_cases(scope, limit=3, after=first[-1].place)
    assert [case.name for case in [*first, *rest]] == names[::-1]
    assert (rest[0].runs, rest[0].active, rest[0].cost) == (1, 1, Decimal("0.0125"))
    assert "1 run" in signed_in(scope).get(reverse("web:cases")).content.decode()


def test_cases_over_the_api(scope: Scope) -> None:
    reviewer = with_key(make_key(make_member(scope, Role.REVIEWER), role=Role.REVIEWER))
    body = json.dumps({"name": "Over HTTP"})
    made = reviewer.post("/api/cases/", body, content_type="application/json")
    assert made.status_code == 201, made.content
    case_id = made.json()["id"]
    spend(scope, start_run(scope, "documents.read", Matter(UUID(case_id))))

    [listed] = reviewer.get("/api/cases/").json()["cases"]
    one = reviewer.get(f"/api/cases/{case_id}").json()
    assert (listed["id"], listed["runs"]) == (case_id, 1)
    assert one["case"] == listed
    assert [cost["calls"] for cost in one["costs"]] == [1]
    bad = reviewer.post("/api/cases/", json.dumps({"name": " "}), content_type="application/json")
    assert bad.status_code == 400


def test_another_tenant_sees_no_case_and_no_cost(scope: Scope, other_scope: Scope) -> None:
    case_id = open_case(scope, "zanzibar")
    spend(scope, start_run(scope, "documents.read", Matter(case_id)))
    stranger = signed_in(other_scope)

    assert stranger.get(reverse("web:cases-case", args=[case_id])).status_code == 404
    assert "zanzibar" not in stranger.get(reverse("web:cases")).content.decode()
    assert "zanzibar" not in stranger.get(reverse("web:activity-runs")).content.decode()
    assert get_priced_case(scope, case_id).runs == 1
