"""Addresses of extractions."""

from django.urls import path

from pramana.web.extract.edits import (
    add_field,
    edit_field,
    keep_selected_words,
    remove_field,
    undo_change,
)
from pramana.web.extract.lessons import remove_lesson, show_lessons
from pramana.web.extract.new import show_new_extraction, upload_document
from pramana.web.extract.templates import import_template, remove_template
from pramana.web.extract.views import (
    change_state,
    remove_extraction,
    request_correction,
    show_extractions,
)
from pramana.web.extract.workspace import show_marks, show_parts, show_window, show_workspace

urlpatterns = [
    path("extract", show_extractions, name="extract"),
    path("extract/new", show_new_extraction, name="extract-new"),
    path("extract/bring", upload_document, name="extract-bring"),
    path("extract/templates/import", import_template, name="extract-template-import"),
    path(
        "extract/templates/<uuid:template_id>/delete",
        remove_template,
        name="extract-template-delete",
    ),
    path("extract/lessons", show_lessons, name="extract-lessons"),
    path("extract/lessons/<uuid:lesson_id>/remove", remove_lesson, name="extract-lesson-remove"),
    path("documents/<uuid:document_id>/fields", keep_selected_words, name="extract-keep"),
    path("extract/<uuid:extraction_id>", show_workspace, name="extract-one"),
    path("extract/<uuid:extraction_id>/parts", show_parts, name="extract-parts"),
    path("extract/<uuid:extraction_id>/window", show_window, name="extract-window"),
    path("extract/<uuid:extraction_id>/marks", show_marks, name="extract-marks"),
    path("extract/<uuid:extraction_id>/edit", edit_field, name="extract-edit"),
    path("extract/<uuid:extraction_id>/add", add_field, name="extract-add"),
    path("extract/<uuid:extraction_id>/remove", remove_field, name="extract-remove"),
    path("extract/<uuid:extraction_id>/undo", undo_change, name="extract-undo"),
    path("extract/<uuid:extraction_id>/correct", request_correction, name="extract-correct"),
    path("extract/<uuid:extraction_id>/delete", remove_extraction, name="extract-delete"),
    path("extract/<uuid:extraction_id>/do/<slug:verb>", change_state, name="extract-act"),
]
