"""Home: what waits, what happened, what can be done; a guide while the place is empty."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.documents.contracts import Status
from pramana.documents.selectors import documents_page
from pramana.jobs.contracts import JobState, JobView
from pramana.jobs.selectors import active_jobs, jobs_page
from pramana.kit.scope import Scope
from pramana.tenancy.quotas import uses
from pramana.web.access import PageRequest, page
from pramana.web.keys import LISTS, key
from pramana.web.subjects import with_subjects

FEW = 6
READING = "documents.read"


@page()
def show(request: PageRequest) -> HttpResponse:
    scope = request.principal.scope
    documents = documents_page(scope, limit=FEW)
    rows = with_subjects(scope, [*active_jobs(scope, limit=FEW), *_failures(scope)])
    context = {
        "title": _("Home"),
        "keys": (*LISTS, key("r", _("Try again"))),
        "documents": documents,
        "has_ready": any(document.status is Status.COMPLETED for document in documents),
        "active": [row for row in rows if row[0].state.is_active],
        "failed_documents": documents_page(scope, status=Status.FAILED, limit=FEW),
        "failed_jobs": [row for row in rows if not row[0].state.is_active],
        "quotas": uses(scope),
        "has_password": request.user.is_authenticated and request.user.has_usable_password(),
    }
    return render(request, "web/pages/home.html", context)


def _failures(scope: Scope) -> list[JobView]:
    """The newest jobs that someone has to look at.

    A reading that failed is shown by its document: read again, that has another job, and the old
    one waits for nobody.
    """
    failed = jobs_page(scope, state=JobState.FAILED, limit=FEW).jobs
    dead = jobs_page(scope, state=JobState.DEAD, limit=FEW).jobs
    found = [*(job for job in failed if job.name != READING), *dead]
    return sorted(found, key=lambda job: -job.position)[:FEW]
