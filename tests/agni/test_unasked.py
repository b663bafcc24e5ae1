"""A registry that does not answer leaves entities undecided, and is asked again."""

from collections.abc import Iterator

import pytest
from django.test import Client

from pramana.agni.services.sessions import MAX_ATTEMPTS
from pramana.jobs.models import Job
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.testing import ModelServer
from pramana.registry import adapters
from tests.agni.conftest import by_prompt, post, resolve, state_of, upload
from tests.registry.nes_server import Service, entity_service
from tests.settings import change

TEXT = "Press release, 12 May 2024\n\nRam Bahadur Gurung and Lok Maya Pun met in Banepa.\n"
PEOPLE = {
    "entities": [
        {
            "type": "PERSON",
            "names": [{"text": name, "language": "en"}],
            "quotes": [name],
            "confidence": 0.9,
        }
        for name in ("Ram Bahadur Gurung", "Lok Maya Pun")
    ]
}
METADATA = {"summary": "A meeting."}
RAM = "entity:person/ram-bahadur-gurung"


@pytest.fixture
def service(settings) -> Iterator[Service]:
    adapters.clear_cache()
    with entity_service() as started:
        change(settings, nes_api_base_url=started.url)
        yield started
    adapters.clear_cache()


@pytest.fixture
def unasked(admin: Client, models: ModelServer, service: Service) -> str:
    """A session whose registry was broken while its document was read."""
    models.otherwise = by_prompt(METADATA, PEOPLE)
    service.trouble = "broken"
    answer = upload(admin, TEXT)
    assert answer.status_code == 201, answer.content
    drain_jobs()
    return str(answer.json()["id"])


def test_entities_stay_undecided_and_say_so(admin: Client, unasked: str, scope: Scope) -> None:
    entities = state_of(admin, unasked)["entities"]

    assert [each["unasked"] for each in entities] == [True, True]
    assert {each["status"] for each in entities} == {"needs_disambiguation"}
    asked_again = Job.objects.in_scope(scope).filter(name="agni.ask_registry")
    attempts = sorted(job.payload["attempt"] for job in asked_again)
    assert attempts == list(range(MAX_ATTEMPTS))  # with growing pauses, which a test leaves out


def test_a_registry_that_answers_again_is_asked(
    admin: Client, unasked: str, service: Service
) -> None:
    assert post(admin, unasked, "ask").json() == {"success": True, "unasked": 2}
    service.trouble = ""
    adapters.clear_cache()

    assert post(admin, unasked, "ask").json() == {"success": True, "unasked": 0}

    ram, pun = state_of(admin, unasked)["entities"]
    assert ram["candidates"][0]["nes_id"] == RAM
    assert (pun["status"], pun["unasked"]) == ("create_new", False)


def test_what_a_person_decided_meanwhile_stays(
    admin: Client, unasked: str, service: Service
) -> None:
    decided = resolve(admin, unasked, 0, action="create", confirmed=True)
    assert decided.status_code == 200, decided.content
    service.trouble = ""
    adapters.clear_cache()

    assert post(admin, unasked, "ask").json()["unasked"] == 0

    ram = state_of(admin, unasked)["entities"][0]
    assert ram["status"] == "create_new" and ram["decided_by"] and not ram["matched_id"]


def test_another_tenant_cannot_ask(unasked: str, stranger: Client) -> None:
    assert post(stranger, unasked, "ask").status_code == 404
