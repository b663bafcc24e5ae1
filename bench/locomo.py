"""Turns of long conversations found again by questions. `./run bench locomo --data FILE`

FILE is in the layout of LoCoMo: conversations of two people over months, and questions with the
turns that answer them. Each conversation is a group and each turn a message of it, a photo's
caption in brackets behind the text; then every question goes to the product's search for
episodes. Beside it, in the same run: bm25s over the same turns, with its own stop words and an
English stemmer. The overall figures are of questions that have an answer; those that have none
(adversarial) stand apart.
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
from bench._remembered import by_bm25s, remember
from bench._scratch import scratch_product
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming, RoleType

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
UNANSWERABLE = "adversarial"
PLACES = (5, 10, 20)
BETWEEN_TURNS = timedelta(seconds=30)
Rankings = Mapping[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Turn:
    id: str
    speaker: str
    text: str
    at: datetime

    def message(self, group_id: str) -> Incoming:
        return Incoming(group_id, self.text, RoleType.USER, self.at, role=self.speaker)


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
        ours = ask(scope, conversations, remember(scope, groups))
    figures = judged(conversations, ours, by_peer(conversations))
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
        sys.exit(f"There is no LoCoMo at {options.data}: it is one JSON file.")
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


def _turns(said: Mapping[str, Any]) -> Iterator[Turn]:
    numbers = sorted(int(key[8:]) for key in said if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        began = _moment(said[f"session_{number}_date_time"])
        for place, turn in enumerate(said[f"session_{number}"]):
            caption = turn.get("blip_caption")
            text = f"{turn['text']} [{caption}]" if caption else turn["text"]
            yield Turn(turn["dia_id"], turn["speaker"], text, began + place * BETWEEN_TURNS)


def _moment(written: str) -> datetime:
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _evidence(question: Mapping[str, Any]) -> frozenset[str]:
    """Turn ids, of which some are written together, or with zeros before their number."""
    pairs = re.findall(r"D(\d+):(\d+)", " ".join(question["evidence"]))
    return frozenset(f"D{int(session)}:{int(turn)}" for session, turn in pairs)


def ask(scope: Scope, conversations: Sequence[Conversation], names: Mapping[UUID, str]) -> Rankings:
    from pramana.memory.search import search_episodes

    rankings = {}
    for each in conversations:
        for question in each.questions:
            found = search_episodes(scope, question.text, group_ids=[each.id], limit=max(PLACES))
            rankings[each.id, question.text] = [names[episode.id] for episode in found]
    return rankings


def by_peer(conversations: Sequence[Conversation]) -> Rankings:
    """The same turns by bm25s, with the speaker's name before each."""
    rankings = {}
    for each in conversations:
        said = [f"{turn.speaker}: {turn.text}" for turn in each.turns]
        asked = [question.text for question in each.questions]
        for question, places in zip(asked, by_bm25s(said, asked, max(PLACES)), strict=True):
            rankings[each.id, question] = [each.turns[place].id for place in places]
    return rankings


def judged(
    conversations: Sequence[Conversation], ours: Rankings, peers: Rankings
) -> dict[str, Any]:
    """Recall of the evidence at each place, overall and by category, ours and bm25s'."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in conversations:
        for question in each.questions:
            wanted = dict.fromkeys(question.evidence, 1)
            answerable = [] if question.category == UNANSWERABLE else ["all"]
            for column, rankings in (("recall", ours), ("bm25_recall", peers)):
                ranked = rankings[each.id, question.text]
                for place in PLACES:
                    value = recall(ranked, wanted, place)
                    for part in (*answerable, question.category):
                        values[part][f"{column}@{place}"].append(value)
    parts = {part: _means(columns) for part, columns in sorted(values.items())}
    for part, means in parts.items():
        print(f"{part:12} " + "  ".join(f"{name} {value}" for name, value in means.items()))
    return {**parts.pop("all"), "categories": parts}


def _means(columns: Mapping[str, list[float]]) -> dict[str, Any]:
    count = len(next(iter(columns.values())))
    return {"questions": count, **{name: mean(values) for name, values in columns.items()}}
