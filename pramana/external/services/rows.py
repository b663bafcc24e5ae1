"""A run's row, locked, and its way from stage to stage."""

from datetime import timedelta
from uuid import UUID

from pramana.external.contracts.stages import Stage
from pramana.external.errors import ResearchNotFound
from pramana.external.models import ResearchRun
from pramana.jobs.contracts import DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.services import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

STAGE_EVENT = "stage"
RUN_TASK = "external.research"
READ_TASK = "external.note_reading"
ANSWER_TASK = "external.answer"
LOOK_AGAIN = timedelta(seconds=2)


def locked(scope: Scope, research_id: UUID) -> ResearchRun:
    """Whoever changes a run or its candidates holds this row first."""
    row = (
        ResearchRun.objects.in_scope(scope)
        .select_for_update(of=("self",))
        .filter(pk=research_id)
        .first()
    )
    if row is None:
        raise ResearchNotFound()
    return row


def ask_to_look(
    scope: Scope, row: ResearchRun, candidate_id: UUID, *, delay: timedelta | None = None
) -> None:
    """Have somebody see whether a candidate's document has been read."""
    enqueue(
        scope,
        READ_TASK,
        run_id=row.run_id,
        delay=delay,
        research_id=row.id,
        candidate_id=candidate_id,
    )


def move(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    """Go on to a stage, once; a run that is over stays as it ended. Saves the row."""
    if row.stage == stage or Stage(row.stage).is_over:
        return
    at = utcnow()
    row.stage = stage
    row.stages = [*row.stages, {"stage": stage.value, "at": at.isoformat()}]
    row.ended_at = at if stage.is_over else None
    row.save()
    emit(scope, row.run_id, STAGE_EVENT, {"stage": stage.value})
    if stage.is_over:
        _end(scope, row, stage)


def take_up(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    """A failed run goes on at a stage: a person asked for its work to be tried again."""
    row.stage, row.error = stage, ""
    row.stages = [*row.stages, {"stage": stage.value, "at": utcnow().isoformat()}]
    row.ended_at = None
    row.save()
    emit(scope, row.run_id, STAGE_EVENT, {"stage": stage.value})


def _end(scope: Scope, row: ResearchRun, stage: Stage) -> None:
    failed = stage is Stage.FAILED
    told = {"error": row.error} if failed else {}
    emit(scope, row.run_id, FAILED_EVENT if failed else DONE_EVENT, told)
    end_run(scope, row.run_id, RunState.FAILED if failed else RunState.DONE)
