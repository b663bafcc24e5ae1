"""Background work on reports of cases, registered by name."""

from uuid import UUID

from pramana.cases.selectors import documents_of_case, get_report
from pramana.cases.services import ANSWER_TASK, end_report_run, fail_sections, save_answer
from pramana.chat.documents_answer import ask_documents
from pramana.jobs.claims import Claim
from pramana.jobs.registry import JobContext, task
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import run_scope


def record_failure(job: Claim, error: str, report_id: UUID, editions: dict[UUID, int]) -> None:
    fail_sections(job.scope, editions, error)
    end_report_run(job.scope, job.run_id, RunState.FAILED)


@task(ANSWER_TASK, on_failure=record_failure)
def answer_sections(job: JobContext, report_id: UUID, editions: dict[UUID, int]) -> None:
    """Answer sections of a report one after the other, each from the documents of the case.

    Each answer is saved by itself. A second attempt goes on with those that still wait.
    """
    assert job.run_id is not None
    scope = run_scope(job.scope, job.run_id)
    report = get_report(scope, report_id)
    documents = frozenset(each.document_id for each in documents_of_case(scope, report.case_id))
    wanted = [each for each in report.sections if editions.get(each.id) == each.edition]
    for number, section in enumerate(wanted):
        job.progress("answering", number, len(wanted))
        try:
            response, _calls = ask_documents(scope, section.question, documents, report_id)
        except AppError as error:
            fail_sections(scope, {section.id: section.edition}, error.message)
        else:
            save_answer(scope, section.id, section.edition, response, at=utcnow())
    with job.commit():
        end_report_run(scope, job.run_id, RunState.DONE)
