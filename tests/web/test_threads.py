"""Pages that lead from one capability to another, over HTTP."""

import json
import re
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.agni.contracts.requests import Resolution
from pramana.agni.services import resolve_entity
from pramana.documents.services import add_file
from pramana.evals.selectors.links import links_of_record
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.memory.models import Entity
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.agni.values import mention
from tests.evals.decisions import extracted, sure, under_review
from tests.extraction.papers import CONFIDENCES, FIELDS, INVOICE
from tests.extraction.stack_papers import make_stack
from tests.memory.script import say
from tests.registry.records import a_person
from tests.web.browser import grave_findings, overflow
from tests.web.conftest import Site, Visit
from tests.web.test_access import signed_in
from tests.web.test_looks import SIZES, look_at
from tests.web.threaded import WEAVER

VENDOR = "Himal Traders"


pytestmark = pytest.mark.usefixtures("words_only")


@pytest.fixture
def document(scope: Scope) -> UUID:
    found = add_file(scope, "invoice.txt", ContentFile(INVOICE.encode())).id
    drain_jobs()
    traders = sure(VENDOR, 0.9, mentions=(mention(0, 13, VENDOR),))
    resolve_entity(scope, under_review(scope, found, [traders]), 0, Resolution(action="skip"))
    extracted(scope, found, FIELDS, CONFIDENCES)
    return found


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_reader_says_what_was_drawn_from_words(scope: Scope, document: UUID) -> None:
    base = reverse("web:library-document", args=[document])
    page = text_of(signed_in(scope), f"{base}?start=0&end=13&panel=drawn")

    assert "Entities named here" in page and "Skipped" in page
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
    assert "No value rests on these words yet" in none
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
    say(scope, "Ram Thapa WORKS_AT Acme from 2020-03-01")
    entity = Entity.objects.in_scope(scope).get(name="Ram Thapa").pk
    admin, address = signed_in(scope), reverse("web:registry-threads", args=[record])
    assert "May be the same" in text_of(admin, address)

    viewer = signed_in(make_member(scope, Role.VIEWER))
    link = reverse("web:registry-link", args=[record])
    assert viewer.post(link, {"entity": entity}).status_code == 403
    admin.post(link, {"entity": "nonsense"})
    assert links_of_record(scope, record) == []
    admin.post(link, {"entity": entity})
    page = text_of(admin, address)
    assert "Facts over time" in page and "May be the same" not in page

    [made] = links_of_record(scope, record)
    admin.post(reverse("web:registry-unlink", args=[record, made.id]))
    assert links_of_record(scope, record) == []


def test_one_box_finds_a_few_of_everything_a_person_may_see(scope: Scope, document: UUID) -> None:
    create_record(scope, {**a_person(VENDOR, ""), "type": "organization"})
    say(scope, f"{VENDOR} SUPPLIES Banepa from 2020-03-01")
    make_stack(scope, 1)
    admin = signed_in(scope)

    found = admin.get(f"/app/everything?q={VENDOR}").context["groups"]
    named = {str(group.label): [line.title for line in group.lines] for group in found}
    assert named["Registry"] == [VENDOR]
    assert VENDOR in named["Entities in memory"] and len(named["Facts"]) == 1
    assert named["Passages"][0].startswith(VENDOR)
    titles = {str(each.label) for each in admin.get("/app/everything?q=invoice").context["groups"]}
    assert {"Documents", "Extractions", "Reviews", "Stacks"} <= titles
    viewer = signed_in(make_member(scope, Role.VIEWER))
    seen = {str(each.label) for each in viewer.get("/app/everything?q=invoice").context["groups"]}
    assert seen.isdisjoint({"Extractions", "Reviews", "Stacks"})
    assert "Registry" in text_of(admin, f"/app/search?q={VENDOR}")


@pytest.mark.parametrize("words", ["", "a", "%25", "%5C", "_", "%00x", "x" * 600])
def test_odd_words_find_nothing_and_break_nothing(scope: Scope, words: str) -> None:
    assert signed_in(scope).get(f"/app/everything?q={words}").context["groups"] == []


def test_decisions_are_told_to_admins(scope: Scope, document: UUID) -> None:
    page = text_of(signed_in(scope), reverse("web:activity-evals"))

    assert "agni.entities" in page and "openai:small" in page
    assert "How right it was" in text_of(signed_in(scope), reverse("web:activity"))
    viewer = signed_in(make_member(scope, Role.VIEWER))
    assert viewer.get(reverse("web:activity-evals")).status_code == 403
    assert "How right it was" not in text_of(viewer, reverse("web:activity"))


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


@pytest.fixture(scope="module")
def woven(site: Site) -> dict[str, str]:
    """Threads in the product the browser visits."""
    found: dict[str, str] = json.loads(site.staged("tests.web.threaded", PRAMANA_EMBEDDINGS="none"))
    return found


def test_threads_look_right(visit: Visit, woven: dict[str, str]) -> None:
    record, document = woven["record"], woven["document"]
    look_at(visit, "threads", f"/app/registry/{record}/threads", who=WEAVER)
    look_at(visit, "evals-full", "/app/activity/evals", who=WEAVER)
    look_at(visit, "correct", f"/app/documents/{document}/correct?start=0&end=300", who=WEAVER)
    look_at(visit, "drawn", f"/app/documents/{document}?panel=drawn", who=WEAVER)
    look_at(visit, "threads-ne", f"/app/registry/{record}/threads", who=WEAVER, language="ne")


def test_the_panel_is_fetched_and_its_words_are_shown(visit: Visit, woven: dict[str, str]) -> None:
    page = visit(WEAVER).open(f"/app/documents/{woven['document']}")
    page.get_by_role("tab", name="Drawn from this").click()
    quoted = page.locator(".strand .quoted").first
    quoted.wait_for(timeout=60_000)
    page.locator(".strand .title").first.wait_for()

    visitor = visit(WEAVER)
    shown = visitor.open("/app/library")
    shown.keyboard.press("/")
    shown.keyboard.type("Sunita")
    shown.locator("[data-everywhere] [data-open]").first.wait_for(timeout=60_000)
    for width, height in SIZES.items():
        shown.set_viewport_size({"width": width, "height": height})
        visitor.shoot(f"everything-found-{width}")
