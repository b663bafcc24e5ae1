"""Finding turns of long conversations by questions. `./run bench locomo --data FILE`

FILE is in the layout of LoCoMo: conversations of two people over months, and questions with the
turns that answer them. Each conversation is stored as a group and each turn as a message, with a
photo's caption in brackets after the text. Then every question is sent to the product's search
for episodes. For comparison, bm25s ranks the same turns in the same run, with its own stop words
and an English stemmer. The overall figures are of questions that have an answer; those without
one (adversarial) are listed separately.
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

from bench._beir import mean, recall
from bench._scratch import scratch_product
from bench._stored_conversations import rank_with_bm25s, store_conversations
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, RoleType

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
UNANSWERABLE = "adversarial"
CUTOFFS = (5, 10, 20)
BETWEEN_TURNS = timedelta(seconds=30)
Rankings = Mapping[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Turn:
    id: str
    speaker: str
    text: str
    at: datetime

    def message(self, group_id: str) -> IncomingMessage:
        return IncomingMessage(group_id, self.text, RoleType.USER, self.at, role=self.speaker)


@dataclass(frozen=True)
class Question:
    text: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    id: str
    turns: list[Turn]
    questions: list[Question]


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    os.environ["PRAMANA_LOG_LEVEL"] = "warning"
    conversations = load(options.data)
    with scratch_product() as scope:
        groups = {
            each.id: [(turn.id, turn.message(each.id)) for turn in each.turns]
            for each in conversations
        }
        ours = rank_with_memory(scope, conversations, store_conversations(scope, groups))
    figures = score_rankings(conversations, ours, rank_with_peer(conversations))
    if options.out:
        lines = [
            json.dumps({"item": f"{group}:{question}", "ranked": ranked}, ensure_ascii=False)
            for (group, question), ranked in ours.items()
        ]
        options.out.write_text("\n".join(lines) + "\n", "utf-8")
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench locomo", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a file in LoCoMo's layout")
    parser.add_argument(
        "--out", type=Path, help="write each question's ranking here, as JSON lines"
    )
    options = parser.parse_args(argv)
    if not options.data.is_file():
        sys.exit(f"{options.data} does not exist. LoCoMo is one JSON file.")
    return options


def load(file: Path) -> list[Conversation]:
    return [_conversation(each) for each in json.loads(file.read_text("utf-8"))]


def _conversation(sample: Mapping[str, Any]) -> Conversation:
    turns = list(_turns(sample["conversation"]))
    known = {turn.id for turn in turns}
    questions = [
        Question(each["question"], CATEGORIES[each["category"]], _evidence(each) & known)
        for each in sample["qa"]
    ]
    return Conversation(sample["sample_id"], turns, [each for each in questions if each.evidence])


def _turns(conversation: Mapping[str, Any]) -> Iterator[Turn]:
    numbers = sorted(int(key[8:]) for key in conversation if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        began = _moment(conversation[f"session_{number}_date_time"])
        for place, turn in enumerate(conversation[f"session_{number}"]):
            caption = turn.get("blip_caption")
            text = f"{turn['text']} [{caption}]" if caption else turn["text"]
            yield Turn(turn["dia_id"], turn["speaker"], text, began + place * BETWEEN_TURNS)


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _evidence(question: Mapping[str, Any]) -> frozenset[str]:
    """Turn ids. Some are written together, or with leading zeros."""
    pairs = re.findall(r"D(\d+):(\d+)", " ".join(question["evidence"]))
    return frozenset(f"D{int(session)}:{int(turn)}" for session, turn in pairs)


def rank_with_memory(
    scope: Scope, conversations: Sequence[Conversation], names: Mapping[UUID, str]
) -> Rankings:
    from pramana.memory.search import search_episodes

    rankings = {}
    for each in conversations:
        for question in each.questions:
            episodes = search_episodes(
                scope, question.text, group_ids=[each.id], limit=max(CUTOFFS)
            )
            rankings[each.id, question.text] = [names[episode.id] for episode in episodes]
    return rankings


def rank_with_peer(conversations: Sequence[Conversation]) -> Rankings:
    """Rank the same turns with bm25s, each with its speaker's name."""
    rankings = {}
    for each in conversations:
        texts = [f"{turn.speaker}: {turn.text}" for turn in each.turns]
        questions = [question.text for question in each.questions]
        for question, places in zip(
            questions, rank_with_bm25s(texts, questions, max(CUTOFFS)), strict=True
        ):
            rankings[each.id, question] = [each.turns[place].id for place in places]
    return rankings


def score_rankings(
    conversations: Sequence[Conversation], ours: Rankings, peers: Rankings
) -> dict[str, Any]:
    """Recall of the evidence at each cutoff, overall and by category, for memory and bm25s."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in conversations:
        for question in each.questions:
            relevant = dict.fromkeys(question.evidence, 1)
            answerable = [] if question.category == UNANSWERABLE else ["all"]
            for column, rankings in (("recall", ours), ("bm25_recall", peers)):
                ranked = rankings[each.id, question.text]
                for cutoff in CUTOFFS:
                    value = recall(ranked, relevant, cutoff)
                    for part in (*answerable, question.category):
                        values[part][f"{column}@{cutoff}"].append(value)
    parts = {part: _means(columns) for part, columns in sorted(values.items())}
    for part, means in parts.items():
        print(f"{part:12} " + "  ".join(f"{name} {value}" for name, value in means.items()))
    return {**parts.pop("all"), "categories": parts}


def _means(columns: Mapping[str, list[float]]) -> dict[str, Any]:
    count = len(next(iter(columns.values())))
    return {"questions": count, **{name: mean(values) for name, values in columns.items()}}
