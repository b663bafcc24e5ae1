"""Work that was given up: out of attempts, or the end of its worker three times."""

from pramana.jobs.contracts import JobState
from pramana.jobs.models import Job
from pramana.kit.scope import Scope
from pramana.kit.waiting import Waiting, WaitingKind, WaitingPage, waiting_page


def waiting(scope: Scope, *, limit: int, told_elsewhere: str = "") -> list[WaitingPage]:
    """Newest first. Jobs of the task `told_elsewhere` are shown by what they worked on."""
    rows = (
        Job.objects.in_scope(scope)
        .filter(state__in=(JobState.FAILED, JobState.DEAD))
        .exclude(name=told_elsewhere)
    )
    newest = rows.order_by("-position").only("id", "name", "created_at", "finished_at", "error")
    found = (
        Waiting(
            WaitingKind.JOB, row.id, row.name, row.finished_at or row.created_at, detail=row.error
        )
        for row in newest[:limit]
    )
    return [waiting_page(WaitingKind.JOB, found, limit=limit, count=rows.count)]
