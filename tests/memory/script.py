"""A model that reads what tests write: one fact a line, `Ram WORKS_AT Acme from 2020-03-01`."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.testing import ScriptedGateway, answers
from pramana.memory.contracts.communities import Told
from pramana.memory.contracts.extraction import Extraction, Verdicts
from pramana.memory.contracts.messages import Incoming, RoleType
from pramana.memory.contracts.results import EpisodeResult
from pramana.memory.domain.communities import tell_plainly
from pramana.memory.services.episodes import add_episode

LINE = re.compile(
    r"(?P<subject>[^|\n]+?) (?P<relation>[A-Z_]{3,}) (?P<object>[^|\n]+?)"
    r"(?: from (?P<start>[\d-]+))?(?: until (?P<end>[\d-]+))?$",
    re.MULTILINE,
)
LONGEST = 300
OPTIONS = ("rules", "previous_ids", "communities")
NOW = datetime(2020, 11, 15, 12, tzinfo=UTC)


def extraction_of(body: str) -> dict[str, Any]:
    """What the scripted model says about a message. A line without a relation is a name."""
    lines = body.split("): ", 1)[-1].strip().splitlines()
    content = "\n".join(line for line in lines if len(line) < LONGEST)
    facts = [_fact(each) for each in LINE.finditer(content)]
    alone = [line.strip() for line in content.splitlines() if line and not LINE.search(line)]
    names = [name for each in facts for name in (each["subject"], each["object"])]
    entities = [{"name": name, "confidence": 0.9} for name in dict.fromkeys([*names, *alone])]
    return {"entities": entities, "facts": facts}


def _fact(found: re.Match[str]) -> dict[str, Any]:
    said = {key: value for key, value in found.groupdict().items() if value}
    fact = {key: said[key] for key in ("subject", "relation", "object")}
    dates = {"start": "valid_at", "end": "invalid_at"}
    times = {dates[key]: f"{said[key]}T00:00:00Z" for key in dates if key in said}
    return {**fact, **times, "fact": found[0], "quote": found[0], "confidence": 0.9}


def extract(prompt: Prompt[Extraction]) -> Extraction:
    return Extraction.model_validate(extraction_of(prompt.input.body))


def _tell(prompt: Prompt[Told]) -> Told:
    return tell_plainly(prompt.input)


def scripted(**answers: Any) -> ScriptedGateway:
    """`extract`, `resolve` and `tell` answer as given, or as the script says."""
    return ScriptedGateway(
        {
            "memory.extract": answers.get("extract", extract),
            "memory.resolve": answers.get("resolve", Verdicts()),
            "memory.tell": answers.get("tell", _tell),
        }
    )


def over_http(asked: Any) -> Any:
    """The same model behind the wire of a provider."""
    said = json.dumps(asked.body, ensure_ascii=False)
    if "Decide which names" in said:
        return answers({"same": [], "contradicted": []})
    written = [part["content"] for part in asked.body["messages"] if part["role"] == "user"][-1]
    message = re.search(r"<message>\n(.*)\n</message>", written, re.DOTALL)
    assert message
    return answers(extraction_of(message[1]))


def incoming(content: str, *, at: datetime = NOW, group_id: str = "g", **more: Any) -> Incoming:
    return Incoming(group_id, content, RoleType.USER, at, **more)


def say(
    scope: Scope, content: str, *, at: datetime = NOW, model: Any = None, **more: Any
) -> EpisodeResult:
    """Remember one message, read by the scripted model."""
    options = {key: more.pop(key) for key in OPTIONS if key in more}
    message = incoming(content, at=at, **more)
    return add_episode(scope, message, model=model or scripted(), **options)
