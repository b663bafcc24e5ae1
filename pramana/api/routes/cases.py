"""Cases over HTTP: their runs, documents and costs, and what people put in: notes and reports."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Schema, Status
from pydantic import ConfigDict, Field, StringConstraints

from pramana.api.apis import Limit
from pramana.cases.contracts import (
    CaseDocument,
    CaseNoteView,
    CaseReportView,
    ItemKind,
    SectionState,
    SectionView,
)
from pramana.cases.errors import ReportNotFound, SectionNotFound
from pramana.cases.selectors import (
    PricedCase,
    documents_of_case,
    get_priced_case,
    get_report,
    list_priced_cases,
    notes_of_case,
    reports_of_case,
)
from pramana.cases.services import (
    LONGEST_QUESTION,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_SECTIONS,
    add_items,
    add_section,
    ask_sections,
    create_report,
    delete_note,
    delete_report,
    edit_section,
    remove_section,
    write_note,
)
from pramana.chat.answer_report import report_of_answers
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import documents_by_id
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import NO_NUL, READABLE
from pramana.llm.selectors import ModelSpending, case_spending
from pramana.reports.writers import ReportFormat, report_response
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.selectors import WorkflowLine, get_case, workflows_of
from pramana.tenancy.services import open_case

router = AreaRouter("cases", tags=["cases"])

CaseName = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=READABLE)]


class CaseIn(Schema):
    model_config = ConfigDict(extra="forbid")

    name: CaseName


class CaseOut(Schema):
    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int = Field(description="Active runs.")
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None = Field(description="In US dollars, over the calls with a known price.")


class CasesOut(Schema):
    cases: list[CaseOut]
    next: str | None


class WorkflowOut(Schema):
    id: UUID
    name: str
    runs: int


class CostOut(Schema):
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


class WholeCaseOut(Schema):
    case: CaseOut
    workflows: list[WorkflowOut]
    document_ids: list[UUID] = Field(
        description="Documents that its runs added, extracted, reviewed or read in a stack."
    )
    costs: list[CostOut]


@router.get("/cases/", response=CasesOut, auth=needs(Role.VIEWER))
def list_cases(
    request: ScopedRequest,
    after: Annotated[str, Query(max_length=200)] = "",
    limit: Limit = 50,
) -> dict[str, list[PricedCase] | str | None]:
    """The tenant's cases, newest first. Pass `next` as `after` to continue."""
    cases = list_priced_cases(request.scope, after=after, limit=limit + 1)
    page = cases[:limit]
    return {"cases": page, "next": page[-1].place if len(cases) > limit else None}


@router.post("/cases/", response={201: CaseOut}, auth=needs(Role.REVIEWER))
def open_one(request: ScopedRequest, body: CaseIn) -> Status[PricedCase]:
    """Open a case. Name it in `case_id` when you start a run."""
    return Status(201, get_priced_case(request.scope, open_case(request.scope, body.name)))


@router.get("/cases/{uuid:case_id}", response=WholeCaseOut, auth=needs(Role.VIEWER))
def one_case(
    request: ScopedRequest, case_id: UUID
) -> dict[str, PricedCase | list[WorkflowLine] | list[UUID] | list[ModelSpending]]:
    """One case: its workflows, the documents its runs worked on, and what they cost."""
    scope = request.scope
    return {
        "case": get_priced_case(scope, case_id),
        "workflows": workflows_of(scope, case_id),
        "document_ids": _distinct(documents_of_case(scope, case_id)),
        "costs": case_spending(scope, case_id),
    }


def _distinct(parts: list[CaseDocument]) -> list[UUID]:
    return list(dict.fromkeys(part.document_id for part in parts))


contents_router = AreaRouter("case_reports", tags=["cases"])

MOST_ADDED = 500
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT, pattern=NO_NUL)]
Question = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_QUESTION, pattern=READABLE)
]


class StrictBody(Schema):
    model_config = ConfigDict(extra="forbid")


class CaseDocumentsIn(StrictBody):
    document_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_ADDED)]


class CaseDocumentsOut(Schema):
    added: int = Field(description="How many were not in the case before.")


@contents_router.post(
    "/cases/{uuid:case_id}/documents", response=CaseDocumentsOut, auth=needs(Role.REVIEWER)
)
def add_documents(request: ScopedRequest, case_id: UUID, body: CaseDocumentsIn) -> dict[str, int]:
    """Add documents to a case, from which its reports are answered. 404 if one is unknown."""
    wanted = list(dict.fromkeys(body.document_ids))
    if len(documents_by_id(request.scope, wanted)) != len(wanted):
        raise DocumentNotFound()
    subjects = [str(each) for each in wanted]
    return {"added": add_items(request.scope, case_id, ItemKind.DOCUMENT, subjects)}


class NoteIn(StrictBody):
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT, pattern=NO_NUL)]


class NoteOut(Schema):
    id: UUID
    text: str
    written_by_id: UUID | None
    written_at: datetime


class NotesOut(Schema):
    notes: list[NoteOut]


@contents_router.get("/cases/{uuid:case_id}/notes", response=NotesOut, auth=needs(Role.VIEWER))
def list_notes(request: ScopedRequest, case_id: UUID) -> dict[str, list[CaseNoteView]]:
    """The newest 200 notes of a case, newest first."""
    get_case(request.scope, case_id)
    return {"notes": notes_of_case(request.scope, case_id)}


@contents_router.post(
    "/cases/{uuid:case_id}/notes", response={201: NoteOut}, auth=needs(Role.REVIEWER)
)
def add_note(request: ScopedRequest, case_id: UUID, body: NoteIn) -> Status[CaseNoteView]:
    """Write a note."""
    note_id = write_note(request.scope, case_id, body.text)
    notes = notes_of_case(request.scope, case_id)
    return Status(201, next(each for each in notes if each.id == note_id))


@contents_router.delete(
    "/cases/{uuid:case_id}/notes/{uuid:note_id}", response={204: None}, auth=needs(Role.REVIEWER)
)
def remove_note(request: ScopedRequest, case_id: UUID, note_id: UUID) -> Status[None]:
    """Delete a note of your own."""
    delete_note(request.scope, case_id, note_id)
    return Status(204, None)


class ReportIn(StrictBody):
    title: Annotated[str, StringConstraints(max_length=LONGEST_TITLE, pattern=NO_NUL)] = Field(
        default="", description="Without it, the name of the case."
    )
    questions: Annotated[list[Question], Field(min_length=1, max_length=MOST_SECTIONS)] = Field(
        description="The outline: one section for each."
    )


class SectionOut(Schema):
    id: UUID
    question: str
    text: str = Field(description="Names its sources as `[n]`, by their place from 1.")
    sources: list[dict[str, Any]]
    state: SectionState
    error: str
    engine: str
    answered_at: datetime | None
    edited_by_id: UUID | None
    edited_at: datetime | None
    edition: int = Field(description="Send it back when you change the section.")


class ReportOut(Schema):
    id: UUID
    case_id: UUID
    title: str
    created_by_id: UUID | None
    created_at: datetime
    waiting: int = Field(description="Sections that are being answered.")
    sections: list[SectionOut]


class ReportsOut(Schema):
    reports: list[ReportOut]


@contents_router.get("/cases/{uuid:case_id}/reports", response=ReportsOut, auth=needs(Role.VIEWER))
def list_reports(request: ScopedRequest, case_id: UUID) -> dict[str, list[CaseReportView]]:
    """The reports of a case, newest first."""
    get_case(request.scope, case_id)
    return {"reports": reports_of_case(request.scope, case_id)}


@contents_router.post(
    "/cases/{uuid:case_id}/reports", response={202: ReportOut}, auth=needs(Role.REVIEWER)
)
def start_report(request: ScopedRequest, case_id: UUID, body: ReportIn) -> Status[CaseReportView]:
    """Have a report written: each section is answered from the documents of the case."""
    report_id = create_report(request.scope, case_id, body.title, body.questions)
    return Status(202, get_report(request.scope, report_id))


def _report_of_case(scope: Scope, case_id: UUID, report_id: UUID) -> CaseReportView:
    report = get_report(scope, report_id)
    if report.case_id != case_id:
        raise ReportNotFound()
    return report


ONE = "/cases/{uuid:case_id}/reports/{uuid:report_id}"


@contents_router.get(ONE, response=ReportOut, auth=needs(Role.VIEWER))
def one_report(request: ScopedRequest, case_id: UUID, report_id: UUID) -> CaseReportView:
    """A report with its sections."""
    return _report_of_case(request.scope, case_id, report_id)


@contents_router.get(f"{ONE}/file", auth=needs(Role.VIEWER))
def report_as_file(
    request: ScopedRequest, case_id: UUID, report_id: UUID, format: ReportFormat = "md"
) -> HttpResponse:
    """The report as a file, with numbered sources and links to the quoted words."""
    report = _report_of_case(request.scope, case_id, report_id)
    cited = report_of_answers(
        report.title,
        [(each.question, each.answer) for each in report.sections],
        absolute=request.build_absolute_uri,
        byline=f"{report.created_at:%Y-%m-%d}",
    )
    return report_response(cited, format)


@contents_router.delete(ONE, response={204: None}, auth=needs(Role.REVIEWER))
def remove_report(request: ScopedRequest, case_id: UUID, report_id: UUID) -> Status[None]:
    """Delete a report with its sections."""
    delete_report(request.scope, _report_of_case(request.scope, case_id, report_id).id)
    return Status(204, None)


class AnswersIn(StrictBody):
    section_ids: Annotated[list[UUID], Field(max_length=MOST_SECTIONS)] = Field(
        default_factory=list, description="Without any, every section that has no text."
    )
    overwrite: bool = Field(default=False, description="Also replace texts that people edited.")


@contents_router.post(f"{ONE}/answers", response={202: ReportOut}, auth=needs(Role.REVIEWER))
def answer_sections(
    request: ScopedRequest, case_id: UUID, report_id: UUID, body: AnswersIn
) -> Status[CaseReportView]:
    """Have sections answered again. 409 if a person edited one, unless `overwrite` is set."""
    _report_of_case(request.scope, case_id, report_id)
    chosen = body.section_ids or None
    ask_sections(request.scope, report_id, chosen, overwrite=body.overwrite)
    return Status(202, get_report(request.scope, report_id))


class SectionIn(StrictBody):
    question: Question


@contents_router.post(f"{ONE}/sections", response={202: SectionOut}, auth=needs(Role.REVIEWER))
def append_section(
    request: ScopedRequest, case_id: UUID, report_id: UUID, body: SectionIn
) -> Status[SectionView]:
    """Add a section at the end, and have it answered."""
    _report_of_case(request.scope, case_id, report_id)
    section_id = add_section(request.scope, report_id, body.question)
    return Status(202, _section(request.scope, report_id, section_id))


class SectionChange(StrictBody):
    edition: Annotated[int, Field(ge=0, le=2**31 - 1)]
    question: Question | None = None
    text: Text | None = None


@contents_router.patch(
    f"{ONE}/sections/{{uuid:section_id}}", response=SectionOut, auth=needs(Role.REVIEWER)
)
def change_section(
    request: ScopedRequest, case_id: UUID, report_id: UUID, section_id: UUID, body: SectionChange
) -> SectionView:
    """Edit a section; earlier texts are kept. 409 if it changed since the edition you name."""
    _report_of_case(request.scope, case_id, report_id)
    now = _section(request.scope, report_id, section_id)
    edit_section(
        request.scope,
        report_id,
        section_id,
        question=now.question if body.question is None else body.question,
        text=now.text if body.text is None else body.text,
        edition=body.edition,
        at=utcnow(),
    )
    return _section(request.scope, report_id, section_id)


@contents_router.delete(
    f"{ONE}/sections/{{uuid:section_id}}", response={204: None}, auth=needs(Role.REVIEWER)
)
def drop_section(
    request: ScopedRequest, case_id: UUID, report_id: UUID, section_id: UUID
) -> Status[None]:
    """Take a section out of the report."""
    _report_of_case(request.scope, case_id, report_id)
    remove_section(request.scope, report_id, section_id)
    return Status(204, None)


def _section(scope: Scope, report_id: UUID, section_id: UUID) -> SectionView:
    sections = get_report(scope, report_id).sections
    found = next((each for each in sections if each.id == section_id), None)
    if found is None:
        raise SectionNotFound()
    return found
