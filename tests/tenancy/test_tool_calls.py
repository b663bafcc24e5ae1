"""The record of tool calls that all capabilities share, and the rows of three older ones in it."""

import json
from threading import Barrier, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from pramana.cases.selectors import tool_lines
from pramana.chat.contracts.questions import Asker
from pramana.chat.models import Turn
from pramana.chat.services import forget_before, forget_documents, forget_session
from pramana.external.selectors import tool_calls_of
from pramana.extraction.selectors.history import extraction_tool_calls
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.postgres.management.commands.migrate import changed_models_only
from pramana.tenancy.models import ToolCall
from pramana.tenancy.selectors import (
    calls_for_subject,
    calls_of_run,
    find_call,
    has_tool_calls,
    subjects_citing,
)
from pramana.tenancy.services import (
    delete_runs,
    delete_tool_calls,
    record_tool_calls,
    start_run,
)
from pramana.tenancy.steps import ToolCallEntry
from tests.chat.saved_questions import envelope, make_turn
from tests.external.runs import make_research
from tests.extraction.samples import make_extraction

pytestmark = pytest.mark.django_db


def call(tool: str = "search", **arguments: Any) -> ToolCallEntry:
    return ToolCallEntry(tool, envelope(arguments, total=1))


def test_calls_are_counted_within_their_subject(scope: Scope, other_scope: Scope) -> None:
    run_id, subject = start_run(scope, "test"), uuid4()
    record_tool_calls(scope, subject, run_id, [call(query="a"), call(query="b")])
    record_tool_calls(scope, uuid4(), run_id, [call(query="elsewhere")])
    record_tool_calls(scope, subject, None, [call(query="c")])

    calls = calls_for_subject(scope, subject)
    assert [(each.position, each.envelope["input"]["query"]) for each in calls] == [
        (1, "a"), (2, "b"), (3, "c"),
    ]  # fmt: skip
    assert [each.position for each in calls_for_subject(scope, subject, after=1, limit=1)] == [2]
    assert len(calls_of_run(scope, run_id)) == 3 and has_tool_calls(scope, run_id)
    assert calls_for_subject(other_scope, subject) == calls_of_run(other_scope, run_id) == []
    delete_tool_calls(other_scope, [subject])
    assert len(calls_for_subject(scope, subject)) == 3


def test_a_call_names_its_trace_and_invocation_and_loses_what_cannot_be_stored(
    scope: Scope,
) -> None:
    subject, made = uuid4(), call(query="a\x00b")
    record_tool_calls(scope, subject, None, [made])

    [kept] = calls_for_subject(scope, subject)
    assert kept.envelope == {
        "status": "ok",
        "input": {"query": "ab"},
        "data": {"total": 1},
        "meta": {
            "took_ms": 3,
            "trace_id": str(scope.trace_id),
            "invocation_id": str(made.invocation_id),
        },
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        record_tool_calls(scope, uuid4(), None, [made])


def test_a_call_that_succeeded_is_found_by_its_input(scope: Scope) -> None:
    run_id = start_run(scope, "test")
    failed = ToolCallEntry("search", {**envelope({"query": "a"}), "status": "error"})
    record_tool_calls(scope, uuid4(), run_id, [failed, call(query="b")])

    assert find_call(scope, run_id, "search", {"query": "a"}) is None
    assert find_call(scope, run_id, "other", {"query": "b"}) is None
    found = find_call(scope, run_id, "search", {"query": "b"})
    assert found and found.envelope["data"] == {"total": 1}


def test_calls_go_with_their_run_and_are_not_stored_after_it(scope: Scope) -> None:
    run_id, subject = start_run(scope, "test"), uuid4()
    record_tool_calls(scope, subject, run_id, [call()])
    delete_runs(scope, [run_id])
    record_tool_calls(scope, subject, run_id, [call()])

    assert calls_for_subject(scope, subject) == []


@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_time_take_turns(scope: Scope) -> None:
    run_id, subject, begin = start_run(scope, "test"), uuid4(), Barrier(4)

    def write() -> None:
        begin.wait(10)
        for _ in range(5):
            record_tool_calls(scope, subject, run_id, [call()])
        connection.close()

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [each.position for each in calls_for_subject(scope, subject)] == list(range(1, 21))


def test_a_deleted_document_takes_the_calls_of_the_answers_that_cite_it(scope: Scope) -> None:
    gone, kept = uuid4(), uuid4()
    make_turn(scope, "about the deleted one", frozenset({gone}))
    make_turn(scope, "about the other one", frozenset({kept}))
    assert len(subjects_citing(scope, [gone, kept])) == 2
    forget_documents(scope, [gone])

    assert subjects_citing(scope, [gone]) == []
    assert [row.input for row in ToolCall.objects.in_scope(scope)] == [
        {"query": "about the other one"}
    ]


@pytest.mark.parametrize("way", ["forgotten", "expired"])
def test_a_conversation_leaves_no_calls(scope: Scope, way: str) -> None:
    assert scope.actor_id
    session_id = make_turn(scope)["session_id"]
    if way == "forgotten":
        forget_session(scope, Asker(scope.actor_id), session_id)
    else:
        assert forget_before(scope, utcnow()) == 1

    assert not ToolCall.objects.in_scope(scope).exists()


BEFORE = [
    ("chat", "0003_shared_conversations"),
    ("extraction", "0006_words_and_lessons"),
    ("external", "0006_schedules"),
]
AFTER = [
    ("chat", "0004_tool_calls_in_one_record"),
    ("extraction", "0007_tool_calls_in_one_record"),
    ("external", "0007_tool_calls_in_one_record"),
]


def migrate(targets: list[tuple[str, str]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    with changed_models_only():
        MigrationExecutor(connection).migrate(targets)


def query(statement: str, *arguments: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, arguments)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def older(scope: Scope) -> dict[str, UUID]:
    """One subject of each kind, in the tables of the version before; cleared of newer calls."""
    make_turn(scope)
    turn = Turn.objects.in_scope(scope).get()
    ids = {
        "turn_run": turn.run_id,
        "extraction": make_extraction(scope)["extraction_id"],
        "research": make_research(scope)["research_id"],
    }
    ids["research_run"] = query(
        "SELECT run_id FROM external_researchrun WHERE id = %s", ids["research"]
    )[0][0]
    ToolCall.objects.in_scope(scope).delete()
    migrate(BEFORE)
    return ids


def write_older_rows(scope: Scope, ids: dict[str, UUID], document_id: UUID) -> None:
    meta = {"took_ms": 4.5, "trace_id": str(scope.trace_id)}
    searched = {"status": "ok", "input": {"query": "q"}, "data": {"results": []}, "meta": meta}
    spoken = [
        {**searched, "tool": "search_book_content", "at": "2026-11-02T10:00:00+00:00",
         "data": {"results": [{"source_url": f"/documents/{str(document_id).upper()}"}]}},
        {"tool": "recall_facts", "status": "error", "input": {"query": "q"},
         "error": {"type": "UPSTREAM", "message": "down"}, "meta": meta},
    ]  # fmt: skip
    query(
        "UPDATE conversations SET tool_calls = %s WHERE run_id = %s",
        json.dumps(spoken), ids["turn_run"],
    )  # fmt: skip
    for order, (run_id, is_error) in enumerate([(uuid4(), False), (None, True)], 1):
        query(
            "INSERT INTO extraction_tool_calls (id, tenant_id, subject_id, run_id, \"order\", tool,"
            " input, outcome, is_error, took_ms) VALUES (%s, %s, %s, %s, %s, 'update_field',"
            " '{\"path\": \"total\"}', %s, %s, 7)",
            uuid4(), scope.tenant_id, ids["extraction"], run_id, order,
            json.dumps({} if is_error else {**searched, "input": {"path": "total"}}), is_error,
        )  # fmt: skip
    for text in ("one", "two"):
        query(
            "INSERT INTO external_toolcall (id, tenant_id, run_id, invocation_id, tool, status,"
            " envelope, at) VALUES (%s, %s, %s, %s, 'web_search', 'ok', %s, clock_timestamp())",
            uuid4(), scope.tenant_id, ids["research_run"], uuid4(),
            json.dumps({**searched, "input": {"query": text}}),
        )  # fmt: skip


def test_older_rows_move_and_are_read_as_before(scope: Scope, older: dict[str, UUID]) -> None:
    document_id = uuid4()
    write_older_rows(scope, older, document_id)
    migrate(AFTER)

    first, second = tool_lines(scope, older["turn_run"])
    assert (first.tool, first.is_good, first.took_ms) == ("search_book_content", True, 4.5)
    assert first.at.isoformat() == "2026-11-02T10:00:00+00:00" and first.input == {"query": "q"}
    assert (second.tool, second.error) == ("recall_facts", "down")
    assert subjects_citing(scope, [document_id]) == [older["turn_run"]]

    good, bad = extraction_tool_calls(scope, older["extraction"])
    assert (good.order, good.tool, good.is_error, good.took_ms) == (1, "update_field", False, 7)
    assert good.run_id is None, "its run was deleted"
    assert good.outcome["status"] == "ok" and good.outcome["input"] == {"path": "total"}
    assert (bad.order, bad.is_error, bad.outcome["status"]) == (2, True, "error")

    calls = tool_calls_of(scope, older["research_run"])
    assert [each["input"] for each in calls] == [{"query": "one"}, {"query": "two"}]
    assert all(each["status"] == "ok" and each["invocation_id"] for each in calls)
    found = find_call(scope, older["research_run"], "web_search", {"query": "one"})
    assert found and (found.subject_id, found.position) == (older["research"], 1)
    record_tool_calls(scope, older["research"], older["research_run"], [call()])


def test_the_move_can_be_undone(scope: Scope, older: dict[str, UUID]) -> None:
    write_older_rows(scope, older, uuid4())
    kept = (
        "SELECT tool_calls #- '{1,at}' FROM conversations WHERE tool_calls <> '[]'",
        'SELECT id, subject_id, "order", tool, input, is_error, took_ms, created_at'
        ' FROM extraction_tool_calls ORDER BY "order"',
        "SELECT run_id, invocation_id, tool, envelope, at FROM external_toolcall ORDER BY at",
    )
    before = [query(each) for each in kept]
    migrate(AFTER)
    migrate(BEFORE)
    after = [query(each) for each in kept]

    assert json.loads(after[0][0][0])[1] == json.loads(before[0][0][0])[1]
    assert after[1:] == before[1:]
    assert query("SELECT count(*) FROM tenancy_toolcall") == [(0,)]
