"""Activity: what works, what waits, what failed and why; live while it is looked at."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.jobs.contracts import JobState
from pramana.jobs.selectors import get_job, job_counts, jobs_page, run_events
from pramana.jobs.services import cancel_job, retry_job
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, attempt, back_to, is_confirmed
from pramana.web.keys import LISTS, key
from pramana.web.subjects import with_subjects
from pramana.web.tabs import Tab
from pramana.web.words import JOB_STATES, task_name

KEYS = (*LISTS, key("r", later("Try again")))


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    state = _state(request.GET.get("state", ""))
    found = jobs_page(scope, state=state, before=_number(request.GET.get("before", "")))
    context = {
        "title": _("Activity"),
        "keys": KEYS,
        "rows": with_subjects(scope, found.jobs),
        "next_before": found.next_before,
        "state": state,
        "tabs": _tabs(job_counts(scope), state),
    }
    return render(request, "web/pages/activity.html", context)


def _state(asked: str) -> JobState | None:
    return JobState(asked) if asked in set(JobState) else None


def _number(asked: str) -> int | None:
    return int(asked) if asked.isdecimal() and len(asked) < 19 else None


def _tabs(counts: dict[JobState, int], chosen: JobState | None) -> list[Tab]:
    """One per state that has jobs, the chosen one in any case."""
    shown = [
        Tab(state, JOB_STATES[state][1], state is chosen, count)
        for state, count in counts.items()
        if count or state in (chosen, JobState.RUNNING, JobState.FAILED)
    ]
    return [Tab("", _("All"), chosen is None, sum(counts.values())), *shown]


@page()
def show_job(request: PageRequest, job_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    job = get_job(scope, job_id)
    [(_job, subject)] = with_subjects(scope, [job])
    context = {
        "title": task_name(job.name),
        "job": job,
        "subject": subject,
        "events": run_events(scope, job.run_id) if job.run_id else (),
        "keys": (key("r", _("Try again")),),
    }
    return render(request, "web/pages/job.html", context)


@require_POST
@page(Role.REVIEWER)
def retry(request: PageRequest, job_id: UUID) -> HttpResponse:
    attempt(
        request,
        lambda: retry_job(request.principal.scope, job_id),
        _("It waits for its next try."),
    )
    return back_to(request, "web:activity")


@require_POST
@page(Role.REVIEWER)
def cancel(request: PageRequest, job_id: UUID) -> HttpResponse:
    job = get_job(request.principal.scope, job_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Cancel “%(job)s”?") % {"job": task_name(job.name)},
            text=_("It will write nothing more. You can try it again later."),
            yes=_("Cancel the job"),
            back="web:activity",
        )
    attempt(request, lambda: cancel_job(request.principal.scope, job_id), _("Cancelled."))
    return redirect("web:activity-job", job_id)
