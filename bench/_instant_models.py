"""A model and an encoder that answer at once, and messages for them."""

import hashlib
import random
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from pramana.llm.contracts import Prompt
from pramana.llm.embeddings.encoder import Encoder, TextKind, Vector, normalise
from pramana.memory.contracts.messages import IncomingMessage, RoleType

BEGINS = datetime(2020, 1, 1, tzinfo=UTC)
RELATIONS = ("LIKES", "VISITED", "WORKS_AT", "LIVES_IN", "KNOWS", "OWNS")
GROUP = "bench"


def people(count: int) -> list[str]:
    """The people that this many messages are about."""
    chance = random.Random(7)
    return [_name(chance) for _ in range(max(20, count // 20))]


def messages(count: int) -> Iterator[IncomingMessage]:
    """Messages with three entities and two facts each: known people, new organisations, some
    repeated facts, and employers and homes that change."""
    chance, known = random.Random(11), people(count)
    for number in range(count):
        person, other = chance.choice(known), chance.choice(known)
        thing = _name(chance) if chance.random() < 0.5 else chance.choice(known)
        first, second = chance.choice(RELATIONS), chance.choice(RELATIONS)
        content = f"{person}|{first}|{thing}\n{person}|{second}|{other}"
        yield IncomingMessage(GROUP, content, RoleType.USER, BEGINS + timedelta(minutes=number))


def _name(chance: random.Random) -> str:
    letters = ["bcdfghjklmnprstvz", "aeiou"]
    words = [
        "".join(chance.choice(letters[at % 2]) for at in range(chance.randint(4, 8)))
        for _ in range(2)
    ]
    return " ".join(words).title()


class InstantModel:
    """Answers both prompts from the message, and counts the questions."""

    def __init__(self, people: Collection[str] = ()) -> None:
        self._types = dict.fromkeys(people, "Person")
        self.calls = 0
        self.prompt_characters = 0
        self.depth = 0
        """The most questions that one message needed, one after the other."""
        self._questions = 0
        self.marks: list[float] = []
        """The CPU time, in ms, at which each message was read."""

    def extract(self, prompt: Prompt[Any]) -> dict[str, Any]:
        self.marks.append(time.process_time() * 1000)
        self._questions = 0
        self._count(prompt)
        lines = prompt.input.body.split("): ", 1)[1].splitlines()
        facts = [_fact(*line.split("|")) for line in lines]
        names = dict.fromkeys(name for each in facts for name in (each["subject"], each["object"]))
        entities = [
            {"name": name, "type": self._types.get(name, "Organization"), "confidence": 0.9}
            for name in names
        ]
        return {"entities": entities, "facts": facts}

    def resolve(self, prompt: Prompt[Any]) -> dict[str, Any]:
        self._count(prompt)
        return {"same": [0] * len(prompt.input.pairs), "contradicted": []}

    def _count(self, prompt: Prompt[Any]) -> None:
        self.calls += 1
        self._questions += 1
        self.depth = max(self.depth, self._questions)
        self.prompt_characters += len(prompt.system) + len(prompt.user)


def _fact(subject: str, relation: str, target: str) -> dict[str, Any]:
    words = f"{subject} {relation.lower().replace('_', ' ')} {target}."
    return {"subject": subject, "relation": relation, "object": target, "fact": words}


class InstantEncoder(Encoder):
    """Vectors from a digest: correct in shape and length, at no cost."""

    id = "bench:instant"
    scripts = None
    dimension = 384

    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        digest = hashlib.shake_128(text.encode()).digest(self.dimension)
        return normalise(byte - 128 for byte in digest)


@contextmanager
def use_instant_models(model: InstantModel) -> Iterator[None]:
    """Let memory use this model and an instant encoder instead of the configured ones."""
    from pramana.llm.testing import ScriptedGateway
    from pramana.memory.contracts.extraction import MessageExtraction, Verdicts

    scripted = ScriptedGateway(
        {
            "memory.extract": lambda prompt: MessageExtraction.model_validate(
                model.extract(prompt)
            ),
            "memory.resolve": lambda prompt: Verdicts.model_validate(model.resolve(prompt)),
        }
    )

    def gateway(scope: Any) -> ScriptedGateway:
        scripted.prompts.clear()
        return scripted

    encoder = InstantEncoder()
    with (
        patch("pramana.memory.services.episodes.gateway", gateway),
        patch("pramana.memory.services.saving.configured_encoder", lambda _: encoder),
        patch("pramana.memory.services.episodes.configured_encoder", lambda _: encoder),
    ):
        yield
