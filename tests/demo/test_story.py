"""The whole story: told, walked through, and taken away without a trace."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.core.files.base import ContentFile

from pramana.agni.contracts.requests import Resolution
from pramana.agni.selectors import summary_of
from pramana.agni.services import apply_pending, persist_session, resolve_entity
from pramana.demo.contracts import PropKind, StepName
from pramana.demo.selectors.steps import steps_of
from pramana.demo.selectors.story import story_of
from pramana.demo.services.removing import remove_story
from pramana.demo.services.telling import tell
from pramana.documents.selectors import documents_page, get_page
from pramana.documents.services import add_file
from pramana.evals.selectors.waiting import decisions_waiting
from pramana.external.contracts.requests import Choice
from pramana.external.contracts.stages import Stage, Verdict
from pramana.external.contracts.views import ResearchView
from pramana.external.selectors import get_research
from pramana.external.services import decide
from pramana.extraction.contracts.stacks.cells import CellState
from pramana.extraction.demo import stacks as stack_demo
from pramana.extraction.selectors.stacks.rows import every_row
from pramana.extraction.services.editing import edit_field
from pramana.extraction.services.stacks.editing import judge_cell
from pramana.extraction.services.stacks.papers import add_documents
from pramana.jobs.selectors import jobs_page
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope
from pramana.kit.waiting import WaitingKind
from pramana.memory.services.receiving import receive
from pramana.registry.selectors import record_count
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import audit_page
from pramana.tenancy.testing import make_tenant
from tests.chat.asked import make_turn
from tests.documents.traces import traces_of
from tests.memory.script import incoming

WORDS = ("Suryakot", "सूर्यकोट", "Kalika", "Himchuli", "झोलुङ्गे", "raptivoice")
"""Of the story, and of nothing else."""

OF_OWN_THINGS = {"documents.read", "memory.read", "retrieval.settle", "retrieval.embed"}


def read(is_read: Callable[[], bool]) -> None:
    while drain_jobs():
        pass
    assert is_read()


def ticked(scope: Scope, role: Role = Role.ADMIN) -> dict[StepName, bool]:
    story = story_of(scope)
    assert story
    return {step.name: step.is_done for step in steps_of(scope, role, story)}


def walk(scope: Scope) -> ResearchView:
    """What a person does who takes every step; what the web said in the end."""
    story = story_of(scope)
    assert story
    make_turn(scope)
    _decide_all(scope, story.ids(PropKind.REVIEW)[0])
    decide(scope, story.ids(PropKind.RESEARCH)[0], Choice(Verdict.APPROVED))
    table = stack_demo.table_of(scope)
    row = next(every_row(scope, table))
    judge_cell(scope, table.stack_id, table.id, row.document_id, "bank", CellState.REVIEWED)
    edit_field(scope, story.ids(PropKind.EXTRACTION)[0], "totals.total", 536750)
    read(lambda: True)
    apply_pending(scope)
    return get_research(scope, story.ids(PropKind.RESEARCH)[0])


def _decide_all(scope: Scope, session_id: UUID) -> None:
    """Everybody nothing is proposed for is new."""
    for each in summary_of(scope, session_id).unresolved:
        new = Resolution(action="create", confirmed=True)
        resolve_entity(scope, session_id, each.index, new)
    persist_session(scope, session_id, description="As the release says.", confirm=True)


def scanned(scope: Scope) -> list[str]:
    """The papers that came as pictures, of those of the story."""
    pages = {paper.filename: get_page(scope, paper.id, 0) for paper in documents_page(scope)}
    return [name for name, page in pages.items() if page.read_by.startswith("ocr:")]


def bring_own(scope: Scope) -> None:
    """What somebody adds beside the story, and even puts among its things."""
    own = add_file(scope, "contract-signed.txt", ContentFile(b"Zanzibar is not of the story."))
    add_documents(scope, stack_demo.table_of(scope).stack_id, [own.id])
    receive(scope, [incoming("Zanzibar Rai works at Acme.", group_id="own-desk")])
    name = {"kind": "PRIMARY", "en": {"full": "Zanzibar Rai"}}
    create_record(scope, {"type": "person", "names": [name]})
    read(lambda: True)


def test_the_story_is_told_walked_through_and_taken_away(
    transactional_db: None, settings: Any
) -> None:
    settings.PRAMANA = settings.PRAMANA.model_copy(update={"embeddings": "none"})
    scope, other = make_tenant("stage"), make_tenant("elsewhere")
    told = list(tell(scope, read))

    assert len(told) == 8
    assert scanned(scope) == ["invoice-kalika-footbridge.jpg"]
    assert ticked(scope) == dict.fromkeys(StepName, False)
    assert set(ticked(scope, Role.VIEWER)) == {
        StepName.READ, StepName.ASK, StepName.STACK, StepName.FACT,
    }  # fmt: skip
    waits = {page.kind for page in decisions_waiting(scope, Role.ADMIN, limit=3)}
    assert waits >= {
        WaitingKind.REVIEW, WaitingKind.SOURCES, WaitingKind.EXTRACTION, WaitingKind.STACK,
    }  # fmt: skip

    asked = walk(scope)
    assert asked.stage is Stage.DONE and asked.answer and "Thapa" in asked.answer["answer"]
    bring_own(scope)
    assert ticked(scope) == dict.fromkeys(StepName, True)
    with pytest.raises(Conflict, match="here already"):
        list(tell(scope, read))
    assert not remove_story(other)

    release = story.first(PropKind.RELEASE) if (story := story_of(scope)) else ""
    gone = remove_story(scope)
    read(lambda: True)

    assert {job.name for job in jobs_page(scope).jobs} <= OF_OWN_THINGS
    assert gone["documents"] == 12 + len(asked.candidates) and gone["records"] > 1
    assert traces_of(release, scope) == ["public.tenancy_auditentry"]
    left = {place for word in WORDS for place in traces_of(word, scope)}
    assert left <= {"public.tenancy_auditentry"}  # a record's id is made of its name
    assert [paper.filename for paper in documents_page(scope)] == ["contract-signed.txt"]
    assert record_count(scope) == 1 and "memory_fact" in " ".join(traces_of("zanzibar", scope))
    assert story_of(scope) is None and not remove_story(scope)
    with pytest.raises(Conflict, match="empty one"):
        list(tell(scope, read))
    assert [entry.action for entry in audit_page(scope)].count("demo.removed") == 1
