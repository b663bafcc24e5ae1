"""Characters that reverse the writing around them are seen in names, wherever a name comes from."""

from types import SimpleNamespace
from typing import Any

from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.registry.services.curation import save_view
from pramana.web.registry.wording import record_titles

WRITTEN, SHOWN = "safe\u202etxt.exe", "safe‹U+202E›txt.exe"


def post(client: Client, address: str, **body: Any) -> Any:
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def test_a_title_that_the_file_itself_states(admin: Client, scope: Scope) -> None:
    page = f"<html><head><title>{WRITTEN}</title></head><body><p>Words.</p></body></html>"
    added = add_file(scope, "page.html", ContentFile(page.encode()))
    drain_jobs()

    assert admin.get(f"/api/documents/{added.id}").json()["title"] == SHOWN


def test_names_that_people_give(admin: Client, scope: Scope) -> None:
    stack = post(admin, "/api/stack/", name=WRITTEN)
    template = post(
        admin, "/api/agent/templates", name=WRITTEN, document_type="x", fields=[{"name": "total"}]
    )

    assert (stack["name"], template["name"]) == (SHOWN, SHOWN)
    assert save_view(scope, WRITTEN, {}).name == SHOWN


def test_a_record_is_shown_with_them_and_keeps_its_name(scope: Scope) -> None:
    record: Any = SimpleNamespace(title=lambda language: WRITTEN)

    assert record_titles(record)["title"] == SHOWN
