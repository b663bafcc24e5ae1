"""The registry as people use it, in a browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.registry.sample_records import a_district, a_party, a_person
from tests.web.browser import PATIENCE, check_appearance
from tests.web.conftest import Site, Visit
from tests.web.program import Program
from tests.web.test_looks import look_at

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def planted(site: Site, cookies: Callable[[str], dict[str, str]]) -> dict[str, str]:
    """Records in the product the browser visits, by name."""
    client = Program(site, cookies("archive-admin")).client
    found: dict[str, str] = {}
    for data in (*MANY, RICH):
        answer = client.post("/api/entities", json=data)
        assert answer.status_code == 201, answer.text
        found[data["names"][0]["en"]["full"]] = answer.json()["record_id"]
    rai = found["Sunita Rai"]
    for relation in (
        {"type": "MEMBER_OF", "target": found["Terrace Party"], "start_date": "2074-04-01"},
        {"type": "LOCATED_IN", "target": found["Kaski"]},
    ):
        client.post(f"/api/entities/{rai}/relationships", json=relation).raise_for_status()
    client.patch(f"/api/entities/{rai}", json=CHANGE).raise_for_status()
    return found


MANY = (
    a_party(),
    a_district(),
    a_district("Gorkha", "गोरखा"),
    a_person("Hari Prasad Tamang", "हरि प्रसाद तामाङ"),
    a_person("Gita Kumari Chaudhary", ""),
    *(a_person(f"Dil Bahadur Gurung {number}", "दिल बहादुर गुरुङ") for number in range(60)),
)
RICH = a_person(
    misspelled_names=[{"kind": "ALIAS", "en": {"full": "Suneeta Roy"}}],
    short_description={"en": {"value": "Engineer who signed the report on the Koshi bridge."}},
    description={
        "en": {"value": "Signed the report of the district office in 2021."},
        "ne": {"value": "सन् २०२१ मा जिल्ला कार्यालयको प्रतिवेदनमा हस्ताक्षर गरेकी।"},
    },
    attributes={"district": "Kaski", "position": "Engineer", "father_name": "Man Bahadur Rai"},
    identifiers=[{"scheme": "wikidata", "value": "Q42"}],
    contacts=[{"type": "EMAIL", "value": "rai@example.org"}],
    tags=["engineer", "bridge"],
    attributions=[
        {
            "title": {"en": {"value": "Koshi bridge press release"}},
            "details": {"en": {"value": "/app/library"}},
        }
    ],
    change_description="From the press release.",
)
CHANGE = {
    "patch": [
        {"op": "replace", "path": "/attributes/district", "value": "Gorkha"},
        {"op": "add", "path": "/names/-", "value": {"kind": "ALIAS", "en": {"full": "Sunita R."}}},
        {"op": "remove", "path": "/tags/1"},
    ],
    "change_description": "She moved; the ward office says so.",
}


def test_the_list_looks_right(visit: Visit, planted: dict[str, str]) -> None:
    look_at(visit, "registry", "/app/registry", who="archive-admin")


def test_a_record_looks_right(visit: Visit, planted: dict[str, str]) -> None:
    path = f"/app/registry/{planted['Sunita Rai']}"
    look_at(visit, "registry-record", path, who="archive-admin")
    look_at(visit, "registry-version", f"{path}/versions/4", who="archive-admin")
    look_at(visit, "registry-edit", f"{path}/edit", who="archive-admin")
    look_at(visit, "registry-record-ne", path, who="archive-admin", language="ne")


@pytest.fixture(scope="module")
def merged(planted: dict[str, str], site: Site, cookies: Callable[[str], dict[str, str]]) -> str:
    """A body with two offices and a record merged into it; two of its people may be one."""
    client = Program(site, cookies("archive-admin")).client
    names = {
        "person": ("Bal Krishna Lama", "बालकृष्ण लामा"),
        "organization": ("Seti Press", "Seti Printers"),
    }
    made = [
        client.post(
            "/api/entities",
            json={
                "type": type,
                "names": [{"kind": "PRIMARY", "en": {"full": name}}],
                "attributes": {"district": "Doti"},
            },
        ).json()["record_id"]
        for type in names
        for name in names[type]
    ]
    *people, kept, other = made
    for person, position in zip(people, ("Editor", "Chairperson"), strict=True):
        relation = {"type": "MEMBER_OF", "target": kept, "attributes": {"position": position}}
        client.post(f"/api/entities/{person}/relationships", json=relation).raise_for_status()
    client.post(f"/api/entities/{kept}/merge", json={"other": other}).raise_for_status()
    return str(kept)


@pytest.mark.parametrize("language", ["en", "ne"])
def test_duplicates_merges_and_imports_look_right(
    visit: Visit, merged: str, tmp_path: Path, language: str
) -> None:
    own = {"who": "archive-admin", "language": language}
    look_at(visit, f"registry-duplicates-{language}", "/app/registry/duplicates", **own)
    look_at(visit, f"registry-merged-{language}", f"/app/registry/{merged}", **own)
    visitor = visit(own["who"], language=language)
    page = visitor.open("/app/registry/import")
    file = tmp_path / "people.csv"
    file.write_text(
        "name_en,name_ne,district\nSunita Rai,सुनिता राई,Jumla\nKarna Bohara,,Doti\n,,\n"
    )
    page.set_input_files("#file", file)
    page.select_option("#type", "person")
    page.click("form.writing button")
    expect(page.locator("#preview")).to_be_visible()
    check_appearance(visitor, f"registry-import-{language}", accessible=language == "en")


def test_an_empty_registry_says_what_it_is(visit: Visit) -> None:
    look_at(visit, "registry-empty", "/app/registry", who="empty-admin")
    look_at(visit, "registry-none", "/app/registry?name=zzzz", who="empty-admin")
    look_at(visit, "registry-new", "/app/registry/new", who="empty-admin")


def test_names_are_found_while_they_are_typed(visit: Visit, planted: dict[str, str]) -> None:
    visitor = visit()
    page = visitor.open("/app/registry")
    page.keyboard.press("f")
    page.keyboard.type("हरि प्र", delay=20)
    expect(page.locator("#record-rows tr").first).to_contain_text("Hari Prasad Tamang")
    assert "name=" in page.url
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/registry/*-*")
    assert "Hari Prasad Tamang" in page.inner_text("h1")


def test_a_record_is_written_and_related_with_the_keyboard(
    visit: Visit, planted: dict[str, str]
) -> None:
    visitor = visit()
    page = visitor.open("/app/registry")
    page.keyboard.press("n")
    page.wait_for_selector("form[data-editing]")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.fill("[name=name_en]", "Maya Devi Thapa")
    page.click("fieldset:first-of-type [data-adds]")
    page.keyboard.type("Maya Thapa")
    page.fill("[name=reason]", "By hand.")
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/registry/*-*")
    assert "Maya Thapa" in page.inner_text("[aria-labelledby=names] table")
    page.click("details.adding summary")
    page.fill("#target", "Terrace")
    expect(page.locator("#targets option").first).to_be_attached()
    target = page.get_attribute("#targets option", "value")
    assert target and target.startswith("org_")
    page.fill("#target", target)
    page.click("details.adding .go button")
    page.wait_for_selector("text=Relation added.")
    assert "Terrace Party" in page.inner_text(".record")


def test_more_records_join_the_list(visit: Visit, planted: dict[str, str]) -> None:
    page = visit().open("/app/registry?type=person")
    page.click("a[data-more]")
    expect(page.locator("#record-rows tr").nth(50)).to_be_attached()
