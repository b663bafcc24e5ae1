"""A report of a case: outlined, answered from the case alone, edited by people, exported."""

from uuid import UUID

import pytest
from django.urls import reverse

from pramana.cases.contracts import ItemKind, SectionState
from pramana.cases.errors import ReportNotFound, SectionChanged, SectionEdited
from pramana.cases.selectors import documents_of_case, get_report, items_of_case, reports_of_case
from pramana.cases.services import (
    add_items,
    add_section,
    ask_sections,
    create_report,
    edit_section,
    move_section_up,
    remove_section,
)
from pramana.documents.services import delete_document
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role, RunState
from pramana.tenancy.selectors import RunFilter, list_runs
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_member
from tests.chat.library import put
from tests.web.test_access import signed_in

LIBRARY = (
    "The reading room of Gorkha opened on 3 March. "
    "Librarian Kamala Subedi bought 1,200 books for the reading room."
)
ROOF = "Contractor Bikash Tamang repaired the school roof of Dhading for 8 million rupees."
WHO = "Who bought the books for the reading room?"
ROOF_COST = "Who repaired the school roof of Dhading?"


@pytest.fixture
def case_id(scope: Scope) -> UUID:
    case_id = open_case(scope, "The reading room")
    document = put(scope, "Reading room", LIBRARY)
    put(scope, "Roof", ROOF)
    add_items(scope, case_id, ItemKind.DOCUMENT, [str(document)])
    return case_id


def written(scope: Scope, case_id: UUID, *questions: str) -> UUID:
    report_id = create_report(scope, case_id, "", questions)
    drain_jobs()
    return report_id


def edit(scope: Scope, report_id: UUID, text: str, *, edition: int | None = None) -> None:
    section = get_report(scope, report_id).sections[0]
    edit_section(
        scope, report_id, section.id, question=section.question, text=text,
        edition=section.edition if edition is None else edition, at=utcnow(),
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_sections_are_answered_from_the_documents_of_the_case_alone(
    scope: Scope, case_id: UUID
) -> None:
    report_id = written(scope, case_id, WHO, "", ROOF_COST)
    report = get_report(scope, report_id)
    first, second = report.sections

    assert report.title == "The reading room"
    assert "Kamala Subedi" in first.text and "[1]" in first.text
    assert first.sources[0]["quotes"] and first.state is SectionState.ANSWERED
    assert first.engine == "offline"
    assert "Bikash" not in second.text, "the roof is not a document of this case"
    [run] = list_runs(scope, RunFilter(case_id=case_id, kind="cases.report"))
    assert run.state is RunState.DONE


@pytest.mark.django_db(transaction=True)
def test_an_edited_text_is_kept_and_replaced_only_when_told_to(scope: Scope, case_id: UUID) -> None:
    report_id = written(scope, case_id, WHO)
    answer = get_report(scope, report_id).sections[0].text
    edit(scope, report_id, f"{answer}\n\nIt was a good year.")
    section = get_report(scope, report_id).sections[0]
    assert (section.state, section.edited_by_id) == (SectionState.EDITED, scope.actor_id)
    assert section.earlier[0]["text"] == answer and section.sources

    with pytest.raises(SectionEdited):
        ask_sections(scope, report_id, [section.id])
    with pytest.raises(SectionChanged):
        edit(scope, report_id, "A colleague's older copy.", edition=section.edition - 1)
    assert get_report(scope, report_id).sections[0].text.endswith("It was a good year.")

    ask_sections(scope, report_id, [section.id], overwrite=True)
    drain_jobs()
    again = get_report(scope, report_id).sections[0]
    assert again.text == answer and again.state is SectionState.ANSWERED
    assert again.earlier[0]["text"].endswith("It was a good year.")


@pytest.mark.django_db(transaction=True)
def test_an_answer_does_not_replace_what_was_written_while_it_was_made(
    scope: Scope, case_id: UUID
) -> None:
    report_id = create_report(scope, case_id, "Draft", [WHO])
    edit(scope, report_id, "I know it: Kamala did.")
    drain_jobs()
    section = get_report(scope, report_id).sections[0]
    assert (section.text, section.state) == ("I know it: Kamala did.", SectionState.EDITED)


@pytest.mark.django_db(transaction=True)
def test_the_outline_grows_shrinks_and_changes_its_order(scope: Scope, case_id: UUID) -> None:
    report_id = create_report(scope, case_id, "", ["One?", "Two?"])
    added = add_section(scope, report_id, " Three? ")
    move_section_up(scope, report_id, added)
    first = get_report(scope, report_id).sections[0]
    move_section_up(scope, report_id, first.id)
    remove_section(scope, report_id, first.id)
    left = [each.question for each in get_report(scope, report_id).sections]
    assert left == ["Three?", "Two?"]


@pytest.mark.django_db(transaction=True)
def test_a_deleted_document_takes_its_words_out_of_the_report(scope: Scope, case_id: UUID) -> None:
    report_id = written(scope, case_id, WHO)
    edit(scope, report_id, "Nothing is cited here any more.")
    [document] = {each.document_id for each in documents_of_case(scope, case_id)}
    delete_document(scope, document)
    section = get_report(scope, report_id).sections[0]
    assert (section.text, section.sources, section.earlier) == ("", [], [])
    assert section.state is SectionState.FAILED and "deleted" in section.error
    assert items_of_case(scope, case_id) == []


@pytest.mark.django_db(transaction=True)
def test_reports_stay_in_their_tenant(scope: Scope, other_scope: Scope, case_id: UUID) -> None:
    report_id = create_report(scope, case_id, "", [WHO])
    with pytest.raises(ReportNotFound):
        get_report(other_scope, report_id)
    with pytest.raises(ReportNotFound):
        ask_sections(other_scope, report_id)
    assert reports_of_case(other_scope, case_id) == []


@pytest.mark.django_db(transaction=True)
def test_a_report_is_outlined_edited_and_exported_on_its_pages(scope: Scope, case_id: UUID) -> None:
    person = signed_in(scope)
    page = person.get(reverse("web:cases-report-new", args=[case_id])).content.decode()
    assert "What does “Reading room” say?" in page
    sent = person.post(
        reverse("web:cases-report-new", args=[case_id]), {"title": "Books", "outline": WHO}
    )
    drain_jobs()
    shown = person.get(sent["Location"]).content.decode()
    assert "Kamala Subedi" in shown and 'href="#source-1"' in shown and "“Librarian" in shown

    [report] = reports_of_case(scope, case_id)
    [section] = report.sections
    change = reverse("web:cases-section", args=[report.id, section.id])
    edited = {"question": WHO, "text": "Kamala did. [1] See [9].", "edition": section.edition}
    person.post(change, edited)
    person.post(change, {**edited, "text": "Too late."})
    again = reverse("web:cases-report-answer", args=[report.id])
    asked = person.post(again, {"section": section.id}).content.decode()
    assert "Replace the edited text?" in asked
    text = person.get(reverse("web:cases-report-export", args=[report.id, "md"])).content.decode()
    assert "Kamala did. [1] See \\[9\\]." in text and "*Edited by " in text
    assert "> [1] “" in text and "1. Reading room. <http://testserver/app/documents/" in text
    for kind, start in (("docx", b"PK"), ("pdf", b"%PDF")):
        file = person.get(reverse("web:cases-report-export", args=[report.id, kind]))
        assert file.content.startswith(start)

    viewer = signed_in(make_member(scope, Role.VIEWER))
    assert "Kamala did." in viewer.get(sent["Location"]).content.decode()
    assert viewer.post(change, edited).status_code == 403
    person.post(reverse("web:cases-report-delete", args=[report.id]), {"confirmed": "yes"})
    assert reports_of_case(scope, case_id) == []
