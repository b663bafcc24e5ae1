"""An agent's run in a worker. It goes on whoever still watches, and can be begun again."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.conf import settings

from pramana.extraction.agent import Agent
from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.domain.limits import Limits
from pramana.extraction.domain.paths import format_path
from pramana.extraction.domain.tree import leaves
from pramana.extraction.errors.extractions import AgentStopped
from pramana.extraction.prompts.correct import CorrectInput, correct_prompt
from pramana.extraction.prompts.extract import ExtractInput, extract_prompt
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.activity import Story
from pramana.extraction.services.ending import end_correction, end_extraction, fail_run
from pramana.extraction.services.rows import paper_of
from pramana.extraction.services.second import keep_second_reading
from pramana.extraction.services.starting import CORRECT_TASK, EXTRACT_TASK
from pramana.extraction.tools import Binding, Calls, create_tools
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.registry import task
from pramana.kit.errors import ContextError
from pramana.llm.contracts import Completion, Prompt, Usage
from pramana.llm.gateway import gateway

FINISHED = "The extraction had been completed before its worker was stopped."


def say_why(job: Claim, error: str, extraction_id: UUID, **_: object) -> None:
    """The run was given up: the record says why, and what was saved stays."""
    if job.run_id:
        fail_run(job.scope, extraction_id, job.run_id, error, extracting=job.name == EXTRACT_TASK)


@task(EXTRACT_TASK, on_failure=say_why)
def extract(job: JobContext, extraction_id: UUID) -> None:
    """Read the document into fields. An attempt after a crash goes on from what was saved."""
    found = get_extraction(job.scope, extraction_id)
    if found.status is ExtractionStatus.COMPLETED:  # the worker died between that and the end
        done = Completion(FINISHED, found.engine, Usage(), None, 0)
        return _ended(job, extraction_id, done)
    paper = paper_of(job.scope, found.document_id)
    asked = ExtractInput(paper.text, paper.page_starts, found.custom_fields)
    prompt = extract_prompt(asked)
    engine = gateway(job.scope).engine_for(prompt)
    keep_second_reading(job.scope, extraction_id, paper, found.custom_fields, engine)
    is_complete = partial(_is_complete, job, extraction_id)
    done = _worked(job, found, paper, prompt, is_complete=is_complete)
    if not is_complete():
        raise AgentStopped()
    _ended(job, extraction_id, done)


def never() -> bool:
    """A correction has no mark by which it is complete before its agent ends."""
    return False


def _is_complete(job: JobContext, extraction_id: UUID) -> bool:
    return get_extraction(job.scope, extraction_id).status is ExtractionStatus.COMPLETED


def _ended(job: JobContext, extraction_id: UUID, done: Completion[str]) -> None:
    with job.commit():
        end_extraction(job.scope, extraction_id, _run(job), done)


@task(CORRECT_TASK, on_failure=say_why)
def correct(job: JobContext, extraction_id: UUID, instruction: str, overwrite: bool) -> None:
    """Change what the person asks for. Done twice after a crash, it changes nothing twice."""
    found = get_extraction(job.scope, extraction_id)
    paper = paper_of(job.scope, found.document_id)
    paths = tuple(format_path(path) for path, _ in leaves(found.extracted_fields))
    prompt = correct_prompt(CorrectInput(instruction, found.extracted_fields, paths))
    done = _worked(job, found, paper, prompt, is_complete=never, overwrite=overwrite)
    with job.commit():
        end_correction(job.scope, extraction_id, _run(job), done)


def _worked(
    job: JobContext,
    found: ExtractionView,
    paper: Paper,
    prompt: Prompt[str],
    *,
    is_complete: Callable[[], bool],
    overwrite: bool = False,
) -> Completion[str]:
    run_id = _run(job)
    binding = Binding(job.scope, found.document_id, found.id, run_id, paper, overwrite)
    calls = Calls(job.scope, found.id, run_id)
    story = Story(job.scope, found.id, run_id)
    agent = Agent(gateway(job.scope), calls, story, limits(), job.progress)
    return agent.work(prompt, create_tools(binding, calls), is_complete)


def limits() -> Limits:
    """What one run may use, as the operator set it."""
    environment = settings.PRAMANA
    return Limits(
        turns=environment.extraction_turns,
        tokens=environment.extraction_tokens,
        seconds=environment.extraction_seconds,
    )


def _run(job: JobContext) -> UUID:
    if job.run_id is None:
        raise ContextError("An agent works in a run.")
    return job.run_id
