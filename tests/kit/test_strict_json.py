"""A long list is read item by item, and the rest as strictly as any other body."""

import json

import pytest

from pramana.kit.errors import InvalidRequest
from pramana.kit.strict_json import read_around_list, read_json

BODIES = [
    '{"group_id": "g", "messages": [{"a": 1}, {"a": [1, {"b": "]"}]}]}',
    '{"messages": [], "group_id": "g"}',
    '  {  "messages" : [ 1 , 2 ] }  ',
    '{"messages": "none", "x": null}',
    '{"other": [1, 2]}',
    "{}",
    "[1, 2]",
    '"text"',
    '{"messages": [[], {}, "a\\"]", null, 1.5, true]}',
]


@pytest.mark.parametrize("text", BODIES)
def test_it_reads_what_json_reads(text: str) -> None:
    body, messages, count = read_around_list(text.encode(), "messages")

    if messages is not None:
        assert body["messages"] == []
        body["messages"] = list(messages)
        assert len(body["messages"]) == count
    assert body == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"messages": [1 2]}',
        '{"messages": [1,]}',
        '{"messages": [,1]}',
        '{"messages": [1]',
        '{"messages": [1]} x',
        '{"messages": [1],}',
        '{"messages" [1]}',
        "{1: 2}",
        '{"messages": [NaN]}',
        '{"messages": [1e999]}',
        '{"messages": [], "messages": []}',
        '{"messages": [{"a": 1, "a": 2}]}',
        '{"messages": [' + "[" * 100_000 + "]}",
    ],
)
def test_it_refuses_what_is_refused_elsewhere(text: str) -> None:
    with pytest.raises(InvalidRequest):
        read_json(text.encode())
    with pytest.raises(InvalidRequest):
        read_around_list(text.encode(), "messages")


def test_broken_utf8_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        read_around_list(b'{"messages": ["\xff"]}', "messages")
