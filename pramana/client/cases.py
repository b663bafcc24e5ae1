"""Cases, with their workflows, documents, costs, notes and reports."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Literal
from uuid import UUID

from pramana.client.calls import (
    MOST,
    ApiCall,
    ApiModel,
    Id,
    Pages,
    Polling,
    continue_from,
    many,
    nothing,
    one,
    present_values,
    raw,
)
from pramana.client.chat import SourceInfo
from pramana.client.operations import C, Part, operation, page_operation, wait_operation


class CaseInfo(ApiModel):
    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None


class CasePage(ApiModel):
    cases: list[CaseInfo]
    next: str | None


class WorkflowInfo(ApiModel):
    id: UUID
    name: str
    runs: int


class Cost(ApiModel):
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


class WholeCase(ApiModel):
    case: CaseInfo
    workflows: list[WorkflowInfo]
    document_ids: list[UUID]
    costs: list[Cost]


class NoteInfo(ApiModel):
    id: UUID
    text: str
    written_by_id: UUID | None
    written_at: datetime


class SectionInfo(ApiModel):
    id: UUID
    question: str
    text: str
    sources: list[SourceInfo]
    state: str
    error: str
    engine: str
    edited_at: datetime | None
    edition: int


class CaseReportInfo(ApiModel):
    id: UUID
    case_id: UUID
    title: str
    created_at: datetime
    waiting: int
    sections: list[SectionInfo]


FileFormat = Literal["md", "docx", "pdf"]
PATH = "/api/cases/"


class CasesApi(Part[C]):
    @operation
    def open(self, name: str) -> ApiCall[CaseInfo]:
        """Open a case. Use the client's `in_case` to work on it."""
        return ApiCall("POST", PATH, one(CaseInfo), json={"name": name})

    @operation
    def get(self, case_id: Id) -> ApiCall[WholeCase]:
        """A case with its workflows, documents and costs."""
        return ApiCall("GET", f"{PATH}{case_id}", one(WholeCase))

    @operation
    def add_documents(self, case_id: Id, document_ids: Sequence[Id]) -> ApiCall[None]:
        """Add documents to the case; its reports are answered from them."""
        body = {"document_ids": [str(each) for each in document_ids]}
        path = f"{PATH}{case_id}/documents"
        return ApiCall("POST", path, nothing, json=body, repeatable=True)

    @operation
    def notes(self, case_id: Id) -> "ApiCall[list[NoteInfo]]":
        """The newest notes of a case."""
        return ApiCall("GET", f"{PATH}{case_id}/notes", many(NoteInfo, "notes"))

    @operation
    def add_note(self, case_id: Id, text: str) -> ApiCall[NoteInfo]:
        return ApiCall("POST", f"{PATH}{case_id}/notes", one(NoteInfo), json={"text": text})

    @operation
    def delete_note(self, case_id: Id, note_id: Id) -> ApiCall[None]:
        """Delete a note of your own."""
        return ApiCall("DELETE", f"{PATH}{case_id}/notes/{note_id}", nothing)

    @operation
    def reports(self, case_id: Id) -> "ApiCall[list[CaseReportInfo]]":
        """The reports of a case, newest first."""
        return ApiCall("GET", f"{PATH}{case_id}/reports", many(CaseReportInfo, "reports"))

    @operation
    def write_report(
        self, case_id: Id, questions: Sequence[str], *, title: str = ""
    ) -> ApiCall[CaseReportInfo]:
        """Have each question answered from the case; `wait_for_report` returns the answers."""
        body = {"title": title, "questions": [*questions]}
        return ApiCall("POST", f"{PATH}{case_id}/reports", one(CaseReportInfo), json=body)

    @operation
    def report(self, case_id: Id, report_id: Id) -> ApiCall[CaseReportInfo]:
        return ApiCall("GET", _report(case_id, report_id), one(CaseReportInfo))

    @operation
    def report_file(
        self, case_id: Id, report_id: Id, format: FileFormat = "docx"
    ) -> ApiCall[bytes]:
        """The report as Word, PDF or Markdown."""
        params = {"format": format}
        return ApiCall("GET", f"{_report(case_id, report_id)}/file", raw, params=params)

    @operation
    def delete_report(self, case_id: Id, report_id: Id) -> ApiCall[None]:
        return ApiCall("DELETE", _report(case_id, report_id), nothing)

    @operation
    def answer_again(
        self,
        case_id: Id,
        report_id: Id,
        section_ids: Sequence[Id] = (),
        *,
        overwrite: bool = False,
    ) -> ApiCall[CaseReportInfo]:
        """Answer sections again; without any, those that have no text."""
        body = {"section_ids": [str(each) for each in section_ids], "overwrite": overwrite}
        path = f"{_report(case_id, report_id)}/answers"
        return ApiCall("POST", path, one(CaseReportInfo), json=body)

    @operation
    def add_section(self, case_id: Id, report_id: Id, question: str) -> ApiCall[SectionInfo]:
        """Add a section at the end, and have it answered."""
        path = f"{_report(case_id, report_id)}/sections"
        return ApiCall("POST", path, one(SectionInfo), json={"question": question})

    @operation
    def edit_section(
        self,
        case_id: Id,
        report_id: Id,
        section_id: Id,
        *,
        edition: int = 0,
        question: str | None = None,
        text: str | None = None,
    ) -> ApiCall[SectionInfo]:
        """Change a section as you read it: `edition` is the one you saw."""
        body = present_values(edition=edition, question=question, text=text)
        path = f"{_report(case_id, report_id)}/sections/{section_id}"
        return ApiCall("PATCH", path, one(SectionInfo), json=body)

    @operation
    def delete_section(self, case_id: Id, report_id: Id, section_id: Id) -> ApiCall[None]:
        path = f"{_report(case_id, report_id)}/sections/{section_id}"
        return ApiCall("DELETE", path, nothing)

    @operation
    def list(self, *, after: str = "", limit: int = 50) -> ApiCall[CasePage]:
        """One page, newest first. Pass the page's `next` as `after` to continue."""
        params = {"after": after, "limit": limit}
        return ApiCall("GET", PATH, one(CasePage), params=params)

    @page_operation
    def every(self) -> Pages[CasePage, CaseInfo]:
        """All of them, newest first, fetched page by page."""
        return Pages(
            ApiCall("GET", PATH, one(CasePage), params={"limit": MOST}),
            lambda page: page.cases,
            lambda page: continue_from("after", page.next),
        )

    @wait_operation
    def wait_for_report(
        self, case_id: Id, report_id: Id, *, timeout: float = 300
    ) -> Polling[CaseReportInfo]:
        """Wait until no section is being answered."""
        call = CasesApi.report.build(self, case_id, report_id)
        return Polling(call, lambda report: not report.waiting, timeout)


def _report(case_id: Id, report_id: Id) -> str:
    return f"{PATH}{case_id}/reports/{report_id}"
