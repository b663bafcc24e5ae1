"""The audit trail: who was let in, what was decided."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.tenancy.contracts import AuditView, Role
from pramana.tenancy.selectors import audit_page
from pramana.web.access import PageRequest, page
from pramana.web.views.audit_words import detail_words

NEWEST = 200


@page(Role.ADMIN)
def show(request: PageRequest) -> HttpResponse:
    entries = audit_page(request.principal.scope, limit=NEWEST)
    context = {
        "title": _("Audit trail"),
        "rows": [_row(each) for each in entries],
        "newest": NEWEST,
    }
    return render(request, "web/pages/audit.html", context)


def _row(entry: AuditView) -> dict[str, Any]:
    told = [(name, value) for name, value in entry.details.items() if value not in ("", None)]
    return {"entry": entry, "details": [detail_words(*each) for each in told]}
