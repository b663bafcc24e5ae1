"""The list of extractions, actions on a whole one, and what people taught the reader."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_POST

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_document
from pramana.evals.contracts import JudgedShare
from pramana.evals.selectors.value_cases import learning_effects
from pramana.extraction.contracts.extractions import ExtractionLine
from pramana.extraction.selectors.extractions import (
    ExtractionFilter,
    ExtractionStage,
    counts_by_stage,
    counts_by_type,
    extraction_stage,
    filtered_extractions,
    get_extraction,
)
from pramana.extraction.services.extractions import (
    LONGEST_INSTRUCTION,
    approve_extraction,
    delete_extraction,
    lock_extraction,
    share_extraction,
    start_correction,
    stop_run,
    unlock_extraction,
)
from pramana.extraction.services.lessons import all_learned_labels, remove_learned_label
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.web.access import PageRequest, current_matter, member_names, page
from pramana.web.actions import attempt, attempt_confirmed, confirmation_page, is_confirmed
from pramana.web.extract import edits, new, workspace
from pramana.web.extract.tree import field_tree, leaf_fields
from pramana.web.extract.wording import EXTRACTION_STATES
from pramana.web.extract.workspace import (
    approval_question,
    low_trust_count,
    posted_text,
    respond_with_parts,
    respond_with_plan,
)
from pramana.web.navigation import LIST_SHORTCUTS, Filter, FilterChoice, shortcut, tabs_with_counts
from pramana.web.params import choice_param, parse_id, parse_moment, text_param
from pramana.web.review.wording import attribute_label
from pramana.web.wording import Label

PAGE = 30

EXTRACTIONS_SHORTCUTS = (*LIST_SHORTCUTS, shortcut("u", later("New extraction")))


@page()
def show_extractions(request: PageRequest) -> HttpResponse:
    scope, wanted = request.principal.scope, _list_query(request)
    before = parse_moment(request.GET.get("before", ""))
    found = filtered_extractions(scope, wanted, before=before, limit=PAGE + 1)
    people = member_names(scope)
    counts = counts_by_stage(scope)
    context = {
        "title": _("Extract"),
        "keys": EXTRACTIONS_SHORTCUTS,
        "rows": [_extraction_row(each, people) for each in found[:PAGE]],
        "next_before": found[PAGE - 1].created_at.isoformat() if len(found) > PAGE else None,
        "wanted": wanted,
        "is_filtered": wanted != ExtractionFilter(),
        "tabs": tabs_with_counts(EXTRACTION_STATES, counts, wanted.stage, tuple(ExtractionStage)),
        "type_filter": _type_filter(counts_by_type(scope), wanted.document_type),
        "document": _filtered_document(scope, wanted.document_id),
    }
    return render(request, "web/extract/list.html", context)


def _list_query(request: PageRequest) -> ExtractionFilter:
    """The filters in the URL; unknown values are ignored."""
    return ExtractionFilter(
        stage=choice_param(request.GET, "state", ExtractionStage),
        document_type=text_param(request.GET, "type", 100),
        document_id=parse_id(request.GET.get("document", "")),
        mine=request.GET.get("mine") == "yes",
    )


def _extraction_row(found: ExtractionLine, people: dict[UUID, str]) -> dict[str, object]:
    tone, word = EXTRACTION_STATES[extraction_stage(found)]
    return {
        "view": found,
        "tone": tone,
        "word": word,
        "type": attribute_label(found.document_type),
        "who": people.get(found.user_id, ""),
    }


def _type_filter(counts: dict[str, int], chosen: str) -> Filter:
    names = dict.fromkeys([*counts, chosen]) if chosen else counts
    choices = [
        FilterChoice(name, attribute_label(name), name == chosen, counts.get(name, 0))
        for name in names
    ]
    return Filter("type", _("Type"), choices)


def _filtered_document(scope: Scope, document_id: UUID | None) -> object:
    """The document the list is filtered by, for its chip."""
    try:
        return get_document(scope, document_id) if document_id else None
    except DocumentNotFound:
        return None


StateChange = tuple[Callable[[Scope, UUID], object], Label]

STATE_CHANGES: Mapping[str, StateChange] = {
    "approve": (approve_extraction, later("Approved.")),
    "lock": (
        lock_extraction,
        later("Locked. Nobody can change it until it is unlocked."),
    ),
    "unlock": (unlock_extraction, later("Unlocked.")),
    "stop": (stop_run, later("Stopped. Saved values are kept.")),
    "share": (
        lambda scope, id: share_extraction(scope, id, shared=True),
        later("Everyone in this tenant can now see it."),
    ),
    "unshare": (
        lambda scope, id: share_extraction(scope, id, shared=False),
        later("Only you can see it now."),
    ),
}


@require_POST
@page(Role.REVIEWER)
def change_state(request: PageRequest, extraction_id: UUID, verb: str) -> HttpResponse:
    scope = request.principal.scope
    found = STATE_CHANGES.get(verb)
    if verb == "approve" and not is_confirmed(request):
        open_count = low_trust_count(leaf_fields(field_tree(get_extraction(scope, extraction_id))))
        if open_count:
            asked = approval_question(open_count)
            question, text, yes = asked["question"], asked["text"], asked["yes"]
            return confirmation_page(
                request, question=question, text=text, yes=yes, back="web:extract"
            )
    if found:
        change, done = found
        attempt(request, lambda: change(scope, extraction_id), str(done))
    return respond_with_parts(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def request_correction(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    """Show what a correction in words would change; when that is confirmed, change it."""
    scope = request.principal.scope
    instruction = posted_text(request, "instruction").strip()[:LONGEST_INSTRUCTION]
    overwrite, matter = request.POST.get("overwrite") == "yes", current_matter(request)
    if instruction and request.POST.get("confirm") != "yes":
        return respond_with_plan(request, extraction_id, instruction, overwrite=overwrite)
    if instruction:
        attempt(
            request,
            lambda: start_correction(
                scope, extraction_id, instruction, overwrite=overwrite, confirm=True, matter=matter
            ),
        )
    return respond_with_parts(request, extraction_id)


@require_POST
@page(Role.REVIEWER)
def remove_extraction(request: PageRequest, extraction_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    found = get_extraction(scope, extraction_id)
    return attempt_confirmed(
        request,
        lambda: delete_extraction(scope, extraction_id),
        _("Deleted."),
        question=_("Delete the extraction of “%(title)s”?") % {"title": found.document_title},
        text=_("Its fields and history are deleted. The document is kept. This cannot be undone."),
        yes=_("Delete the extraction"),
        back="web:extract",
    )


@page()
def show_lessons(request: PageRequest) -> HttpResponse:
    effects = [each for each in learning_effects(request.principal.scope) if each.after.judged]
    none = JudgedShare(0, 0)
    context = {
        "effects": effects,
        "before": sum((each.before for each in effects), none),
        "after": sum((each.after for each in effects), none),
        "title": _("What people taught"),
        "keys": LIST_SHORTCUTS,
        "labels": all_learned_labels(request.principal.scope),
        "can_edit": request.principal.role.includes(Role.REVIEWER),
    }
    return render(request, "web/extract/lessons.html", context)


@require_POST
@page(Role.REVIEWER)
def remove_lesson(request: PageRequest, lesson_id: UUID) -> HttpResponse:
    scope = request.principal.scope
    attempt(request, lambda: remove_learned_label(scope, lesson_id), _("Forgotten."))
    return redirect("web:extract-lessons")


urlpatterns = [
    path("extract", show_extractions, name="extract"),
    path("extract/new", new.show_new_extraction, name="extract-new"),
    path("extract/bring", new.upload_document, name="extract-bring"),
    path("extract/templates/import", new.import_template, name="extract-template-import"),
    path(
        "extract/templates/<uuid:template_id>/delete",
        new.remove_template,
        name="extract-template-delete",
    ),
    path("extract/lessons", show_lessons, name="extract-lessons"),
    path("extract/lessons/<uuid:lesson_id>/remove", remove_lesson, name="extract-lesson-remove"),
    path("documents/<uuid:document_id>/fields", edits.keep_selected_words, name="extract-keep"),
    path("extract/<uuid:extraction_id>", workspace.show_workspace, name="extract-one"),
    path("extract/<uuid:extraction_id>/parts", workspace.show_parts, name="extract-parts"),
    path("extract/<uuid:extraction_id>/window", workspace.show_window, name="extract-window"),
    path("extract/<uuid:extraction_id>/marks", workspace.show_marks, name="extract-marks"),
    path("extract/<uuid:extraction_id>/edit", edits.edit_field, name="extract-edit"),
    path("extract/<uuid:extraction_id>/add", edits.add_field, name="extract-add"),
    path("extract/<uuid:extraction_id>/remove", edits.remove_field, name="extract-remove"),
    path("extract/<uuid:extraction_id>/undo", edits.undo_change, name="extract-undo"),
    path("extract/<uuid:extraction_id>/correct", request_correction, name="extract-correct"),
    path("extract/<uuid:extraction_id>/delete", remove_extraction, name="extract-delete"),
    path("extract/<uuid:extraction_id>/do/<slug:verb>", change_state, name="extract-act"),
]
