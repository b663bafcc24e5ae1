"""What jobs are about, in people's words: the document, review, extraction, stack or question."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from pramana.agni.selectors import get_session
from pramana.documents.contracts import PASSAGES
from pramana.documents.selectors import documents_by_id
from pramana.external.selectors import get_research
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.stacks import stack_of_table
from pramana.jobs.contracts import JobState, JobView
from pramana.jobs.selectors import job_arguments
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.web.params import parse_id

MOST_LOOKUPS = 12
"""Subjects that are looked up one by one for a page of jobs; others go by their task alone."""


@dataclass(frozen=True)
class JobSubject:
    """What a job works on, and its page."""

    title: str
    address: str


@dataclass(frozen=True)
class JobGroup:
    """The jobs about one thing. The lead says best how it stands: it runs, failed, or is newest."""

    lead: JobView
    subject: JobSubject | None
    others: tuple[JobView, ...] = ()


def group_jobs(
    scope: Scope, jobs: Sequence[JobView], *, lookups: int = MOST_LOOKUPS
) -> list[JobGroup]:
    """The jobs by what they are about, in the order of their newest job."""
    subjects = subjects_of(scope, jobs, lookups=lookups)
    groups: dict[object, list[JobView]] = {}
    for job in jobs:
        subject = subjects.get(job.id)
        groups.setdefault(subject.address if subject else _family(job), []).append(job)
    return [_group(members, subjects) for members in groups.values()]


def _family(job: JobView) -> object:
    """What jobs without a subject are grouped by: their run, or the lane they wait in."""
    return job.run_id or (job.name, job.lane if job.lane else job.id)


def _group(jobs: list[JobView], subjects: dict[UUID, JobSubject]) -> JobGroup:
    lead = min(jobs, key=lambda job: (_urgency(job.state), -job.position))
    others = tuple(job for job in jobs if job is not lead)
    subject = next((subjects[job.id] for job in jobs if job.id in subjects), None)
    return JobGroup(lead, subject, others)


def _urgency(state: JobState) -> int:
    order = (JobState.RUNNING, JobState.QUEUED, JobState.FAILED, JobState.DEAD)
    return order.index(state) if state in order else len(order)


def subjects_of(
    scope: Scope, jobs: Sequence[JobView], *, lookups: int = MOST_LOOKUPS
) -> dict[UUID, JobSubject]:
    """The subjects of jobs by their ids; a subject that was deleted is left out."""
    arguments = job_arguments(scope, [job.id for job in jobs])
    documents = {job_id: id for job_id, given in arguments.items() if (id := _document_id(given))}
    titles = {each.id: each.title for each in documents_by_id(scope, set(documents.values()))}
    found = {
        job_id: JobSubject(titles[id], reverse("web:library-document", args=[id]))
        for job_id, id in documents.items()
        if id in titles
    }
    known: dict[tuple[str, UUID], JobSubject | None] = {}
    for job_id, place in _other_places(arguments, found):
        if place not in known and len(known) < lookups:
            known[place] = _look_up(scope, *place)
        if subject := known.get(place):
            found[job_id] = subject
    return found


def _document_id(given: dict[str, object]) -> UUID | None:
    """The document a job names, or the only one whose passages it prepares."""
    if given.get("space") == PASSAGES:
        parents = given.get("parent_ids")
        if not isinstance(parents, list) or len(parents) != 1:
            return None
        return parse_id(str(parents[0]))
    return parse_id(str(given.get("document_id", "")))


def _other_places(
    arguments: dict[UUID, dict[str, object]], found: dict[UUID, JobSubject]
) -> Iterator[tuple[UUID, tuple[str, UUID]]]:
    for job_id, given in arguments.items():
        for name in LOOKUPS:
            id = parse_id(str(given.get(name, "")))
            if id and job_id not in found:
                yield job_id, (name, id)


def _look_up(scope: Scope, name: str, id: UUID) -> JobSubject | None:
    try:
        title, page, of = LOOKUPS[name](scope, id)
    except NotFound:
        return None
    return JobSubject(title, reverse(page, args=[of]))


def _of_table(scope: Scope, table_id: UUID) -> tuple[str, str, UUID]:
    stack = stack_of_table(scope, table_id)
    return stack.name, "web:stacks-stack", stack.id


LOOKUPS: dict[str, Callable[[Scope, UUID], tuple[str, str, UUID]]] = {
    "session_id": lambda scope, id: (
        get_session(scope, id).document_title,
        "web:review-session",
        id,
    ),
    "extraction_id": lambda scope, id: (
        get_extraction(scope, id).document_title,
        "web:extract-one",
        id,
    ),
    "research_id": lambda scope, id: (get_research(scope, id).text, "web:research-run", id),
    "table_id": _of_table,
}
"""By the name of an argument: the title of its subject, the subject's page, and its id there."""
