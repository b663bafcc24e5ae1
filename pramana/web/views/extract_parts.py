"""What the workspace shows beside the document: where it stands, fields, activity, history."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.views import ExtractionView, FieldChangeView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import changes_of
from pramana.extraction.selectors.page_list import standing_of
from pramana.extraction.selectors.page_story import RunStory, Step, is_at_work, stories_of
from pramana.kit.errors import AppError
from pramana.kit.texts import storable
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import members_of
from pramana.web.access import PageRequest
from pramana.web.sentences import sentence
from pramana.web.tabs import Tab
from pramana.web.views.extract_tree import Node, doubtful_first, flat, tree_of
from pramana.web.views.extract_words import STANDINGS, TOOLS, given_words, value_words
from pramana.web.views.review_words import label

PARTS_HEADER = "X-Parts"
"""A script asks for the parts alone; without one, the whole page comes again."""
MOST_CHANGES = 200
LONGEST = 20_000
LONGEST_SAID = 400
LOW = "low"


def answer(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """After a change: the parts for a script, the way back for everyone else."""
    if PARTS_HEADER not in request.headers:
        return redirect("web:extract-one", extraction_id)
    view = get_extraction(request.principal.scope, extraction_id)
    context = {**parts_context(request, view), "said": messages.get_messages(request)}
    return render(request, "web/pages/extract_parts.html", context)


def tried(request: PageRequest, change: Callable[[], Any]) -> None:
    """Make a change that is seen where it was made, so that only a refusal is said."""
    try:
        change()
    except AppError as error:
        messages.error(request, sentence(error.message))


def sent_text(request: PageRequest, name: str) -> str:
    """As it was typed: white space may belong to a path or a value."""
    return storable(request.POST.get(name, ""))[:LONGEST]


def parts_context(request: PageRequest, view: ExtractionView) -> dict[str, Any]:
    scope = request.principal.scope
    people = {member.user_id: member.user_name for member in members_of(scope)}
    by_trust = request.GET.get("order") == "trust"
    whole = tree_of(view)
    values = list(flat(whole))
    working = is_at_work(scope, view)
    stories = stories_of(scope, view)
    changes = changes_of(scope, view.id)[:MOST_CHANGES]
    tone, word = STANDINGS[standing_of(view)]
    can_change = request.principal.role.includes(Role.REVIEWER)
    return {
        "view": view,
        "tone": tone,
        "word": word,
        "type": label(view.document_type),
        "working": working,
        "can_edit": can_change and not view.locked_at,
        "is_mine": can_change and view.user_id == scope.actor_id,
        "can_approve": view.status is ExtractionStatus.COMPLETED and not working,
        "nodes": doubtful_first(view) if by_trust else whole,
        "by_trust": by_trust,
        "field": request.GET.get("field", ""),
        "editing": request.GET.get("field", "") if request.GET.get("edit") else None,
        "value_count": len(values),
        "to_look_at": _to_look_at(values),
        "people": _who(view, people),
        "stories": [_told(story, first=number == 0) for number, story in enumerate(stories)],
        "used": _used(stories),
        "changes": [_change(each, people) for each in changes],
        **_panels(request, view),
    }


def _to_look_at(values: list[Node]) -> int:
    return sum(node.tone == LOW for node in values)


def _panels(request: PageRequest, view: ExtractionView) -> dict[str, Any]:
    names = {"fields": _("Fields"), "activity": _("Activity"), "history": _("History")}
    asked = request.GET.get("panel", "")
    usual = "fields" if view.extracted_fields else "activity"
    chosen = asked if asked in names else usual
    tabs = [Tab(name, words, name == chosen) for name, words in names.items()]
    return {"panel": chosen, "panels": tabs}


def _who(view: ExtractionView, people: dict[UUID, str]) -> dict[str, str]:
    return {
        "made": people.get(view.user_id, ""),
        "approved": people.get(view.approved_by_id, "") if view.approved_by_id else "",
        "locked": people.get(view.locked_by_id, "") if view.locked_by_id else "",
    }


def _told(story: RunStory, *, first: bool) -> dict[str, Any]:
    return {
        "story": story,
        "first": first,
        "steps": [_step(step) for step in story.steps],
        "end": story.end,
        "error": story.end.get("error", ""),
    }


def _step(step: Step) -> dict[str, Any]:
    """A line of the log; what the tool answered stands below what it was given."""
    outcome = step.call.outcome if step.call else {}
    error = (outcome.get("error") or {}).get("message", "")
    content = (outcome.get("data") or {}).get("content") or [{}]
    said = str(error or content[0].get("text", ""))
    return {
        "text": step.text,
        "name": TOOLS.get(step.tool, step.tool),
        "tool": step.tool,
        "given": given_words(step.tool, step.input)[:LONGEST_SAID],
        "said": said[:LONGEST_SAID] + ("…" if len(said) > LONGEST_SAID else ""),
        "is_error": bool(error),
        "is_open": bool(step.tool) and step.call is None,
        "took_ms": step.call.took_ms if step.call else None,
    }


def _used(stories: list[RunStory]) -> dict[str, Any] | None:
    """What all runs together cost; unknown where one of them does not say."""
    ends = [story.end for story in stories if story.end.get("complete")]
    if not ends:
        return None
    costs = [end.get("cost") for end in ends]
    known = [cost for cost in costs if cost is not None]
    return {
        "tokens": sum(int(end.get("tokens") or 0) for end in ends),
        "cost": sum(known) if len(known) == len(costs) else None,
        "engine": ends[-1].get("engine", ""),
    }


def _change(change: FieldChangeView, people: dict[UUID, str]) -> dict[str, Any]:
    return {
        "view": change,
        "who": people.get(change.actor_id, "") if change.actor_id else "",
        "undone_by": people.get(change.undone_by_id, "") if change.undone_by_id else "",
        "tool": TOOLS.get(change.tool, change.tool),
        "differences": [
            (each.kind, each.path, value_words(each.before), value_words(each.after))
            for each in change.differences
        ],
    }
