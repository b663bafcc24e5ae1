"""A question may name the case it is asked for; its run, its nodes and its tool then say so."""

from typing import Any
from uuid import UUID, uuid4

from pramana.cases.selectors import tool_lines
from pramana.chat.models import ChatSession, Turn
from pramana.chat.turns import start_turn
from pramana.documents.selectors import LibraryQuery, library_page
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.contracts import KeyKind, Matter, Role
from pramana.tenancy.models import Run, Workflow
from pramana.tenancy.selectors import run_scope, steps_of
from pramana.tenancy.services import create_key, open_case
from pramana.tenancy.testing import make_tenant
from tests.chat.conftest import SIGNED, Caller, answer, in_db, question


async def test_an_answer_belongs_to_its_case_and_tells_its_nodes(
    library: Scope, person: Caller
) -> None:
    case_id = await in_db(open_case)(library, "The bridge")
    said = await person.ask(case_id=str(case_id), workflow="intake")
    assert said.status_code == 200, said.content
    run_id = await in_db(_run_of)(library)
    within = await in_db(run_scope)(library, run_id)
    assert within.case_id == case_id and within.workflow_id

    steps = await in_db(steps_of)(library, run_id)
    assert [(step.name, step.outcome) for step in steps] == [("retrieve", "ok"), ("compose", "ok")]
    [tool] = await in_db(tool_lines)(library, run_id)
    began, over = steps[0].began_at, steps[1].began_at
    assert (tool.tool, tool.input) == ("search_book_content", {"query": SIGNED})
    assert began <= tool.at <= over


async def test_the_graph_is_handed_the_case(library: Scope) -> None:
    seen: list[ScopeContext] = []

    def scripted_gateway(context: Scope) -> Any:
        assert isinstance(context, ScopeContext)
        seen.append(context)
        raise LookupError("far enough")

    case_id = await in_db(open_case)(library, "The bridge")
    live = await start_turn(
        library, question(library, matter=Matter(case_id)), gateway_factory=scripted_gateway
    )
    assert [frame async for frame in live.stream()]
    assert [(each.case_id, each.workflow_id) for each in seen] == [(case_id, None)]


async def test_a_question_without_a_case_has_none(library: Scope) -> None:
    await answer(library)
    assert (await in_db(run_scope)(library, await in_db(_run_of)(library))).case_id is None


async def test_a_case_that_is_not_the_tenants_is_404_and_nothing_is_written(
    library: Scope, person: Caller
) -> None:
    theirs = await in_db(open_case)(await in_db(make_tenant)("others"), "Theirs")
    wrong = ({"case_id": str(theirs)}, {"case_id": str(uuid4())}, {"workflow": "intake"})
    for matter in wrong:
        refused = await person.ask(**matter)
        assert (refused.status_code, refused.json()["error_code"]) == (404, "NOT_FOUND")
        assert refused.json()["message"] == "There is no such case."
    assert await in_db(_written)(library) == 0


async def test_a_visitor_of_an_embedded_chat_works_on_nobodys_case(library: Scope) -> None:
    case_id = await in_db(open_case)(library, "The bridge")
    origin = "https://docs.example.org"
    key = await in_db(create_key)(
        library, "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=[origin]
    )
    refused = await Caller(key.secret, Origin=origin).ask(case_id=str(case_id))
    assert refused.status_code == 404, refused.content
    assert await in_db(_written)(library) == 0


async def test_a_case_as_a_model_answers_from_its_own_documents_alone(
    library: Scope, person: Caller
) -> None:
    bridge, water = [await in_db(_case_about)(library, title) for title in ("Bridge", "Water")]
    empty = await in_db(open_case)(library, "Nothing yet")
    told = {case: await _completion(person, case) for case in (bridge, water, empty)}

    models = (await person.get("/v1/models")).json()["data"]
    assert {f"case:{case}" for case in told} <= {each["id"] for each in models}
    assert "Sita Rai" in told[bridge]["content"] and told[bridge]["annotations"]
    for case in (water, empty):
        assert "Sita Rai" not in told[case]["content"] and not told[case]["annotations"]


def _case_about(scope: Scope, title: str) -> UUID:
    """A case whose run worked on the document with this title."""
    case_id = open_case(scope, f"The {title}")
    documents = library_page(scope, LibraryQuery()).documents
    [document_id] = [each.id for each in documents if each.title == title]
    start_extraction(scope, document_id, matter=Matter(case_id, "intake"))
    return case_id


async def _completion(person: Caller, case_id: UUID) -> dict[str, Any]:
    messages = [{"role": "user", "content": SIGNED}]
    said = await person.post("/v1/chat/completions", model=f"case:{case_id}", messages=messages)
    assert said.status_code == 200, said.content
    message: dict[str, Any] = said.json()["choices"][0]["message"]
    return message


def _run_of(scope: Scope) -> UUID:
    return Turn.objects.in_scope(scope).get().run_id


def _written(scope: Scope) -> int:
    tables = (ChatSession, Turn, Workflow)
    kept = sum(table.objects.in_scope(scope).count() for table in tables)
    return kept + Run.objects.in_scope(scope).filter(kind="chat.answer").count()
