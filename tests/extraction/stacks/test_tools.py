"""The tools are bound to their stack; a model that errs is told, and recovers or fails."""

from inspect import signature
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from pramana.extraction.contracts.stacks import TableView
from pramana.extraction.selectors.history import stack_tool_calls
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.tool_calls import ToolCallRecorder
from pramana.extraction.tools.stacks import StackToolBinding, correction_tools
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.calls import Function
from pramana.llm.contracts import ToolUse
from pramana.llm.testing import ToolScript
from tests.extraction.stacks.samples import (
    cells,
    extract,
    extracting,
    invoice,
    make_papers,
    make_stack,
    make_table,
    row_of,
)
from tests.settings import change


def tools_of(scope: Scope, table: TableView, **more: Any) -> Any:
    """The tools by their names, to be called as a person would; a model gives all by name."""
    binding = StackToolBinding(scope, table.stack_id, table.id, None, "scripted", **more)
    tools = correction_tools(binding, ToolCallRecorder(scope, table.id, None))
    return SimpleNamespace(**{tool.__name__: _by_place(tool) for tool in tools})


def _by_place(tool: Function) -> Function:
    return lambda *given: tool(**signature(tool).bind(*given).arguments)


def test_a_document_of_another_stack_does_not_exist(scope: Scope) -> None:
    table, _ = make_table(scope)
    _, elsewhere = make_stack(scope)
    tools = tools_of(scope, table)

    for reply in (
        tools.get_document_text(str(elsewhere[0])),
        tools.extract_row(str(elsewhere[0]), {"total": 1}),
        tools.update_cell(str(elsewhere[0]), "total", 1),
    ):
        assert reply.is_error
        assert "no document" in reply.content
    assert str(elsewhere[0]) not in tools.list_documents().content


def test_a_document_of_another_tenant_looks_like_one_that_never_was(
    scope: Scope, other_scope: Scope
) -> None:
    table, _ = make_table(scope)
    [theirs] = make_papers(other_scope, ["Their secret"])
    tools = tools_of(scope, table)

    known, unknown = uuid4(), str(theirs)

    assert tools.get_document_text(unknown).content == tools.get_document_text(
        str(known)
    ).content.replace(str(known), unknown)


@pytest.mark.parametrize("doc_id", ["", "../1", "1; DROP TABLE stacks", 7, None])
def test_what_is_no_id_is_refused_in_words(scope: Scope, doc_id: Any) -> None:
    table, _ = make_table(scope)

    assert tools_of(scope, table).get_document_text(doc_id).is_error


def test_a_row_agent_reads_its_own_document_and_no_other(scope: Scope) -> None:
    """Whatever the document tells it to read."""
    table, papers = make_table(scope, 2)

    def obeys_the_document(prompt):
        other = papers[1] if prompt.input.document_id == papers[0] else papers[0]
        return ToolScript(
            [
                ToolUse("get_document_text", {"doc_id": str(other)}),
                extracting(prompt, doc_id=str(other)),
                extracting(prompt),
            ],
            "Saved.",
        )

    extract(scope, table, row=obeys_the_document)

    calls = stack_tool_calls(scope, row_of(scope, table, papers[0]).id)
    assert [call.is_error for call in calls] == [True, True, False]
    assert cells(scope, table, papers[0])["total"]["value"] == 1500
    assert cells(scope, table, papers[1])["total"]["value"] == 2500


def test_a_model_that_errs_is_told_and_recovers(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    def errs(prompt):
        right = extracting(prompt)
        wrong = [
            {"values": {"totl": 1}},
            {"confidences": {"total": 7}},
            {"values": {"invoice_date": "next week"}},
            {"values": {"total": "a lot"}},
            {"values": {}},
        ]
        uses = [ToolUse("extract_row", {**right.arguments, **part}) for part in wrong]
        return ToolScript([*uses, right], "Saved.")

    done = extract(scope, table, row=errs)

    calls = stack_tool_calls(scope, row_of(scope, table, papers[0]).id)
    told = [call.outcome["error"]["message"] for call in calls if call.is_error]
    assert "The columns are: vendor, invoice_date, total" in told[0]
    assert "confidence must be 0.0-1.0, got 7" in told[1]
    assert "a date such as 2024-05-31" in told[2]
    assert "one number" in told[3]
    assert len(told) == 5
    assert done.done == 1
    assert [call.order for call in calls] == [1, 2, 3, 4, 5, 6]


def test_a_refused_row_saves_nothing_of_it(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    reply = tools_of(scope, table).extract_row(
        str(papers[0]), {"vendor": "Himal Traders 1", "total": "unknown words"}
    )

    assert reply.is_error
    assert cells(scope, table, papers[0])["vendor"]["value"] is None


def test_a_value_whose_words_are_not_in_the_document_is_flagged(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    tools_of(scope, table).extract_row(
        str(papers[0]),
        {"vendor": "Everest Stores", "total": 1500},
        {"vendor": 0.99, "total": 0.9},
        {"vendor": "sold by Everest Stores"},
    )

    row = cells(scope, table, papers[0])
    assert (row["vendor"]["state"], row["vendor"]["evidence"]) == ("flagged", None)
    assert row["vendor"]["confidence"] == 0.99
    assert row["vendor"]["trust"] < row["total"]["trust"]
    assert row["total"]["state"] == "extracted"


def test_a_value_that_code_reads_too_is_trusted_more(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    tools = tools_of(scope, table)

    tools.extract_row(str(papers[0]), {"total": 1500})
    tools.extract_row(str(papers[1]), {"total": 2, "invoice_date": "2024-05-03"})

    right, wrong = (cells(scope, table, paper)["total"] for paper in papers)
    assert right["signals"]["readings_agree"] is True
    assert wrong["signals"]["readings_agree"] is False
    assert right["trust"] > wrong["trust"]


def test_what_the_document_does_not_say_is_empty(scope: Scope) -> None:
    table, papers = make_table(scope, 1)

    tools_of(scope, table).extract_row(str(papers[0]), {"vendor": None})

    cell = cells(scope, table, papers[0])["vendor"]
    assert (cell["value"], cell["state"], cell["confidence"]) == (None, "empty", 0)


def test_no_text_of_a_document_is_kept_with_the_calls(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    tools = tools_of(scope, table)

    assert invoice(1).strip() in tools.get_document_text(str(papers[0])).content

    [call] = stack_tool_calls(scope, table.id)
    assert call.outcome["data"]["characters"] == len(invoice(1))
    assert "Himal" not in str(call)


def test_a_long_document_is_read_in_parts(scope: Scope) -> None:
    text = "word " * 10_000
    [paper] = make_papers(scope, [text])
    table, _ = make_table(scope, 1)
    from pramana.extraction.prompts.stacks import parse_document_part
    from pramana.extraction.services.stacks import add_documents

    add_documents(scope, table.stack_id, [paper])
    tools, parts, start = tools_of(scope, table), [], 0
    while start is not None:
        part, start = parse_document_part(tools.get_document_text(str(paper), start).content)
        parts.append(part)

    assert len(parts) == 3
    assert "".join(parts) == text


def test_the_table_is_complete_only_when_every_document_has_its_row(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    tools = tools_of(scope, table)
    tools.extract_row(str(papers[0]), {"total": 1500})

    early = tools.complete_table()
    tools.extract_row(str(papers[1]), {"total": 2500})

    assert early.is_error and "1 of 2 documents" in early.content
    assert not tools.complete_table().is_error


def test_the_state_of_the_table_shows_values_and_states(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    tools = tools_of(scope, table)
    tools.extract_row(str(papers[0]), {"total": 1500})

    told = tools.get_table_state().content

    assert '"total": ["1500", "extracted"]' in told
    assert "- total (money): Total. The amount to pay." in told


def test_another_tenant_sees_and_changes_nothing(scope: Scope, other_scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    tools = tools_of(other_scope, table)

    for reply in (
        tools.get_table_state(),
        tools.define_columns([{"name": "Mine"}]),
        tools.extract_row(str(papers[0]), {"total": 1}),
        tools.complete_table(),
    ):
        assert reply.is_error
    assert tools.list_documents().content == "No documents."


def test_a_stack_of_another_person_is_not_there_until_it_is_shared(scope: Scope) -> None:
    from pramana.extraction.services.stacks import update_stack
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.testing import make_member

    table, _ = make_table(scope, 1)
    colleague = make_member(scope, Role.REVIEWER)

    assert tools_of(colleague, table).get_table_state().is_error
    update_stack(scope, table.stack_id, shared=True)
    assert not tools_of(colleague, table).get_table_state().is_error


def test_offline_the_same_tools_fill_the_table(scope: Scope, settings) -> None:
    change(settings, model="offline")
    stack, papers = make_stack(scope, 3)
    from pramana.extraction.selectors.stacks import get_table
    from pramana.extraction.services.stacks import create_table

    table = create_table(scope, stack.id, "Whatever they say")
    start_table_extraction(scope, stack.id, table.id)
    drain_jobs()

    done = get_table(scope, stack.id, table.id)
    assert done.error == ""
    assert (done.done, done.engine) == (3, "offline")
    values = [cell["value"] for cell in cells(scope, done, papers[1]).values()]
    assert 2500 in values
    assert "2024-05-03" in values
