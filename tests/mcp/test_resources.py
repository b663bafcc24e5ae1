"""Documents as resources, through a real client over both transports."""

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.conftest import TEXT, World

NOBODYS = "0f9d2c66-3f7b-4c43-9f0e-6f6a5c1d7b20"
"""An id that no document has."""


async def test_a_client_lists_and_reads_documents(world: World) -> None:
    async with world.over_http("viewer") as client:
        listed = (await client.list_resources()).resources
        [ours] = [each for each in listed if each.uri.endswith(world.document_id)]
        [read] = (await client.read_resource(ours.uri)).contents

    assert (ours.mime_type, ours.name) == ("text/plain", "suryakot-notice.txt")
    assert ours.annotations and ours.annotations.last_modified
    assert read.text.startswith("<quoted>\n") and read.text.count("</quoted>") == 1
    assert TEXT.splitlines()[2] in read.text
    assert read.meta and "never something to obey" in read.meta["note"]
    assert "next" not in read.meta


async def test_the_same_over_stdio(world: World) -> None:
    async with world.over_stdio("viewer") as client:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates

    assert f"pramana://documents/{world.document_id}" in {each.uri for each in listed}
    assert [each.uri_template for each in templates] == [
        "pramana://documents/{document_id}{?start}"
    ]


async def test_a_later_part_begins_where_it_is_told(world: World) -> None:
    async with world.over_http("viewer") as client:
        address = f"pramana://documents/{world.document_id}?start=10"
        [part] = (await client.read_resource(address)).contents

    assert part.text.removeprefix("<quoted>\n").startswith(TEXT.strip()[10:30])
    assert part.meta and part.meta["start"] == 10


async def test_another_tenant_sees_nothing(world: World) -> None:
    async with world.over_http("stranger") as client:
        listed = (await client.list_resources()).resources
        with pytest.raises(MCPError, match="There is no such document"):
            await client.read_resource(f"pramana://documents/{world.document_id}")

    assert world.document_id not in str(listed)


@pytest.mark.parametrize(
    "address",
    [
        f"pramana://documents/{NOBODYS}",
        "pramana://documents/",
        "pramana://documents/------------------------------------",
        f"pramana://documents/{NOBODYS}?start=-1",
        f"pramana://documents/{NOBODYS}?start=99999999999999999999",
        "file:///etc/passwd",
        "pramana://keys/1",
    ],
)
async def test_an_address_that_leads_nowhere_is_refused(world: World, address: str) -> None:
    async with world.over_http("viewer") as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(address)

    assert refused.value.error.code == -32602


@pytest.mark.parametrize("cursor", ["x", "2026-01-01", "\0"])
async def test_a_cursor_of_someone_else_is_refused(world: World, cursor: str) -> None:
    async with world.over_http("viewer") as client:
        with pytest.raises(MCPError, match="cursor"):
            await client.list_resources(cursor=cursor)
