"""A model that reads what tests write: one fact per line, `Ram WORKS_AT Acme from 2020-03-01`."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from pramana.kit.scope import Scope
from pramana.llm.contracts import Prompt
from pramana.llm.testing import ScriptedGateway, answers
from pramana.memory.contracts.extraction import CommunitySummary, MessageExtraction, Verdicts
from pramana.memory.contracts.graph import AddEpisodeResult
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.domain.communities import summarize_from_facts
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
    """The scripted model's extraction of a message. A line without a relation is a name."""
    lines = body.split("): ", 1)[-1].strip().splitlines()
    content = "\n".join(line for line in lines if len(line) < LONGEST)
    facts = [_fact(each) for each in LINE.finditer(content)]
    alone = [line.strip() for line in content.splitlines() if line and not LINE.search(line)]
    names = [name for each in facts for name in (each["subject"], each["object"])]
    entities = [{"name": name, "confidence": 0.9} for name in dict.fromkeys([*names, *alone])]
    return {"entities": entities, "facts": facts}


def _fact(match: re.Match[str]) -> dict[str, Any]:
    groups = {key: value for key, value in match.groupdict().items() if value}
    fact = {key: groups[key] for key in ("subject", "relation", "object")}
    dates = {"start": "valid_at", "end": "invalid_at"}
    times = {dates[key]: f"{groups[key]}T00:00:00Z" for key in dates if key in groups}
    return {**fact, **times, "fact": match[0], "quote": match[0], "confidence": 0.9}


def extract(prompt: Prompt[MessageExtraction]) -> MessageExtraction:
    return MessageExtraction.model_validate(extraction_of(prompt.input.body))


def _tell(prompt: Prompt[CommunitySummary]) -> CommunitySummary:
    return summarize_from_facts(prompt.input)


def scripted(**answers: Any) -> ScriptedGateway:
    """A model whose `extract`, `resolve` and `tell` answer as given, or follow the script."""
    return ScriptedGateway(
        {
            "memory.extract": answers.get("extract", extract),
            "memory.resolve": answers.get("resolve", Verdicts()),
            "memory.tell": answers.get("tell", _tell),
        }
    )


def over_http(request: Any) -> Any:
    """The same model behind a provider's wire format."""
    body = json.dumps(request.body, ensure_ascii=False)
    if "Decide which names" in body:
        return answers({"same": [], "contradicted": []})
    written = [part["content"] for part in request.body["messages"] if part["role"] == "user"][-1]
    message = re.search(r"<message>\n(.*)\n</message>", written, re.DOTALL)
    assert message
    return answers(extraction_of(message[1]))


def incoming(
    content: str, *, at: datetime = NOW, group_id: str = "g", **more: Any
) -> IncomingMessage:
    return IncomingMessage(group_id, content, RoleType.USER, at, **more)


def add_message(
    scope: Scope, content: str, *, at: datetime = NOW, model: Any = None, **more: Any
) -> AddEpisodeResult:
    """Add one message, read by the scripted model."""
    options = {key: more.pop(key) for key in OPTIONS if key in more}
    message = incoming(content, at=at, **more)
    return add_episode(scope, message, model=model or scripted(), **options)
