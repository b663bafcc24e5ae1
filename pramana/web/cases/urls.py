"""Addresses of cases."""

from django.urls import path

from pramana.web.cases.items import (
    add_named_item,
    add_selected_documents,
    remove_case_item,
    remove_note,
    save_note,
)
from pramana.web.cases.reports import (
    answer_report,
    append_section,
    change_section,
    download_report,
    new_report,
    remove_report,
    show_report,
)
from pramana.web.cases.views import create_case, show_case, show_cases

REPORT = "cases/reports/<uuid:report_id>"

urlpatterns = [
    path("cases", show_cases, name="cases"),
    path("cases/open", create_case, name="cases-open"),
    path("cases/add-documents", add_selected_documents, name="cases-add-documents"),
    path("cases/<uuid:case_id>", show_case, name="cases-case"),
    path("cases/<uuid:case_id>/add", add_named_item, name="cases-add"),
    path("cases/<uuid:case_id>/items/<uuid:item_id>", remove_case_item, name="cases-remove"),
    path("cases/<uuid:case_id>/notes", save_note, name="cases-note"),
    path("cases/<uuid:case_id>/notes/<uuid:note_id>", remove_note, name="cases-note-delete"),
    path("cases/<uuid:case_id>/report", new_report, name="cases-report-new"),
    path(REPORT, show_report, name="cases-report"),
    path(f"{REPORT}/answer", answer_report, name="cases-report-answer"),
    path(f"{REPORT}/sections", append_section, name="cases-section-add"),
    path(f"{REPORT}/sections/<uuid:section_id>", change_section, name="cases-section"),
    path(f"{REPORT}/delete", remove_report, name="cases-report-delete"),
    path(f"{REPORT}/report.<report_format:kind>", download_report, name="cases-report-export"),
]
