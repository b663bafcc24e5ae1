"""Ids of another tenant are as unknown as ids that never were."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import keys_of
from pramana.tenancy.services import start_run
from pramana.tenancy.testing import make_key, make_member
from tests.api.walk import code_of, guarded, operations

pytestmark = pytest.mark.django_db
IMPORT = "/group/{group_id}/import"
"""It creates the caller's own group of that name."""
EPISODES = "/episodes/{group_id}"
"""A group is known by a name, as the public server's clients ask: an unknown one has none."""
UUIDS = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


@pytest.fixture
def ours(scope: Scope) -> dict[str, UUID]:
    """One of everything that has an address, in the first tenant."""
    from django.core.files.base import ContentFile

    from pramana.documents.contracts import PropertyKind
    from pramana.documents.services import add_files, create_collection, define_property, save_view
    from tests.agni.builders import make_change
    from tests.api.cases import make_report
    from tests.api.sources import make_source
    from tests.chat.saved_questions import make_shared, make_turn
    from tests.external.policies import make_policy
    from tests.external.runs import make_research
    from tests.extraction.samples import make_extraction
    from tests.extraction.stacks.samples import make_stacked_ids
    from tests.memory.samples import make_memory
    from tests.registry.sample_records import make_relation
    from tests.webhooks.samples import make_delivery

    member = make_member(scope, Role.REVIEWER)
    make_key(scope)
    run_id = start_run(scope, "test")
    (document,) = add_files(scope, [("note.txt", ContentFile(b"some words", "note.txt"))])
    assert member.actor_id
    return {
        "key_id": keys_of(scope)[0].id,
        "user_id": member.actor_id,
        "run_id": run_id,
        "job_id": a_job(scope),
        "document_id": document.id,
        "collection_id": create_collection(scope, "ours"),
        "source_id": make_source(scope),
        **make_change(scope),
        **make_extraction(scope),
        **make_turn(scope),
        **make_memory(scope),
        **make_relation(scope),
        **make_stacked_ids(scope),
        **make_research(scope),
        **make_report(scope),
        "share_id": make_shared(scope),
        **make_policy(scope),
        **make_delivery(scope),
        "property_id": define_property(scope, "Due", PropertyKind.DATE).id,
        "view_id": save_view(scope, "ours", "?kind=pdf").id,
    }


def a_job(scope: Scope) -> UUID:
    from pramana.jobs.selectors import jobs_page

    return jobs_page(scope).jobs[0].id


def test_every_id_has_an_example_here(client: Client, ours: dict[str, UUID]) -> None:
    document = client.get("/api/openapi.json").json()
    named = {
        parameter["name"]
        for operation in operations(document)
        for parameter in operation.said["parameters"]
        if parameter["in"] == "path" and parameter["schema"].get("format") == "uuid"
    }
    assert named <= set(ours), "add an example of the new id to `ours`"


def test_another_tenants_ids_are_404_everywhere(
    client: Client, stranger: Client, ours: dict[str, UUID]
) -> None:
    document = client.get("/api/openapi.json").json()
    for operation in guarded(document):
        if "{" in operation.path and operation.path not in (EPISODES, IMPORT):
            answer = operation.call(stranger, **ours)
            assert answer.status_code == 404, operation
            assert (code_of(answer) or "NOT_FOUND").endswith("NOT_FOUND"), operation


def test_another_tenants_group_has_no_episodes(stranger: Client, ours: dict[str, UUID]) -> None:
    answer = stranger.get(EPISODES.format(group_id=ours["group_id"]))

    assert (answer.status_code, answer.json()) == (200, [])


def test_lists_hold_nothing_of_another_tenant(
    client: Client, stranger: Client, ours: dict[str, UUID]
) -> None:
    document = client.get("/api/openapi.json").json()
    ids = {str(value) for value in ours.values()}
    for operation in guarded(document):
        if operation.method == "get" and "{" not in operation.path and not operation.streams:
            text = operation.call(stranger).content.decode()
            assert not any(known in text for known in ids), operation


def test_unknown_ids_look_the_same_as_another_tenants(
    client: Client, stranger: Client, ours: dict[str, UUID]
) -> None:
    document = client.get("/api/openapi.json").json()
    for operation in guarded(document):
        if "{" in operation.path and operation.path != IMPORT:
            taken = without_ids(operation.call(stranger, **ours), ours)
            free = without_ids(operation.call(stranger), ours)
            assert taken == free, operation


def without_ids(answer: Any, ours: dict[str, UUID]) -> tuple[int, str]:
    """What is said apart from the ids, which the caller knows or which name the request."""
    text = answer.content.decode()
    for known in ours.values():
        text = text.replace(str(known), "ID")
    return answer.status_code, UUIDS.sub("ID", text)
