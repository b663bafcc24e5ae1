"""A library of two documents, ways to ask it, and models that behave as they are told."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from pramana.chat.contracts.answers import ChatResponse
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.prompts.compose import Quote, Sentence, write_lines
from pramana.chat.turns import LiveTurn, start_turn
from pramana.kit.scope import Scope
from pramana.llm.testing import ScriptedGateway
from pramana.tenancy.testing import make_key, make_tenant
from tests.chat.library import BRIDGE, WATER, put

SIGNED = "Who signed the bridge contract?"
QUOTE = "Mayor Sita Rai signed the contract with Himal Builders"


@pytest.fixture(autouse=True)
def plain(words_only: None) -> None:
    """Nothing here is about vectors."""


@pytest.fixture
def library(transactional_db: None) -> Scope:
    """A tenant whose documents other threads can see."""
    scope = make_tenant("library")
    put(scope, "Bridge", BRIDGE)
    put(scope, "Water", WATER)
    return scope


@pytest.fixture
def person(library: Scope) -> "Caller":
    return Caller(make_key(library))


class Caller:
    """A program with a key. Django's own async client sends no headers but those of each call."""

    def __init__(self, key: str, **headers: str) -> None:
        self._client = AsyncClient()
        self._headers = {"Authorization": f"Bearer {key}", **headers}

    async def get(self, path: str) -> Any:
        return await self._client.get(path, headers=self._headers)

    async def post(self, path: str, **body: Any) -> Any:
        return await self._client.post(
            path, body, content_type="application/json", headers=self._headers
        )

    async def ask(self, **fields: Any) -> Any:
        return await self.post("/chat", **{"query": SIGNED, **fields})

    async def listen(self, **fields: Any) -> list[dict[str, Any]]:
        """Every frame of a stream, once it has ended."""
        answer = await self.post("/chat/stream", **{"query": SIGNED, **fields})
        assert answer.status_code == 200
        return await frames_in(answer)


async def frames_in(answer: Any) -> list[dict[str, Any]]:
    body = b"".join([part async for part in answer.streaming_content]).decode()
    return [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: ")]


def lines(*sentences: tuple[Any, ...]) -> str:
    """What a composer would write: each sentence with its words, from source 1 unless said."""
    return write_lines(
        [
            Sentence(text=text, quotes=[Quote(source=(source or [1])[0], words=words)])
            for text, words, *source in sentences
        ]
    )


ANSWER = lines(("Mayor Sita Rai signed it.", QUOTE))


def question(scope: Scope, query: str = SIGNED, **fields: Any) -> ChatQuestion:
    """A question of the scope's person, in a session of its own unless one is named."""
    assert scope.actor_id
    session = fields.pop("session_id", None)
    return ChatQuestion(
        asker=fields.pop("asker", Asker(scope.actor_id)),
        request_id=fields.pop("request_id", uuid4()),
        query=query,
        session_id=session or uuid4(),
        is_new=session is None,
        **fields,
    )


async def start_scripted_turn(
    scope: Scope, script: dict[str, Any] | None, query: str = SIGNED, **fields: Any
) -> tuple[LiveTurn, ScriptedGateway]:
    """A turn under way, with a composer that follows a script; without one, as configured."""
    asked = question(scope, query, **fields)
    scripted = ScriptedGateway(script or {}, scope)
    if script is None:
        return await start_turn(scope, asked), scripted
    return await start_turn(scope, asked, gateway_factory=lambda _: scripted), scripted


async def answer(
    scope: Scope, script: dict[str, Any] | None = None, query: str = SIGNED, **fields: Any
) -> ChatResponse:
    live, _ = await start_scripted_turn(scope, script, query, **fields)
    return await live.outcome()


async def frames(live: LiveTurn) -> list[dict[str, Any]]:
    return [dict(frame.data) async for frame in live.stream()]


def in_db(function: Callable[..., Any]) -> Callable[..., Any]:
    """Ask the database from an async test."""
    return sync_to_async(function, thread_sensitive=False)
