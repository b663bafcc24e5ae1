"""Pages that lead from one capability to another, over HTTP."""

import re
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from pramana.agni.contracts import EntityDecision
from pramana.agni.services import ChangeQueue, persist_session, resolve_entity
from pramana.documents.models import Document
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.links.selectors.derivations import fact_item
from pramana.links.selectors.links import links_of_record
from pramana.memory.models import EntityRow
from pramana.memory.selectors.graph import history_of
from pramana.registry.selectors import search_records
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_member
from tests.agni.builders import mention
from tests.evals.decisions import extracted, sure, under_review
from tests.extraction.samples import CONFIDENCES, FIELDS, INVOICE
from tests.extraction.stacks.samples import extract, make_stack, make_table
from tests.memory.scripted_model import add_message
from tests.registry.sample_records import a_person
from tests.web.browser import SIZES, grave_findings, overflow
from tests.web.conftest import Visit
from tests.web.test_access import signed_in
from tests.web.test_looks import look_at
from tests.web.threaded import NAME, WEAVER

VENDOR = "Himal Traders"


pytestmark = pytest.mark.usefixtures("words_only")


@pytest.fixture
def document(scope: Scope) -> UUID:
    found = add_file(scope, "invoice.txt", ContentFile(INVOICE.encode())).id
    drain_jobs()
    Document.objects.in_scope(scope).filter(pk=found).update(title="An invoice")
    traders = sure(VENDOR, 0.9, mentions=(mention(0, 13, VENDOR),))
    resolve_entity(scope, under_review(scope, found, [traders]), 0, EntityDecision(action="skip"))
    extracted(scope, found, FIELDS, CONFIDENCES)
    return found


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_reader_says_what_was_drawn_from_words(scope: Scope, document: UUID) -> None:
    base = reverse("web:library-document", args=[document])
    page = text_of(signed_in(scope), f"{base}?start=0&end=13&panel=drawn")

    assert "Entities mentioned" in page and "Skipped" in page
    assert "vendor.name" in page and "invoice_number" not in page
    part = text_of(signed_in(scope), f"{base}/panel/drawn")
    assert "invoice_number" in part and "<html" not in part
    viewer = signed_in(make_member(scope, Role.VIEWER))
    assert "/app/review/" not in text_of(viewer, f"{base}/panel/drawn"), "reviews are for admins"


def test_one_value_behind_an_answer_leads_to_its_review(scope: Scope, document: UUID) -> None:
    base = reverse("web:library-correct", args=[document])
    start = len("Himal Traders Pvt. Ltd.\nInvoice No: ")

    answer = signed_in(scope).get(f"{base}?start={start}&end={start + 8}")

    assert answer.status_code == 302
    assert re.search(r"/app/extract/[0-9a-f-]+\?field=invoice_number$", answer.headers["Location"])


def test_several_values_are_listed_and_none_opens_a_correction(
    scope: Scope, document: UUID
) -> None:
    base = reverse("web:library-correct", args=[document])
    several = text_of(signed_in(scope), f"{base}?start=0&end=13")
    none = text_of(signed_in(scope), f"{base}?start=13&end=14&quote=Invoice+No")

    assert "Which one is wrong?" in several and "vendor.name" in several
    assert "No value is based on this text yet" in none
    assert f"/app/extract/new?document={document}" in none


def test_another_tenant_corrects_and_sees_nothing(
    scope: Scope, other_scope: Scope, document: UUID
) -> None:
    stranger = signed_in(other_scope)
    record = create_record(scope, a_person()).record_id

    assert stranger.get(reverse("web:library-correct", args=[document])).status_code == 404
    assert stranger.get(reverse("web:registry-threads", args=[record])).status_code == 404
    assert stranger.get("/app/everything?q=Himal").context["groups"] == []


def test_a_record_is_linked_to_a_memory_by_a_person(scope: Scope) -> None:
    record = create_record(scope, a_person("Ram Thapa", "")).record_id
    add_message(scope, "Ram Thapa WORKS_AT Acme from 2020-03-01")
    entity = EntityRow.objects.in_scope(scope).get(name="Ram Thapa").pk
    admin, address = signed_in(scope), reverse("web:registry-threads", args=[record])
    assert "Possible matches" in text_of(admin, address)

    viewer = signed_in(make_member(scope, Role.VIEWER))
    link = reverse("web:registry-link", args=[record])
    assert viewer.post(link, {"entity": entity}).status_code == 403
    admin.post(link, {"entity": "nonsense"})
    assert links_of_record(scope, record) == []
    admin.post(link, {"entity": entity})
    page = text_of(admin, address)
    assert "Facts over time" in page and "Possible matches" not in page

    [made] = links_of_record(scope, record)
    admin.post(reverse("web:registry-unlink", args=[record, made.id]))
    assert links_of_record(scope, record) == []


def test_a_fact_that_will_end_still_holds(scope: Scope) -> None:
    add_message(scope, "Ram WORKS_AT Acme from 2020-03-01 until 2090-03-01")
    add_message(scope, "Ram LIVES_IN Beni from 2020-03-01 until 2020-04-01")
    facts = history_of(scope, EntityRow.objects.in_scope(scope).get(name="Ram").pk)

    assert {each.relation: fact_item(each).state for each in facts} == {
        "WORKS_AT": "holds",
        "LIVES_IN": "ended",
    }


def test_an_entity_of_a_memory_leads_to_its_record_and_back(
    scope: Scope, other_scope: Scope
) -> None:
    made = create_record(scope, a_person("Ram Thapa", ""))
    add_message(scope, "Ram Thapa WORKS_AT Acme from 2020-03-01", group_id="desk")
    entity = EntityRow.objects.in_scope(scope).get(name="Ram Thapa").pk
    admin = signed_in(scope)
    panel = f"{reverse('web:memory-group', args=['desk'])}?panel=entity&entity={entity}"
    record = reverse("web:registry-record", args=[made.record_id])
    link = reverse("web:memory-entity-link", args=[entity])
    assert f'href="{record}"' in text_of(admin, panel), "a record of that name is offered"

    assert signed_in(make_member(scope, Role.VIEWER)).post(link).status_code == 403
    signed_in(other_scope).post(link, {"record": str(made.record_id)})
    for nonsense in ("", "Ram Thapa", "\x00", str(entity)):
        admin.post(link, {"record": nonsense})
    assert links_of_record(scope, made.record_id) == []

    answer = admin.post(link, {"record": made.nes_id, "next": panel})
    assert answer.headers["Location"] == panel
    page = text_of(admin, panel)
    assert record in page and "100 % similar names" not in page
    assert panel.replace("&", "&amp;") in text_of(admin, f"{record}/threads"), "and back again"
    [tie] = links_of_record(scope, made.record_id)
    admin.post(reverse("web:registry-unlink", args=[made.record_id, tie.id]), {"next": panel})
    assert "100 % similar names" in text_of(admin, panel)


def test_a_document_that_merely_holds_the_name_is_told_apart(
    scope: Scope, other_scope: Scope, document: UUID
) -> None:
    named = {**a_person(VENDOR, ""), "type": "organization"}
    record = create_record(scope, named).record_id
    theirs = create_record(other_scope, named).record_id

    page = text_of(signed_in(scope), reverse("web:registry-threads", args=[record]))
    assert "Documents that contain its name" in page and "No reviewed document mentions it." in page
    assert f"/app/documents/{document}?start=0&amp;end=13&amp;quote=Himal+Traders" in page
    empty = text_of(signed_in(other_scope), reverse("web:registry-threads", args=[theirs]))
    assert "Nothing linked yet" in empty


def test_a_new_record_is_reached_from_the_review_and_the_words_it_came_from(
    scope: Scope, document: UUID
) -> None:
    named = sure("Banepa", 0.9, mentions=(mention(72, 78, "Banepa"),))
    session = under_review(scope, document, [named])
    resolve_entity(scope, session, 0, EntityDecision(action="create", confirmed=True))
    persist_session(scope, session, confirm=True, description="seen")
    drain_jobs()
    ChangeQueue(scope).apply_pending()
    admin = signed_in(scope)
    [record] = search_records(scope, "Banepa").records
    address = f'href="{reverse("web:registry-record", args=[record.id])}"'

    assert address in text_of(admin, reverse("web:review-session", args=[session]))
    panel = f"{reverse('web:library-document', args=[document])}/panel/drawn"
    assert address in text_of(admin, f"{panel}?start=72&end=78")
    assert address not in text_of(admin, f"{panel}?start=0&end=13")


def test_one_box_finds_a_few_of_everything_a_person_may_see(scope: Scope, document: UUID) -> None:
    create_record(scope, {**a_person(VENDOR, ""), "type": "organization"})
    add_message(scope, f"{VENDOR} SUPPLIES Banepa from 2020-03-01")
    make_stack(scope, 1)
    admin = signed_in(scope)

    found = admin.get(f"/app/everything?q={VENDOR}").context["groups"]
    named = {str(group.label): [line.title for line in group.lines] for group in found}
    assert named["Registry"] == [VENDOR]
    assert VENDOR in named["Entities in memory"] and len(named["Facts"]) == 1
    assert named["Passages"][0].startswith(VENDOR)
    titles = {str(each.label) for each in admin.get("/app/everything?q=invoice").context["groups"]}
    assert {"Documents", "Extractions", "Reviews", "Stacks"} <= titles
    assert named["Extracted fields"] == ["Himal Traders Pvt. Ltd."]
    viewer = signed_in(make_member(scope, Role.VIEWER))
    seen = {str(each.label) for each in viewer.get("/app/everything?q=invoice").context["groups"]}
    assert seen.isdisjoint({"Extractions", "Reviews", "Stacks"})
    assert "Registry" in text_of(admin, f"/app/search?q={VENDOR}")


def test_the_box_finds_a_case_and_the_very_cell(scope: Scope, other_scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    case = open_case(scope, "Traders of Himal")
    groups = signed_in(scope).get("/app/everything?q=traders").context["groups"]
    found = {str(group.label): group.lines for group in groups}

    assert [line.address for line in found["Cases"]] == [reverse("web:cases-case", args=[case])]
    assert {line.title for line in found["Stack cells"]} == {
        "Himal Traders 1",
        "Himal Traders 2",
    }
    assert {line.address for line in found["Stack cells"]} == {
        f"/app/stacks/{table.stack_id}?table={table.id}&row={paper}&column=vendor"
        for paper in papers
    }
    assert signed_in(other_scope).get("/app/everything?q=traders").context["groups"] == []
    colleague = signed_in(make_member(scope, Role.REVIEWER))
    seen = {
        str(each.label) for each in colleague.get("/app/everything?q=traders").context["groups"]
    }
    assert "Stack cells" not in seen, "a stack is its person's until it is shared"


@pytest.mark.parametrize("words", ["", "a", "%25", "%5C", "_", "%00x", "x" * 600])
def test_odd_words_find_nothing_and_break_nothing(scope: Scope, words: str) -> None:
    assert signed_in(scope).get(f"/app/everything?q={words}").context["groups"] == []


def test_decisions_are_told_to_admins(scope: Scope, document: UUID) -> None:
    page = text_of(signed_in(scope), reverse("web:activity-evals"))

    assert "Reviews" in page and "openai:small" in page and "agni.entities" not in page
    assert "Accuracy" in text_of(signed_in(scope), reverse("web:activity"))
    viewer = signed_in(make_member(scope, Role.VIEWER))
    assert viewer.get(reverse("web:activity-evals")).status_code == 403
    assert "Accuracy" not in text_of(viewer, reverse("web:activity"))


def test_the_box_lists_while_one_types_and_is_walked_by_keys(visit: Visit) -> None:
    visitor = visit("archive-admin")
    page = visitor.open("/app/library")
    page.keyboard.press("/")
    page.keyboard.type("Koshi")
    listed = page.locator("[data-everywhere] [data-open]")
    listed.first.wait_for(timeout=60_000)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        visitor.shoot(f"everything-box-{width}")
        assert overflow(page) <= 0
    assert grave_findings(page) == []

    page.keyboard.press("ArrowDown")
    assert listed.first.evaluate("line => line === document.activeElement")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    assert page.locator("[data-everywhere]").is_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/search?q=Koshi", timeout=60_000)


def test_threads_look_right(visit: Visit, woven: dict[str, str]) -> None:
    record, document = woven["record"], woven["document"]
    look_at(visit, "threads", f"/app/registry/{record}/threads", who=WEAVER)
    look_at(visit, "evals-full", "/app/activity/evals", who=WEAVER)
    look_at(visit, "correct", f"/app/documents/{document}/correct?start=0&end=300", who=WEAVER)
    look_at(visit, "drawn", f"/app/documents/{document}?panel=drawn", who=WEAVER)
    look_at(visit, "threads-ne", f"/app/registry/{record}/threads", who=WEAVER, language="ne")


def highlighted(page: Page, name: str) -> list[str]:
    found: list[str] = page.evaluate(
        "name => [...CSS.highlights.get(name)].map(each => each.toString())", name
    )
    return found


def test_the_panel_is_fetched_and_its_words_are_shown_in_the_text(
    visit: Visit, woven: dict[str, str]
) -> None:
    page = visit(WEAVER).open(f"/app/documents/{woven['document']}")
    assert highlighted(page, "drawn") == []
    page.get_by_role("tab", name="Derived").click()
    quoted = page.locator(".strand .quoted", has_text=NAME).first
    quoted.wait_for(timeout=60_000)
    assert {NAME, "Koshi bridge"} <= set(highlighted(page, "drawn"))

    quoted.focus()
    page.keyboard.press("Enter")
    assert highlighted(page, "chosen") == [NAME]
    box = page.evaluate(
        "() => { const { x, y } = [...CSS.highlights.get('chosen')][0].getBoundingClientRect();"
        " return [x + 9, y + 9]; }"
    )
    page.mouse.click(*box)
    page.locator(".strand[data-lit]", has_text=NAME).first.wait_for(timeout=60_000)
    assert grave_findings(page) == []
    page.get_by_role("tab", name="Find").click()
    assert highlighted(page, "drawn") == []


def test_a_thread_to_a_cell_opens_that_very_cell(visit: Visit, woven: dict[str, str]) -> None:
    place = "?table={table}&row={document}&column=bridge".format(**woven)
    page = visit(WEAVER).open(f"/app/stacks/{woven['stack']}{place}")

    page.locator(".cell-panel mark", has_text="Koshi bridge").wait_for(timeout=60_000)
    page.locator("#cell-0-2[aria-selected=true]").wait_for(timeout=60_000)


def test_the_box_finds_a_name_wherever_it_stands(visit: Visit, woven: dict[str, str]) -> None:
    visitor = visit(WEAVER)
    shown = visitor.open("/app/library")
    shown.keyboard.press("/")
    shown.keyboard.type("Sunita")
    shown.locator("[data-everywhere] [data-open]").first.wait_for(timeout=60_000)
    kinds = shown.locator("[data-everywhere] section").evaluate_all(
        "all => all.map(e => e.ariaLabel)"
    )
    assert {"Registry", "Entities in memory", "Extracted fields", "Stack cells"} <= set(kinds)
    for width, height in SIZES.items():
        shown.set_viewport_size({"width": width, "height": height})
        visitor.shoot(f"everything-found-{width}")
