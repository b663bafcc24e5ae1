"""The whole story: told, walked through, and taken away without a trace."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.core.files.base import ContentFile

from pramana.agni.contracts import EntityDecision
from pramana.agni.selectors import persist_summary
from pramana.agni.services import ChangeQueue, persist_session, resolve_entity
from pramana.demo.contracts import DemoStepName, PropKind
from pramana.demo.selectors import find_demo, list_demo_steps
from pramana.demo.services import delete_demo, load_demo
from pramana.documents.selectors import get_page, newest_documents
from pramana.documents.services import add_file
from pramana.external.contracts import ResearchDecision, ResearchView, Stage, Verdict
from pramana.external.selectors import get_research
from pramana.external.services import decide
from pramana.extraction import demo as stack_demo
from pramana.extraction.contracts.stacks import CellState
from pramana.extraction.selectors.stacks import all_rows
from pramana.extraction.services.extraction_fields import edit_field
from pramana.extraction.services.stack_cells import judge_cell
from pramana.extraction.services.stacks import add_documents
from pramana.inbox import decisions_to_make
from pramana.jobs.selectors import jobs_page
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import Conflict
from pramana.kit.listings import WaitingKind
from pramana.kit.scope import Scope
from pramana.memory.services.inbox import accept_messages
from pramana.registry.selectors import record_count
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import audit_page
from pramana.tenancy.testing import make_tenant
from tests.chat.saved_questions import make_turn
from tests.documents.traces import traces_of
from tests.memory.scripted_model import incoming

WORDS = ("Suryakot", "सूर्यकोट", "Kalika", "Himchuli", "झोलुङ्गे", "raptivoice")
"""Of the story, and of nothing else."""

OF_OWN_THINGS = {"documents.read", "memory.read", "retrieval.settle", "retrieval.embed"}


def read(is_read: Callable[[], bool]) -> None:
    while drain_jobs():
        pass
    assert is_read()


def ticked(scope: Scope, role: Role = Role.ADMIN) -> dict[DemoStepName, bool]:
    story = find_demo(scope)
    assert story
    return {step.name: step.is_done for step in list_demo_steps(scope, role, story)}


def walk(scope: Scope) -> ResearchView:
    """What a person does who takes every step; what the web said in the end."""
    story = find_demo(scope)
    assert story
    make_turn(scope)
    _decide_all(scope, story.ids(PropKind.REVIEW)[0])
    decide(scope, story.ids(PropKind.RESEARCH)[0], ResearchDecision(Verdict.APPROVED))
    table = stack_demo.bids_table(scope)
    row = next(all_rows(scope, table))
    judge_cell(scope, table.stack_id, table.id, row.document_id, "bank", CellState.REVIEWED)
    edit_field(scope, story.ids(PropKind.EXTRACTION)[0], "totals.total", 536750)
    read(lambda: True)
    ChangeQueue(scope).apply_pending()
    return get_research(scope, story.ids(PropKind.RESEARCH)[0])


def _decide_all(scope: Scope, session_id: UUID) -> None:
    """Everybody nothing is proposed for is new."""
    for each in persist_summary(scope, session_id).unresolved:
        new = EntityDecision(action="create", confirmed=True)
        resolve_entity(scope, session_id, each.index, new)
    persist_session(scope, session_id, description="As the release says.", confirm=True)


def scanned(scope: Scope) -> list[str]:
    """The papers that came as pictures, of those of the story."""
    pages = {paper.filename: get_page(scope, paper.id, 0) for paper in newest_documents(scope)}
    return [name for name, page in pages.items() if page.read_by.startswith("ocr:")]


def bring_own(scope: Scope) -> None:
    """What somebody adds beside the story, and even puts among its things."""
    own = add_file(scope, "contract-signed.txt", ContentFile(b"Zanzibar is not of the story."))
    add_documents(scope, stack_demo.bids_table(scope).stack_id, [own.id])
    accept_messages(scope, [incoming("Zanzibar Rai works at Acme.", group_id="own-desk")])
    name = {"kind": "PRIMARY", "en": {"full": "Zanzibar Rai"}}
    create_record(scope, {"type": "person", "names": [name]})
    read(lambda: True)


def test_the_story_is_told_walked_through_and_taken_away(
    transactional_db: None, settings: Any
) -> None:
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"embeddings": "none"})
    scope, other = make_tenant("stage"), make_tenant("elsewhere")
    told = list(load_demo(scope, read))

    assert len(told) == 8
    assert scanned(scope) == ["invoice-kalika-footbridge.jpg"]
    assert ticked(scope) == dict.fromkeys(DemoStepName, False)
    assert set(ticked(scope, Role.VIEWER)) == {
        DemoStepName.READ, DemoStepName.ASK, DemoStepName.STACK, DemoStepName.FACT,
    }  # fmt: skip
    waits = {page.kind for page in decisions_to_make(scope, Role.ADMIN, limit=3)}
    assert waits >= {
        WaitingKind.REVIEW, WaitingKind.SOURCES, WaitingKind.EXTRACTION, WaitingKind.STACK,
    }  # fmt: skip

    asked = walk(scope)
    assert asked.stage is Stage.DONE and asked.answer and "Thapa" in asked.answer["answer"]
    bring_own(scope)
    assert ticked(scope) == dict.fromkeys(DemoStepName, True)
    with pytest.raises(Conflict, match="already loaded"):
        list(load_demo(scope, read))
    assert not delete_demo(other)

    release = story.first(PropKind.RELEASE) if (story := find_demo(scope)) else ""
    gone = delete_demo(scope)
    read(lambda: True)

    assert {job.name for job in jobs_page(scope).jobs} <= OF_OWN_THINGS
    assert gone["documents"] == 12 + len(asked.candidates) and gone["records"] > 1
    assert traces_of(release, scope) == ["public.tenancy_auditentry"]
    left = {place for word in WORDS for place in traces_of(word, scope)}
    assert left <= {"public.tenancy_auditentry"}  # a record's id is made of its name
    assert [paper.filename for paper in newest_documents(scope)] == ["contract-signed.txt"]
    assert record_count(scope) == 1 and "memory_fact" in " ".join(traces_of("zanzibar", scope))
    assert find_demo(scope) is None and not delete_demo(scope)
    with pytest.raises(Conflict, match="empty one"):
        list(load_demo(scope, read))
    assert [entry.action for entry in audit_page(scope)].count("demo.removed") == 1
