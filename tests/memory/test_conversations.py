"""Whole conversations read without a model: what holds, what ended, what must not be believed."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.models import EntityRow, FactRow
from pramana.memory.search.facts import search_facts
from pramana.memory.selectors.graph import fact_view
from pramana.memory.services.episodes import add_episode
from pramana.memory.services.indexing import index_pending
from tests.memory.conversations import CONVERSATIONS

FLOORS = {"now": 0.9, "ended": 0.9, "never": 1.0, "same": 1.0, "apart": 1.0, "ask": 0.85}
"""A little below what is measured, so that a lost rule shows. `never` has no tolerance."""


@dataclass
class Conversation:
    title: str
    messages: list[tuple[datetime, str, str]] = field(default_factory=list)
    checks: list[list[str]] = field(default_factory=list)


def conversations_in(text: str) -> list[Conversation]:
    found: list[Conversation] = []
    for line in text.strip().splitlines():
        if line.startswith("# "):
            found.append(Conversation(line[2:]))
        elif line.startswith("> "):
            at, who, words = (part.strip() for part in line[2:].split("|", 2))
            found[-1].messages.append((datetime.fromisoformat(at), who, words))
        elif line:
            found[-1].checks.append([part.strip() for part in line.split("|")])
    return found


def read(scope: Scope, conversation: Conversation, group: str) -> None:
    for at, who, words in conversation.messages:
        message = IncomingMessage(group, words, RoleType.USER, at, role=who)
        add_episode(scope, message)
    index_pending(scope)


def matching(scope: Scope, group: str, subject: str, family: str, target: str) -> list[FactRow]:
    facts = FactRow.objects.in_scope(scope).filter(group_id=group, family=family)
    facts = facts.select_related("subject", "object", "claimant")
    ends = [(fact, {fact.subject.name, fact.object.name}) for fact in facts]
    return [
        fact
        for fact, names in ends
        if any(subject in name for name in names) and any(target in name for name in names)
    ]


def holds(scope: Scope, group: str, check: list[str], latest: datetime) -> bool:
    kind, subject, family, target, *day = check
    facts = matching(scope, group, subject, family, target)
    if kind == "never":
        facts = [fact for fact in facts if not fact.claimant_id]
        return all(fact.invalid_at is not None for fact in facts)
    open_ = [fact for fact in facts if fact.invalid_at is None]
    ended = [fact for fact in facts if fact.invalid_at is not None]
    views = [fact_view(fact) for fact in (open_ if kind == "now" else ended)]
    if kind == "ended" and (open_ or not ended):
        return False
    moments = [view.valid_from if kind == "now" else view.valid_until for view in views]
    return bool(views) and (
        not day or any(moment and moment.isoformat().startswith(day[0]) for moment in moments)
    )


def check_holds(scope: Scope, group: str, check: list[str], latest: datetime) -> bool:
    kind, *rest = check
    names = EntityRow.objects.in_scope(scope).filter(group_id=group).values_list("name", flat=True)
    if kind == "same":
        return sum(name in names for name in rest) == 1
    if kind == "apart":
        return all(name in names for name in rest)
    if kind == "ask":
        hits = search_facts(scope, rest[0], group_ids=[group], limit=5)
        return bool(hits) and rest[1] in hits[0].text
    return holds(scope, group, check, latest)


@pytest.mark.usefixtures("words_only")
def test_conversations_are_read_about_as_well_as_we_say(scope: Scope) -> None:
    right, asked = Counter[str](), Counter[str]()
    for number, each in enumerate(conversations_in(CONVERSATIONS)):
        group = f"group-{number}"
        read(scope, each, group)
        latest = max(at for at, _, _ in each.messages)
        for check in each.checks:
            kind = check[0]
            asked[kind] += 1
            if check_holds(scope, group, check, latest):
                right[kind] += 1
            else:
                print(each.title, check)
    print({kind: f"{right[kind]}/{asked[kind]}" for kind in asked})
    assert all(right[kind] / asked[kind] >= floor for kind, floor in FLOORS.items())
