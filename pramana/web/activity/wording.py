"""Names of run kinds, events and stages, and of what a job or a run is about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.agni.selectors import get_session
from pramana.documents.contracts import PASSAGES
from pramana.documents.selectors import documents_by_id
from pramana.external.contracts import Stage
from pramana.external.selectors import get_research
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.stacks import stack_of_table
from pramana.jobs.contracts import JobState, JobView
from pramana.jobs.selectors import job_arguments
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.steps import FAILED
from pramana.web.params import parse_id
from pramana.web.research.wording import STAGES as RESEARCH_STAGES
from pramana.web.wording import Label, StateLabel, event_name, stage_name, task_name

RUN_KINDS: dict[str, Label] = {
    "agni.session": later("Review"),
    "cases.report": later("Report of a case"),
    "chat.answer": later("Answer"),
    "documents.fetch": later("Web fetch"),
    "documents.read": later("Document reading"),
    "external.research": later("Research"),
    "extraction.correct": later("Extraction correction"),
    "extraction.extract": later("Extraction"),
    "extraction.stack": later("Table extraction"),
    "extraction.stack_correction": later("Table correction"),
}

RUN_STATES: dict[RunState, StateLabel] = {
    RunState.ACTIVE: ("working", later("In progress")),
    RunState.DONE: ("good", later("Done")),
    RunState.FAILED: ("bad", later("Failed")),
}

RUN_EVENTS: dict[str, Label] = {
    "delta": later("text received"),
    "state": later("progressed"),
}

ANSWER_STATES: dict[str, Label] = {
    "RECEIVED": later("Question received"),
    "RETRIEVING": later("Searching for passages"),
    "GENERATING": later("Writing the answer"),
    "COMPLETED": later("Answered"),
    "FAILED": later("Failed"),
}
"""The states of an answer, by the codes that the source documents define."""

TOOL_NAMES: dict[str, Label] = {
    "complete_extraction": later("Finish the extraction"),
    "extract_fields": later("Save fields"),
    "get_current_extraction": later("Check the current values"),
    "get_document_text": later("Read the document"),
    "hybrid_search_and_score": later("Score results"),
    "identify_document": later("Identify the document type"),
    "remove_field": later("Remove a field"),
    "search_book_content": later("Search the documents"),
    "search_memory": later("Search memory"),
    "update_field": later("Change a field"),
    "web_search": later("Search the web"),
}


NODE_NAMES: dict[str, Label] = {
    "approve": later("Ask for approval"),
    "compose": later("Write the answer"),
    "ingest": later("Add approved pages"),
    "retrieve": later("Find passages"),
    "search": later("Search"),
    "select": later("Select candidates"),
}
"""Graph nodes, by their names in the graph."""


def run_kind_name(kind: str) -> str:
    return str(RUN_KINDS[kind]) if kind in RUN_KINDS else task_name(kind)


MODEL_TASKS: dict[str, Label] = {
    "chat": later("Answers"),
    "extraction": later("Extraction and stacks"),
    "agni": later("Reviews"),
    "memory": later("Memory"),
    "external": later("Research"),
    "retrieval": later("Ranking of results"),
}
"""What has prompts of its own, by the first part of their names."""


def purpose_name(purpose: str) -> str:
    """What a model was asked for, by the capability that asked."""
    if purpose.startswith("llm."):
        return _("Trials in the settings")
    return str(MODEL_TASKS.get(purpose.partition(".")[0], _("Other")))


def tool_name(tool: str) -> str:
    return str(TOOL_NAMES.get(tool) or tool.replace("_", " ").capitalize())


def node_name(node: str) -> str:
    return str(NODE_NAMES.get(node, node))


def outcome_text(outcome: str) -> str:
    """How a node ended. Error texts are not shown, because they may quote a document."""
    return _("It failed with an error.") if outcome == FAILED else outcome


def event_label(kind: str) -> str:
    return str(RUN_EVENTS[kind]) if kind in RUN_EVENTS else event_name(kind)


def step_name(code: str) -> str:
    """The name of a stage of any capability."""
    if code in ANSWER_STATES:
        return str(ANSWER_STATES[code])
    if code in set(Stage):
        return str(RESEARCH_STAGES[Stage(code)][1])
    return stage_name(code)


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
