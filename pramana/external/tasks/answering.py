"""The question is answered when what was let in has been read."""

from uuid import UUID

from pramana.external import services
from pramana.external.contracts.stages import Stage
from pramana.external.selectors import context_of, get_research
from pramana.external.services.answering import answer_from
from pramana.external.services.rows import ANSWER_TASK
from pramana.external.tasks.running import say_why
from pramana.jobs.context import JobContext
from pramana.jobs.registry import task
from pramana.observability.tracing import span


@task(ANSWER_TASK, on_failure=say_why)
def answer(job: JobContext, research_id: UUID) -> None:
    services.try_again(job.scope, research_id, Stage.ANSWERING)
    research = get_research(job.scope, research_id)
    if research.stage is not Stage.ANSWERING:
        return
    scope = context_of(job.scope, research)
    with span("external.answer", scope):
        answered = answer_from(scope, research)
    with job.commit():
        services.finish_answer(scope, research_id, answered)
