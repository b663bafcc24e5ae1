"""Exporting a group as a file, and importing one."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from pramana.kit.errors import AppError
from pramana.memory.services.transfer import export_lines, import_group
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.actions import redirect_back
from pramana.web.errors import error_sentence
from pramana.web.formatting import format_number

LARGEST_FILE = 32 * 1024 * 1024


@require_GET
@page()
def export_group(request: PageRequest, group_id: str) -> HttpResponse:
    lines = export_lines(request.principal.scope, group_id)
    answer = HttpResponse(lines, content_type="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{group_id}.jsonl"'
    return answer


@require_POST
@page(Role.REVIEWER)
def import_file(request: PageRequest, group_id: str) -> HttpResponse:
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, _("Choose a file."))
    elif (file.size or 0) > LARGEST_FILE:
        messages.error(
            request, _("The file is larger than 32 MB. Import it with the command line.")
        )
    else:
        try:
            counts = import_group(request.principal.scope, group_id, file.read())
        except AppError as error:
            messages.error(request, error_sentence(error.message))
        else:
            words = _(
                "Imported: %(entities)s entities, %(facts)s facts, %(messages)s messages to read."
            )
            said = {name: format_number(getattr(counts, name)) for name in COUNTED}
            messages.success(request, words % said)
    return redirect_back(request, "web:memory")


COUNTED = ("entities", "facts", "messages")
