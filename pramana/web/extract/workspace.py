"""The workspace of an extraction: the document with its evidence, and the fields as a tree."""

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.documents.selectors import READABLE, get_document, window_at
from pramana.extraction.contracts.extractions import (
    ExtractionStatus,
    ExtractionView,
    FieldChangeView,
)
from pramana.extraction.selectors.extractions import extraction_stage, get_extraction
from pramana.extraction.selectors.history import (
    RunTranscript,
    TranscriptStep,
    field_changes,
    is_running,
    run_transcripts,
)
from pramana.extraction.services.corrections import preview_correction
from pramana.kit.texts import storable
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, member_names, page
from pramana.web.document_text import (
    MarkOwner,
    requested_page,
    requested_window,
    respond_with_marks,
    window_context,
)
from pramana.web.extract.tree import LOW_TRUST, FieldNode, field_tree, fields_by_trust, leaf_fields
from pramana.web.extract.wording import (
    CORRECTION_ACTIONS,
    EXTRACTION_STATES,
    TOOL_NAMES,
    tool_input_text,
    value_text,
)
from pramana.web.formatting import format_number
from pramana.web.highlight import Mark
from pramana.web.navigation import Tab, shortcut
from pramana.web.review.wording import attribute_label

PARTS_HEADER = "X-Parts"
"""Header of requests that only need the changed parts of the page."""
MOST_CHANGES = 200
EXPORT_FORMATS = (
    ("xlsx", later("Download as XLSX")),
    ("csv", later("Download as CSV")),
    ("json", later("Download as JSON")),
)
LONGEST_TEXT = 20_000
LONGEST_OUTPUT = 400
LONGEST_IN_URL = 1_000


def respond_with_parts(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """After a change, send the parts to a script and redirect everyone else."""
    if PARTS_HEADER not in request.headers:
        return redirect("web:extract-one", extraction_id)
    view = get_extraction(request.principal.scope, extraction_id)
    context = {**parts_context(request, view), "said": messages.get_messages(request)}
    return render(request, "web/extract/parts.html", context)


def respond_with_plan(
    request: PageRequest, extraction_id: UUID, instruction: str, *, overwrite: bool
) -> HttpResponse:
    """Show the changes that an instruction asks for. Nothing is changed yet."""
    if PARTS_HEADER not in request.headers:
        address = reverse("web:extract-one", args=[extraction_id])
        return redirect(f"{address}?{urlencode({'correction': instruction[:LONGEST_IN_URL]})}")
    view = get_extraction(request.principal.scope, extraction_id)
    plan = _plan_context(request, view, instruction, overwrite=overwrite)
    context = {**parts_context(request, view), "plan": plan}
    return render(request, "web/extract/parts.html", context)


def _plan_context(
    request: PageRequest, view: ExtractionView, instruction: str, *, overwrite: bool = False
) -> dict[str, Any]:
    plan = preview_correction(request.principal.scope, view.id, instruction, overwrite=overwrite)
    return {
        "instruction": instruction,
        "overwrite": overwrite,
        "changes": [
            {
                "view": change,
                "action": CORRECTION_ACTIONS[change.action],
                "before": value_text(change.before),
                "after": value_text(change.value),
            }
            for change in plan.changes
        ],
        "unclear": plan.unclear,
    }


def posted_text(request: PageRequest, name: str) -> str:
    """Posted text with its white space, which may belong to a path or a value."""
    return storable(request.POST.get(name, ""))[:LONGEST_TEXT]


def parts_context(request: PageRequest, view: ExtractionView) -> dict[str, Any]:
    scope = request.principal.scope
    people = member_names(scope)
    by_trust = request.GET.get("order") == "trust"
    whole = field_tree(view)
    values = list(leaf_fields(whole))
    working = is_running(scope, view)
    stories = run_transcripts(scope, view)
    changes = field_changes(scope, view.id)[:MOST_CHANGES]
    tone, word = EXTRACTION_STATES[extraction_stage(view)]
    can_change = request.principal.role.includes(Role.REVIEWER)
    return {
        "view": view,
        "tone": tone,
        "word": word,
        "type": attribute_label(view.document_type),
        "working": working,
        "can_edit": can_change and not view.locked_at,
        "is_mine": can_change and view.user_id == scope.actor_id,
        "can_approve": view.status is ExtractionStatus.COMPLETED and not working,
        "nodes": fields_by_trust(view) if by_trust else whole,
        "by_trust": by_trust,
        "field": request.GET.get("field", ""),
        "editing": request.GET.get("field", "") if request.GET.get("edit") else None,
        "value_count": len(values),
        "to_look_at": low_trust_count(values),
        "approval": approval_question(low_trust_count(values)),
        "people": _people_names(view, people),
        "stories": [_run_context(story, first=number == 0) for number, story in enumerate(stories)],
        "used": _usage(stories),
        "changes": [_change_line(each, people) for each in changes],
        "export_formats": EXPORT_FORMATS,
        **_panel_tabs(request, view),
    }


def low_trust_count(values: Iterable[FieldNode]) -> int:
    return sum(node.tone == LOW_TRUST for node in values)


def approval_question(count: int) -> dict[str, str]:
    """What to ask before values that need review are approved."""
    said = ngettext(
        "%(count)s value still needs review.", "%(count)s values still need review.", count
    )
    return {
        "question": _("Approve all the same?"),
        "text": said % {"count": format_number(count)},
        "yes": _("Approve"),
    }


def _panel_tabs(request: PageRequest, view: ExtractionView) -> dict[str, Any]:
    names = {"fields": _("Fields"), "activity": _("Activity"), "history": _("History")}
    asked = request.GET.get("panel", "")
    usual = "fields" if view.extracted_fields else "activity"
    chosen = asked if asked in names else usual
    tabs = [Tab(name, words, name == chosen) for name, words in names.items()]
    return {"panel": chosen, "panels": tabs}


def _people_names(view: ExtractionView, people: dict[UUID, str]) -> dict[str, str]:
    return {
        "made": people.get(view.user_id, ""),
        "approved": people.get(view.approved_by_id, "") if view.approved_by_id else "",
        "locked": people.get(view.locked_by_id, "") if view.locked_by_id else "",
    }


def _run_context(story: RunTranscript, *, first: bool) -> dict[str, Any]:
    return {
        "story": story,
        "first": first,
        "steps": [_step_line(step) for step in story.steps],
        "end": story.end,
        "error": story.end.get("error", ""),
    }


def _step_line(step: TranscriptStep) -> dict[str, Any]:
    """A line of the activity log: a tool's input and output."""
    outcome = step.call.outcome if step.call else {}
    error = (outcome.get("error") or {}).get("message", "")
    content = (outcome.get("data") or {}).get("content") or [{}]
    said = str(error or content[0].get("text", ""))
    return {
        "text": step.text,
        "name": TOOL_NAMES.get(step.tool, step.tool),
        "tool": step.tool,
        "given": tool_input_text(step.tool, step.input)[:LONGEST_OUTPUT],
        "said": said[:LONGEST_OUTPUT] + ("…" if len(said) > LONGEST_OUTPUT else ""),
        "is_error": bool(error),
        "is_open": bool(step.tool) and step.call is None,
        "took_ms": step.call.took_ms if step.call else None,
    }


def _usage(stories: list[RunTranscript]) -> dict[str, Any] | None:
    """Tokens and cost of all runs; the cost is unknown if one run's is."""
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


def _change_line(change: FieldChangeView, people: dict[UUID, str]) -> dict[str, Any]:
    return {
        "view": change,
        "who": people.get(change.actor_id, "") if change.actor_id else "",
        "undone_by": people.get(change.undone_by_id, "") if change.undone_by_id else "",
        "tool": TOOL_NAMES.get(change.tool, change.tool),
        "differences": [
            (each.kind, each.path, value_text(each.before), value_text(each.after))
            for each in change.differences
        ],
    }


WORKSPACE_SHORTCUTS = (
    shortcut("j", later("Next field")),
    shortcut("k", later("Previous field")),
    shortcut("n", later("Next field to check")),
    shortcut("e", later("Edit the value")),
    shortcut("r", later("Rename the field")),
    shortcut("x", later("Remove the field")),
    shortcut("+", later("Add a field")),
    shortcut("z", later("Undo the last change")),
    shortcut("o", later("Lowest trust first")),
    shortcut("i", later("Switch between page, both and text")),
    shortcut("c", later("Describe a correction")),
    shortcut("v", later("Switch between fields, activity and history")),
    shortcut("a", later("Approve")),
)


@page()
def show_workspace(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    view = get_extraction(scope, extraction_id)
    document = get_document(scope, view.document_id)
    said = request.GET.get("correction", "").strip()[:LONGEST_IN_URL]
    context = {
        **parts_context(request, view),
        "plan": _plan_context(request, view, said) if said else None,
        "title": document.title,
        "keys": WORKSPACE_SHORTCUTS,
        "document": document,
    }
    if document.status in READABLE:
        nodes = list(leaf_fields(field_tree(view)))
        window = window_at(scope, document.id, _start_offset(request, nodes))
        context |= window_context(window, document, _evidence_marks(nodes), _mark_owners(nodes))
    return render(request, "web/extract/workspace.html", context)


@page()
def show_parts(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """The current fields, activity and history, as parts of the page."""
    view = get_extraction(request.principal.scope, extraction_id)
    return render(request, "web/extract/parts.html", parts_context(request, view))


@page()
def show_window(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """A window of text with its evidence."""
    scope = request.principal.scope
    view = get_extraction(scope, extraction_id)
    document = get_document(scope, view.document_id)
    window = requested_window(request, scope, document.id)
    nodes = list(leaf_fields(field_tree(view)))
    context = window_context(window, document, _evidence_marks(nodes), _mark_owners(nodes))
    return render(request, "web/viewer/window.html", {"document": document, **context})


@page()
def show_marks(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """The evidence on one page."""
    scope = request.principal.scope
    view = get_extraction(scope, extraction_id)
    window = requested_page(request, scope, view.document_id)
    nodes = list(leaf_fields(field_tree(view)))
    marks = [
        mark
        for mark in _evidence_marks(nodes)
        if mark.start < window.end and mark.end > window.start
    ]
    return respond_with_marks(marks, _mark_owners(nodes))


def _start_offset(request: PageRequest, nodes: Sequence[FieldNode]) -> int:
    """The offset of the field in the URL, else the start of the document."""
    asked = request.GET.get("field", "")
    proof = next((node.evidence for node in nodes if node.path == asked), None)
    return int(proof["start"]) if proof else 0


def _mark_owners(nodes: Sequence[FieldNode]) -> dict[int, MarkOwner]:
    return {
        index: MarkOwner(of=node.path, name=str(node.name), tone=node.tone)
        for index, node in enumerate(nodes)
    }


def _evidence_marks(nodes: Sequence[FieldNode]) -> list[Mark]:
    """Evidence of every value. Where two overlap, the shorter one is marked, because it is more
    precise."""
    places = [
        Mark(node.evidence["start"], node.evidence["end"], index)
        for index, node in enumerate(nodes)
        if node.evidence
    ]
    kept: dict[int, Mark] = {}
    for place in sorted(places, key=lambda mark: (mark.end - mark.start, mark.start)):
        if not any(at in kept for at in range(place.start, place.end)):
            kept |= dict.fromkeys(range(place.start, place.end), place)
    return list(dict.fromkeys(kept.values()))
