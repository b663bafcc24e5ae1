"""What a person does to a whole extraction: correct it in words, approve, lock, stop, delete."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services import editing
from pramana.extraction.services.deleting import delete_extraction
from pramana.extraction.services.starting import LONGEST_INSTRUCTION, start_correction
from pramana.extraction.services.stopping import stop_run
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.flow import ask, attempt, is_confirmed
from pramana.web.matter import matter_of
from pramana.web.views.extract_parts import answer, sent_text, tried
from pramana.web.words import Words

Act = tuple[Callable[[Scope, UUID], object], Words]

ACTS: Mapping[str, Act] = {
    "approve": (editing.approve, later("Approved.")),
    "lock": (editing.lock, later("Locked. Nobody changes it until it is unlocked.")),
    "unlock": (editing.unlock, later("Unlocked.")),
    "stop": (stop_run, later("Stopped. What was saved is kept.")),
    "share": (
        lambda scope, id: editing.share(scope, id, shared=True),
        later("Everyone in this tenant can see it now."),
    ),
    "unshare": (
        lambda scope, id: editing.share(scope, id, shared=False),
        later("Only you can see it now."),
    ),
}


@require_POST
@page(Role.REVIEWER)
def act(request: PageRequest, extraction_id: UUID, verb: str) -> HttpResponse:
    scope = request.principal.scope
    found = ACTS.get(verb)
    if found:
        change, done = found
        attempt(request, lambda: change(scope, extraction_id), str(done))
    return answer(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def correct(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    instruction = sent_text(request, "instruction").strip()[:LONGEST_INSTRUCTION]
    overwrite, matter = request.POST.get("overwrite") == "yes", matter_of(request)
    if instruction:
        tried(
            request,
            lambda: start_correction(
                scope, extraction_id, instruction, overwrite=overwrite, matter=matter
            ),
        )
    return answer(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def delete(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    found = get_extraction(scope, extraction_id)
    if not is_confirmed(request):
        return ask(
            request,
            question=_("Delete the extraction of “%(title)s”?") % {"title": found.document_title},
            text=_("Its fields and their history go. The document stays. This cannot be undone."),
            yes=_("Delete the extraction"),
            back="web:extract",
        )
    attempt(request, lambda: delete_extraction(scope, extraction_id), _("Deleted."))
    return redirect("web:extract")
