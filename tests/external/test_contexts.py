"""A case may be named wherever work begins; one that is not the tenant's is 404, and nothing is."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pramana.kit.scope import Scope
from pramana.tenancy.models import Run, Workflow
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_key
from tests.callers import with_key
from tests.extraction.samples import add_document
from tests.extraction.stacks.samples import make_table

pytestmark = pytest.mark.django_db
WAYS = ("extraction", "stack", "review", "research")


class Starts:
    """Every way to begin something over HTTP; each answers with what the API said."""

    def __init__(self, scope: Scope) -> None:
        self.client = with_key(make_key(scope))
        self.document = add_document(scope)
        self.table, _ = make_table(scope, 1)

    def send(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json.dumps(body), content_type="application/json")

    def extraction(self, **matter: Any) -> Any:
        return self.send("/api/agent/extract", document_id=str(self.document), **matter)

    def stack(self, **matter: Any) -> Any:
        table = self.table
        return self.send(f"/api/stack/{table.stack_id}/tables/{table.id}/extract", **matter)

    def review(self, **matter: Any) -> Any:
        file = SimpleUploadedFile("a.txt", b"Ram Thapa signed.")
        return self.client.post("/api/agni/sessions/", {"document": file, **matter})

    def research(self, **matter: Any) -> Any:
        return self.send("/api/research/", query="who signed", **matter)


@pytest.mark.parametrize("way", WAYS)
def test_a_run_is_begun_in_its_case_and_workflow(scope: Scope, way: str) -> None:
    starts, case_id = Starts(scope), open_case(scope, "The bridge")
    answer = getattr(starts, way)(case_id=str(case_id), workflow=" intake ")

    assert answer.status_code in (200, 201, 202), answer.content
    run = Run.objects.in_scope(scope).select_related("workflow").get(case_id=case_id)
    assert run.workflow and run.workflow.name == "intake"


@pytest.mark.parametrize("way", WAYS)
def test_a_case_that_is_not_the_tenants_is_404_and_nothing_is_written(
    scope: Scope, other_scope: Scope, way: str
) -> None:
    starts, theirs = Starts(scope), open_case(other_scope, "Theirs")
    before = Run.objects.in_scope(scope).count()
    wrong = ({"case_id": str(theirs)}, {"case_id": str(uuid4())}, {"workflow": "intake"})
    for matter in wrong:
        answer = getattr(starts, way)(**matter)
        assert answer.status_code == 404, answer.content
        assert "There is no such case." in answer.content.decode()
    assert Run.objects.in_scope(scope).count() == before
    assert not Workflow.objects.unscoped("a test").exists()


def test_what_is_no_id_or_no_name_is_refused_in_each_envelope(scope: Scope) -> None:
    starts, case_id = Starts(scope), str(open_case(scope, "The bridge"))
    wrong = [{"case_id": "nonsense"}]
    wrong += [{"case_id": case_id, "workflow": name} for name in ("x" * 201, "a\x00b")]
    for way in WAYS:
        for matter in wrong:
            answer = getattr(starts, way)(**matter)
            assert answer.status_code in (400, 422), (way, matter, answer.content)
    odd = starts.research(case_id=case_id, workflow="\ud800 \u0001 😀")
    assert odd.status_code < 500
    assert not Workflow.objects.in_scope(scope).filter(name__contains="x").exists()
