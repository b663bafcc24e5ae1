"""Whether the latest statement is found, and ranked first. `./run bench beam --data DIR`

DIR is in the layout of BEAM: a folder per conversation of a user with an assistant, with questions
about things that changed on the way. Every message is stored in memory, with a group per
conversation. For memory and for bm25s on the same messages, it counts how often a message that
states what holds now is among the first ten, and how often an outdated one is ranked above it.
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
from bench._scratch import scratch_product
from bench._stored_conversations import rank_with_bm25s, store_conversations
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, RoleType

KINDS = {
    "knowledge_update": ("original_info", "updated_info"),
    "contradiction_resolution": ("first_statement", "second_statement"),
}
FILES = ("chat.json", "probing_questions.json")
FIRST = 10
RANKING_LENGTH = 20
BEGINS = datetime(2024, 1, 1, tzinfo=UTC)
NUMBERING = re.compile(r"\s*->->.*\Z", re.DOTALL)
Rankings = Mapping[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Question:
    text: str
    kind: str
    outdated: frozenset[str]
    current: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    id: str
    messages: list[tuple[str, IncomingMessage]]
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
        ours = rank_with_memory(scope, conversations, read=options.read)
    if options.out:
        lines = [
            json.dumps({"item": f"{group}:{question}", "ranked": ranked}, ensure_ascii=False)
            for (group, question), ranked in ours.items()
        ]
        options.out.write_text("\n".join(lines) + "\n", "utf-8")
    return score_rankings(conversations, {"": ours, "bm25_": rank_with_peer(conversations)})


def load(folder: Path) -> list[Conversation]:
    folders = [each.parent for each in sorted(folder.glob(f"*/{FILES[0]}"))]
    if not folders or not all((each / name).is_file() for each in folders for name in FILES):
        sys.exit(
            f"{folder} is not in the layout of BEAM: it needs folders with {' and '.join(FILES)}."
        )
    return [_conversation(each) for each in folders]


def _conversation(folder: Path) -> Conversation:
    chat, probing = (json.loads((folder / name).read_text("utf-8")) for name in FILES)
    group_id = f"beam-{re.sub(r'[^A-Za-z0-9_-]', '-', folder.name)}"
    return Conversation(group_id, list(_messages(chat, group_id)), list(_questions(probing)))


def _messages(chat: Sequence[Any], group_id: str) -> Iterator[tuple[str, IncomingMessage]]:
    """The messages, each a minute after the one before it, or on the day its batch names."""
    at = BEGINS
    for batch in chat:
        for message in (message for turn in batch["turns"] for message in turn):
            at = max(at + timedelta(minutes=1), _day(message.get("time_anchor")) or at)
            content, role = NUMBERING.sub("", message["content"]), RoleType(message["role"])
            yield str(message["id"]), IncomingMessage(group_id, content, role, at)


def _day(text: str | None) -> datetime | None:
    try:
        return datetime.strptime(text or "", "%B-%d-%Y").replace(tzinfo=UTC)
    except ValueError:
        return None


def _questions(probing: Mapping[str, Any]) -> Iterator[Question]:
    """The later statement is the one that holds. Both may be in the same message."""
    for kind, (first, second) in KINDS.items():
        for each in probing.get(kind, ()):
            sources = each["source_chat_ids"]
            earlier, later = sorted((_ids(sources[first]), _ids(sources[second])), key=max)
            outdated = frozenset(map(str, set(earlier) - set(later)))
            yield Question(each["question"], kind, outdated, frozenset(map(str, later)))


def _ids(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [id_ for part in value for id_ in _ids(part)]


def rank_with_memory(
    scope: Scope, conversations: Sequence[Conversation], *, read: bool
) -> Rankings:
    from pramana.memory.search import search_episodes

    messages = {each.id: each.messages for each in conversations}
    names: Mapping[UUID, str] = store_conversations(scope, messages, read=read)
    rankings = {}
    for each in conversations:
        for question in each.questions:
            episodes = search_episodes(
                scope, question.text, group_ids=[each.id], limit=RANKING_LENGTH
            )
            rankings[each.id, question.text] = [names[episode.id] for episode in episodes]
    return rankings


def rank_with_peer(conversations: Sequence[Conversation]) -> Rankings:
    rankings = {}
    for each in conversations:
        texts = [message.body for _, message in each.messages]
        questions = [question.text for question in each.questions]
        for question, places in zip(
            questions, rank_with_bm25s(texts, questions, RANKING_LENGTH), strict=True
        ):
            rankings[each.id, question] = [each.messages[place][0] for place in places]
    return rankings


def score_rankings(
    conversations: Sequence[Conversation], columns: Mapping[str, Rankings]
) -> dict[str, Any]:
    """The shares, overall and by kind of question."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in conversations:
        for question in each.questions:
            for column, rankings in columns.items():
                current, outdated = _first_positions(question, rankings[each.id, question.text])
                for part in ("all", question.kind):
                    values[part][f"{column}found@{FIRST}"].append(float(current < FIRST))
                    if question.outdated:
                        above = float(outdated < current)
                        values[part][f"{column}outdated_above"].append(above)
    parts = {part: _means(shares) for part, shares in values.items()}
    for part, figures in parts.items():
        print(f"{part:26} " + "  ".join(f"{name} {value}" for name, value in figures.items()))
    return {**parts.pop("all"), "kinds": parts}


def _first_positions(question: Question, ranked: Sequence[str]) -> tuple[int, int]:
    """The positions of the first current and the first outdated message; the end if not found."""
    both = (question.current, question.outdated)
    current, outdated = (
        next((place for place, each in enumerate(ranked) if each in group), RANKING_LENGTH)
        for group in both
    )
    return current, outdated


def _means(shares: Mapping[str, list[float]]) -> dict[str, Any]:
    return {
        "questions": len(shares[f"found@{FIRST}"]),
        "with_outdated": len(shares.get("outdated_above", ())),
        **{name: mean(values) for name, values in shares.items()},
    }
