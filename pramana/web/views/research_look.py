"""A look at a page before anyone decides about it: its text, and nothing but its text."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pramana.documents.selectors import text_between
from pramana.external.contracts.stages import CandidateState
from pramana.external.contracts.views import CandidateView
from pramana.external.selectors.page_preview import LONGEST, Preview, preview_of
from pramana.external.selectors.page_research import get_candidate
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, page
from pramana.web.sentences import sentence
from pramana.web.views.research_run import whose


@page(Role.REVIEWER)
def look(request: PageRequest, research_id: UUID, candidate_id: UUID) -> HttpResponse:
    """A page's text, as text only: from the library when it is there, else from the web."""
    scope = request.principal.scope
    candidate = get_candidate(scope, research_id, candidate_id)
    preview, problem = _preview(scope, candidate)
    context = {
        "title": candidate.title or candidate.url,
        "keys": (),
        "research_id": research_id,
        "page": candidate,
        "host": whose(candidate.url),
        "preview": preview,
        "paragraphs": paragraphs(preview.text) if preview else (),
        "problem": problem,
    }
    whole = "research_preview" if "part" in request.GET else "research_look"
    return render(request, f"web/pages/{whole}.html", context)


def _preview(scope: Scope, candidate: CandidateView) -> tuple[Preview | None, str]:
    try:
        if candidate.document_id and candidate.state is CandidateState.INGESTED:
            text = text_between(scope, candidate.document_id, 0, LONGEST + 1)
            return Preview(candidate.url, text[:LONGEST], is_cut=len(text) > LONGEST), ""
        return preview_of(candidate.url), ""
    except AppError as error:
        return None, sentence(error.message)


def paragraphs(text: str) -> Sequence[str]:
    return [part.strip() for part in text.splitlines() if part.strip()] or [_("It holds no text.")]
