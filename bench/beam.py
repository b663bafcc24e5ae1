"""Whether the latest word on a matter is found, and first. `./run bench beam --data DIR`

DIR is in the layout of BEAM: a folder per conversation of a user with an assistant, with questions
about things that changed on the way. Every message goes into memory, a group per conversation.
Counted, ours and bm25s' on the same messages: how often a message that states what holds now is
among the first ten for a question, and how often one that is outdated stands above it.
"""

import argparse
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from bench._beir import mean
from bench._remembered import by_bm25s, remember
from bench._scratch import scratch_product
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming, RoleType

KINDS = {
    "knowledge_update": ("original_info", "updated_info"),
    "contradiction_resolution": ("first_statement", "second_statement"),
}
FILES = ("chat.json", "probing_questions.json")
FIRST = 10
LOOKED_AT = 20
BEGINS = datetime(2024, 1, 1, tzinfo=UTC)
NUMBERING = re.compile(r"\s*->->.*\Z", re.DOTALL)
Ranked = Mapping[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Question:
    text: str
    kind: str
    outdated: frozenset[str]
    current: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    id: str
    messages: list[tuple[str, Incoming]]
    questions: list[Question]


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench beam", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder in BEAM's layout")
    parser.add_argument(
        "--out", type=Path, help="write each question's ranking here, as JSON lines"
    )
    parser.add_argument(
        "--read", action="store_true", help="also look for entities and facts in every message"
    )
    options = parser.parse_args(argv)
    os.environ["PRAMANA_LOG_LEVEL"] = "warning"
    conversations = load(options.data)
    with scratch_product() as scope:
        ours = ask(scope, conversations, read=options.read)
    if options.out:
        lines = [
            json.dumps({"item": f"{group}:{question}", "ranked": ranked}, ensure_ascii=False)
            for (group, question), ranked in ours.items()
        ]
        options.out.write_text("\n".join(lines) + "\n", "utf-8")
    return judged(conversations, {"": ours, "bm25_": by_peer(conversations)})


def load(folder: Path) -> list[Conversation]:
    found = [each.parent for each in sorted(folder.glob(f"*/{FILES[0]}"))]
    if not found or not all((each / name).is_file() for each in found for name in FILES):
        sys.exit(f"There is no BEAM in {folder}: it needs folders with {' and '.join(FILES)}.")
    return [_conversation(each) for each in found]


def _conversation(folder: Path) -> Conversation:
    chat, probing = (json.loads((folder / name).read_text("utf-8")) for name in FILES)
    group_id = f"beam-{re.sub(r'[^A-Za-z0-9_-]', '-', folder.name)}"
    return Conversation(group_id, list(_messages(chat, group_id)), list(_questions(probing)))


def _messages(chat: Sequence[Any], group_id: str) -> Iterator[tuple[str, Incoming]]:
    """Every message a minute after the one before it, or on the day its batch names."""
    at = BEGINS
    for batch in chat:
        for said in (said for turn in batch["turns"] for said in turn):
            at = max(at + timedelta(minutes=1), _day(said.get("time_anchor")) or at)
            content = NUMBERING.sub("", said["content"])
            yield str(said["id"]), Incoming(group_id, content, RoleType(said["role"]), at)


def _day(written: str | None) -> datetime | None:
    try:
        return datetime.strptime(written or "", "%B-%d-%Y").replace(tzinfo=UTC)
    except ValueError:
        return None


def _questions(probing: Mapping[str, Any]) -> Iterator[Question]:
    """What was said later is what holds; a statement can contradict itself in one message."""
    for kind, (first, second) in KINDS.items():
        for each in probing.get(kind, ()):
            sources = each["source_chat_ids"]
            earlier, later = sorted((_ids(sources[first]), _ids(sources[second])), key=max)
            outdated = frozenset(map(str, set(earlier) - set(later)))
            yield Question(each["question"], kind, outdated, frozenset(map(str, later)))


def _ids(written: Any) -> list[int]:
    return (
        [written] if isinstance(written, int) else [id_ for part in written for id_ in _ids(part)]
    )


def ask(scope: Scope, conversations: Sequence[Conversation], *, read: bool) -> Ranked:
    from pramana.memory.search import search_episodes

    said = {each.id: each.messages for each in conversations}
    names: Mapping[UUID, str] = remember(scope, said, read=read)
    rankings = {}
    for each in conversations:
        for question in each.questions:
            found = search_episodes(scope, question.text, group_ids=[each.id], limit=LOOKED_AT)
            rankings[each.id, question.text] = [names[episode.id] for episode in found]
    return rankings


def by_peer(conversations: Sequence[Conversation]) -> Ranked:
    rankings = {}
    for each in conversations:
        said = [message.body for _, message in each.messages]
        asked = [question.text for question in each.questions]
        for question, places in zip(asked, by_bm25s(said, asked, LOOKED_AT), strict=True):
            rankings[each.id, question] = [each.messages[place][0] for place in places]
    return rankings


def judged(conversations: Sequence[Conversation], columns: Mapping[str, Ranked]) -> dict[str, Any]:
    """Shares, overall and by the kind of question."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in conversations:
        for question in each.questions:
            for column, rankings in columns.items():
                current, outdated = _places(question, rankings[each.id, question.text])
                for part in ("all", question.kind):
                    values[part][f"{column}found@{FIRST}"].append(float(current < FIRST))
                    if question.outdated:
                        above = float(outdated < current)
                        values[part][f"{column}outdated_above"].append(above)
    parts = {part: _means(found) for part, found in values.items()}
    for part, figures in parts.items():
        print(f"{part:26} " + "  ".join(f"{name} {value}" for name, value in figures.items()))
    return {**parts.pop("all"), "kinds": parts}


def _places(question: Question, ranked: Sequence[str]) -> tuple[int, int]:
    """Where the first current and the first outdated message stand; the end, where nowhere."""
    both = (question.current, question.outdated)
    current, outdated = (
        next((place for place, each in enumerate(ranked) if each in wanted), LOOKED_AT)
        for wanted in both
    )
    return current, outdated


def _means(found: Mapping[str, list[float]]) -> dict[str, Any]:
    return {
        "questions": len(found[f"found@{FIRST}"]),
        "with_outdated": len(found.get("outdated_above", ())),
        **{name: mean(values) for name, values in found.items()},
    }
