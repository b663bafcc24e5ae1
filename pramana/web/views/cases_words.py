"""What the parts of a case are called on a page, and where each leads."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.external.contracts.cases import CaseDecision, CaseDocument, Way, Where
from pramana.web.figures import figure
from pramana.web.views.research_words import VERDICTS
from pramana.web.words import Words

WAYS: dict[Way, tuple[Words, str]] = {
    Way.LET_IN: (later("Let in from the web"), ""),
    Way.EXTRACTED: (later("Extracted"), "web:extract-one"),
    Way.REVIEWED: (later("Reviewed"), "web:review-session"),
    Way.STACKED: (later("In a stack"), "web:stacks-stack"),
}
PLACES = {
    Where.RESEARCH: ("research", "web:research-run"),
    Where.EXTRACTION: ("extract", "web:extract-one"),
    Where.REVIEW: ("review", "web:review-session"),
}
"""Of each place of decision: its icon, and the page that shows it."""

FOR_ADMINS = "web:review-session"
APPROVED = later("Fields approved")


def part_of(part: CaseDocument) -> dict[str, Any]:
    word, page = WAYS[part.way]
    address = reverse(page, args=[part.subject_id]) if page and part.subject_id else ""
    return {"word": word, "address": address, "for_admins": page == FOR_ADMINS}


def decision_of(decision: CaseDecision, people: dict[UUID, str]) -> dict[str, Any]:
    icon, page = PLACES[decision.where]
    return {
        "decision": decision,
        "icon": icon,
        "address": reverse(page, args=[decision.subject_id]),
        "for_admins": page == FOR_ADMINS,
        "words": decision_words(decision),
        "by": people.get(decision.by_id) if decision.by_id else None,
    }


def decision_words(decision: CaseDecision) -> Words:
    """What was decided, in a few words."""
    if decision.verdict:
        word = VERDICTS[decision.verdict]
        return f"{word} ({figure(decision.count)})" if decision.count else word
    if decision.where is Where.REVIEW:
        said = ngettext("%(count)s record approved", "%(count)s records approved", decision.count)
        return said % {"count": figure(decision.count)}
    return APPROVED
