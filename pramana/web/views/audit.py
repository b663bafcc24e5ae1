"""The record: who was let in, what was decided."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import audit_page
from pramana.web.access import PageRequest, page

NEWEST = 200


@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    entries = audit_page(request.principal.scope, limit=NEWEST)
    context = {"title": _("Record"), "entries": entries, "newest": NEWEST}
    return render(request, "web/pages/audit.html", context)
