"""Jobs that correct a table in words."""

from uuid import UUID

from pramana.extraction.prompts.stacks.correct import CorrectInput, correct_prompt
from pramana.extraction.selectors.stacks.tables import get_table
from pramana.extraction.services.stacks.correcting import (
    CORRECT_TASK,
    CorrectionWork,
    correction_to_do,
    end_correction,
)
from pramana.extraction.tools import Calls
from pramana.extraction.tools.stacks import StackBinding, for_correction
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import task
from pramana.kit.scope import Scope
from pramana.llm.contracts import Completion
from pramana.llm.gateway import gateway
from pramana.tenancy.selectors import within_run

QUESTIONS = 40


def correction_failed(job: Claim, error: str, correction_id: UUID) -> None:
    end_correction(job.scope, correction_id, error=sentence_of(error))


@task(CORRECT_TASK, attempts=1, on_failure=correction_failed)
def correct_stack_table(job: JobContext, correction_id: UUID) -> None:
    """Have the agent do what was asked. Not tried again by itself: half may be done already."""
    work = correction_to_do(job.scope, correction_id)
    if work is None:
        return
    completion = _corrected(within_run(job.scope, work.run_id), work)
    with job.commit():
        end_correction(job.scope, correction_id, answer=completion.output, engine=completion.engine)


def _corrected(scope: Scope, work: CorrectionWork) -> Completion[str]:
    door = gateway(scope)
    table = get_table(scope, work.stack_id, work.table_id)
    prompt = correct_prompt(CorrectInput(work.instruction, table.columns))
    binding = StackBinding(
        scope,
        work.stack_id,
        work.table_id,
        work.run_id,
        door.engine_for(prompt),
        overwrite=work.overwrite,
    )
    tools = for_correction(binding, Calls(scope, work.id, work.run_id))
    return door.agent(prompt, tools, most_requests=QUESTIONS).rest()
