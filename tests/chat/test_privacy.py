"""Nobody reads or continues anyone else's conversation, however the ids came to them."""

from typing import Any
from uuid import uuid4

import pytest

from pramana.chat.models import ChatSession, Turn
from pramana.documents.services import create_collection
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.services import create_key
from pramana.tenancy.testing import make_key, make_member, make_tenant
from tests.chat.conftest import SIGNED, Caller, in_db
from tests.chat.library import put

SITE = "https://docs.example.org"


def visitor(scope: Scope, **bound: Any) -> Caller:
    made = create_key(
        scope, "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=[SITE], **bound
    )
    return Caller(made.secret, Origin=SITE)


@pytest.fixture
async def strangers(library: Scope) -> dict[str, Caller]:
    """Everyone who is not the person: of the tenant, of another, and visitors with her own key."""
    return await in_db(
        lambda: {
            "colleague": Caller(make_key(make_member(library, Role.ADMIN))),
            "other tenant": Caller(make_key(make_tenant("elsewhere"))),
            "visitor": visitor(library),
        }
    )()


async def test_a_session_is_its_persons_alone(
    library: Scope, person: Caller, strangers: dict[str, Caller]
) -> None:
    first = await person.ask()
    session = first.json()["session_id"]
    request = first.headers["X-Request-ID"]

    for who, client in strangers.items():
        for answer in (
            await client.get(f"/history/{session}"),
            await client.ask(session_id=session),
            await client.post("/chat/stream", query=SIGNED, session_id=session),
        ):
            assert answer.status_code == 404, who
            assert answer.json()["error_code"] == "SESSION_NOT_FOUND", who
        assert (await client.get(f"/chat/stream/{request}")).status_code == 404, who
    own = (await person.get(f"/history/{session}")).json()
    assert own["total_entries"] == 1, "nobody added to it"
    assert await in_db(Turn.objects.in_scope(library).count)() == 1


async def test_an_unknown_session_is_made_under_its_id(person: Caller) -> None:
    session = str(uuid4())
    assert (await person.ask(session_id=session)).json()["session_id"] == session
    assert (await person.get(f"/history/{session}")).json()["total_entries"] == 1


async def test_another_tenant_is_answered_from_nothing_of_ours(
    strangers: dict[str, Caller],
) -> None:
    said = (await strangers["other tenant"].ask()).json()

    assert said["metadata"]["mode"] == "no_results"
    assert "Bridge" not in said["answer"]


async def test_a_visitor_sees_the_keys_collections_and_nothing_else(library: Scope) -> None:
    shown = await in_db(create_collection)(library, "shown")
    hidden = await in_db(create_collection)(library, "hidden")
    await in_db(put)(library, "Public", "Anita Gurung signed the bridge contract.",
                     collection_id=shown)  # fmt: skip
    client = await in_db(visitor)(library, collections=[shown])
    said = (await client.ask()).json()

    assert [source["title"] for source in said["sources"]] == ["Public"]
    assert (await client.ask(collection_id=str(shown))).status_code == 200
    assert (await client.ask(collection_id=str(hidden))).status_code == 404


async def test_a_publishable_key_without_collections_finds_nothing(library: Scope) -> None:
    said = (await (await in_db(visitor)(library)).ask()).json()

    assert said["metadata"]["mode"] == "no_results"
    assert "Bridge" not in said["answer"]


async def test_a_visitors_session_is_found_with_its_id_and_the_same_key(library: Scope) -> None:
    client, other = await in_db(lambda: (visitor(library), visitor(library)))()
    session = (await client.ask()).json()["session_id"]
    owner = Caller(await in_db(make_key)(library))

    assert (await client.get(f"/history/{session}")).json()["total_entries"] == 1
    for foreign in (other, owner):
        assert (await foreign.get(f"/history/{session}")).status_code == 404
        assert (await foreign.ask(session_id=session)).status_code == 404


async def test_a_key_is_refused_from_another_site(library: Scope) -> None:
    def made() -> Caller:
        key = create_key(
            library, "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE, origins=[SITE]
        )
        return Caller(key.secret, Origin="https://evil.example.org")

    client = await in_db(made)()
    assert (await client.ask()).status_code == 403
    assert await in_db(ChatSession.objects.in_scope(library).count)() == 0
