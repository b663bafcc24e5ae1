"""Stacks over HTTP: whose they are, what is refused, and how much each answer costs."""

import csv
import io
import json
import zipfile
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from pramana.extraction.contracts.stacks import ColumnSpec
from pramana.extraction.services.stack_cells import edit_cell
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member, make_tenant
from tests.callers import with_key
from tests.extraction.stacks.samples import (
    extract,
    invoice,
    make_papers,
    make_table,
    saving,
    scripted,
)


@pytest.fixture
def client(scope: Scope) -> Client:
    return with_key(make_key(scope))


def send(client: Client, method: str, path: str, **body: Any) -> Any:
    call = getattr(client, method)
    return call(f"/api/stack{path}", json.dumps(body), content_type="application/json")


def test_a_stack_from_beginning_to_end(scope: Scope, client: Client) -> None:
    papers = [str(paper) for paper in make_papers(scope, [invoice(1), invoice(2)])]
    stack = send(client, "post", "/", name="Bills", document_ids=papers[:1]).json()
    base = f"/{stack['id']}"
    assert send(client, "post", f"{base}/documents", document_ids=papers).json() == {"added": 1}
    columns = [{"name": "Vendor"}, {"name": "Total", "type": "money"}]
    made = send(client, "post", f"{base}/tables", name="Sums", columns=columns)
    assert made.status_code == 201, made.content
    table = f"{base}/tables/{made.json()['id']}"

    with scripted(row=saving()):
        begun = send(client, "post", f"{table}/extract")
        assert (begun.status_code, begun.json()["status"]) == (202, "in_progress")
        assert send(client, "post", f"{table}/extract").status_code == 409
        drain_jobs()

    state = client.get(f"/api/stack{table}").json()
    assert (state["status"], state["done"]) == ("completed", 2)
    assert state["states"]["total"] == {"extracted": 2}
    page = client.get(f"/api/stack{table}/rows?limit=1").json()
    assert page["rows"][0]["cells"]["total"]["value"] == 1500
    after = client.get(f"/api/stack{table}/rows?after={page['next_after']}").json()
    assert [row["document_id"] for row in after["rows"]] == papers[1:]
    calls = client.get(f"/api/stack{table}/rows/{papers[0]}/calls").json()["calls"]
    assert [call["tool"] for call in calls] == ["get_document_text", "extract_row"]
    assert client.delete(f"/api/stack{base}/documents/{papers[0]}").status_code == 204
    assert client.get(f"/api/stack{base}").json()["document_count"] == 1
    assert client.delete(f"/api/stack{base}").status_code == 204
    assert client.get(f"/api/stack{base}").status_code == 404


def test_cells_are_written_judged_and_undone(scope: Scope, client: Client) -> None:
    table, papers = make_table(scope, 1)
    base = f"/{table.stack_id}/tables/{table.id}"
    cell = f"{base}/rows/{papers[0]}/cells/total"

    written = send(client, "patch", cell, value="Rs. 1,200", state="locked").json()
    refused = send(client, "patch", cell, value=3)
    nothing = send(client, "patch", cell)
    wrong = send(client, "patch", f"{base}/rows/{papers[0]}/cells/vendor", value={"a": 1})
    unknown = send(client, "patch", f"{base}/rows/{papers[0]}/cells/colour", value=1)

    assert written["cells"]["total"]["value"] == 1200
    assert written["cells"]["total"]["state"] == "locked"
    assert [each.status_code for each in (refused, nothing, wrong, unknown)] == [409, 400, 400, 404]
    assert "detail" in refused.json()
    late = send(client, "patch", cell, state="flagged", seen="2020-01-01T00:00:00Z")
    assert late.status_code == 409
    change = client.get(f"/api/stack{base}/changes").json()["changes"][0]
    undone = send(client, "post", f"{base}/changes/{change['id']}/undo").json()
    assert undone["undone_by"] == str(scope.actor_id)
    locked = client.get(f"/api/stack{base}/rows?state=reviewed").json()["rows"]
    assert [row["document_id"] for row in locked] == [str(papers[0])]
    assert client.get(f"/api/stack{base}/rows?state=locked").json()["rows"] == []


def test_documents_of_nobody_or_another_tenant_are_not_taken_in(
    scope: Scope, other_scope: Scope, client: Client
) -> None:
    [theirs] = make_papers(other_scope, ["secret"])

    for document in (theirs, uuid4()):
        refused = send(client, "post", "/", name="Bills", document_ids=[str(document)])
        assert refused.status_code == 404
    assert client.get("/api/stack/").json()["stacks"] == []


def test_a_stack_is_its_persons_until_shared_and_only_theirs_to_erase(
    scope: Scope, client: Client
) -> None:
    table, _ = make_table(scope, 1)
    address = f"/api/stack/{table.stack_id}"
    colleague = with_key(make_key(make_member(scope, Role.REVIEWER), Role.REVIEWER))
    viewer = with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))

    assert colleague.get(address).status_code == 404
    assert colleague.get("/api/stack/").json()["stacks"] == []
    shared = send(client, "patch", f"/{table.stack_id}", shared=True)
    assert shared.json()["shared"] is True

    assert colleague.get(address).status_code == 200
    assert send(colleague, "patch", f"/{table.stack_id}", name="Ours").status_code == 200
    assert send(colleague, "patch", f"/{table.stack_id}", shared=False).status_code == 403
    assert colleague.delete(address).status_code == 403
    assert send(viewer, "post", f"/{table.stack_id}/tables/{table.id}/extract").status_code == 403


async def exported(key: str, table: Any, format: str) -> bytes:
    path = f"/api/stack/{table.stack_id}/tables/{table.id}/export?format={format}"
    answer = await AsyncClient().get(path, headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 200
    return b"".join([piece async for piece in answer.streaming_content])


DANGERS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "plain", "-5"]


@pytest.mark.django_db(transaction=True)
async def test_nothing_a_document_says_becomes_a_formula() -> None:
    table, key = await sync_to_async(dangerous)()

    lines = list(csv.reader(io.StringIO((await exported(key, table, "csv")).decode())))
    sheet = zipfile.ZipFile(io.BytesIO(await exported(key, table, "xlsx")))
    told = json.loads(await exported(key, table, "json"))

    assert lines[0] == ["Document", "'=Name", "Sum", "File"]
    assert lines[1][3] == told["rows"][0]["filename"] != ""
    assert [line[1] for line in lines[1:]] == [
        value if value == "plain" else f"'{value.strip()}" for value in DANGERS
    ]
    assert {line[2] for line in lines[1:]} == {"-7"}
    xml = sheet.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in xml
    assert "=1+1" in xml
    assert told["rows"][0]["cells"]["name"]["value"] == "=1+1"
    assert told["rows"][0]["cells"]["sum"]["state"] == "reviewed"


def dangerous() -> tuple[Any, str]:
    """A table whose cells would be formulas, were they believed."""
    scope = make_tenant()
    papers = make_papers(scope, ["x"] * len(DANGERS))
    stack = create_stack(scope, "Bills", papers)
    columns = [ColumnSpec(name="=Name"), ColumnSpec(name="Sum", type="number")]
    table = create_table(scope, stack.id, "T", columns=columns)
    for paper, value in zip(papers, DANGERS, strict=True):
        edit_cell(scope, stack.id, table.id, paper, "name", value)
        edit_cell(scope, stack.id, table.id, paper, "sum", -7)
    return table, make_key(scope)


def test_a_page_of_a_thousand_rows_is_one_statement(
    scope: Scope, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    from pramana.extraction.selectors.stacks import rows_page

    papers = make_papers(scope, [invoice(number) for number in range(1, 1001)])
    with django_assert_max_num_queries(30):
        stack = create_stack(scope, "Many", papers)
        table = create_table(scope, stack.id, "T", columns=[ColumnSpec(name="Total")])

    with django_assert_num_queries(1):
        page = rows_page(scope, table, after=500, limit=100)
    assert [row.position for row in page.rows] == list(range(501, 601))
    with django_assert_max_num_queries(60):
        begun = start_table_extraction(scope, stack.id, table.id)
    assert begun.total == 1000


def test_a_row_takes_as_many_statements_in_a_large_stack_as_in_a_small_one(
    scope: Scope,
) -> None:
    def statements(count: int) -> float:
        table, _ = make_table(scope, count)
        with CaptureQueriesContext(connection) as sent:
            assert extract(scope, table).done == count
        return len(sent) / count

    small, large = statements(5), statements(20)

    assert large <= small


def test_another_tenant_finds_nothing_of_a_stack(
    scope: Scope, other_scope: Scope, client: Client
) -> None:
    table, papers = make_table(scope, 1)
    stranger = with_key(make_key(other_scope))
    base = f"/{table.stack_id}/tables/{table.id}"

    assert stranger.get(f"/api/stack{base}").status_code == 404
    assert stranger.get(f"/api/stack{base}/rows").status_code == 404
    assert stranger.get(f"/api/stack{base}/export").status_code == 404
    written = send(stranger, "patch", f"{base}/rows/{papers[0]}/cells/total", value=1)
    assert written.status_code == 404
    assert send(stranger, "post", f"{base}/extract").status_code == 404
    assert UUID(client.get(f"/api/stack{base}").json()["id"]) == table.id
