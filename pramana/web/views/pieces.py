"""Every piece in every state, for those who build pages and for the tests that look at them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.documents.contracts import Status
from pramana.jobs.contracts import JobState, Progress
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.highlight import Mark, paragraphs
from pramana.web.icons import drawings
from pramana.web.keys import LISTS, key


@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    if "toast" in request.GET:
        messages.success(request, _("Saved."))
        messages.error(request, _("Could not be saved. What you wrote is still here."))
    text = _("Every value points at the words it rests on, and a person decides.")
    context = {
        "title": _("Pieces"),
        "keys": (*LISTS, key("c", _("Copy"))),
        "job_states": list(JobState),
        "document_states": list(Status),
        "bars": (
            Progress("reading", 3, 12),
            Progress("passages", 12, 12),
            Progress("reading", 0, 0),
        ),
        "icons": sorted(drawings()),
        "paragraphs": list(paragraphs(text, [Mark(6, 11, 0), Mark(26, 31, 1)])),
    }
    return render(request, "web/pages/pieces.html", context)
