"""How many statements of messages that were not trained on are read rightly."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from pramana.memory.domain.reading.statement_head import STATUSES, Proposal
from training.statements.data import Example

BELIEVED = {"now": "holds", "begins": "holds", "ended": "over", "not": "over", "corrected": "over"}
LEVELS = ("object", "subject", "group", "status")


def rights(example: Example, proposal: Proposal) -> dict[str, bool]:
    """Whether a proposal's object and family are right; also its subject; also its status."""
    found = dict.fromkeys(LEVELS, False)
    for each in example.message.statements:
        thing = each.subject if each.family == "died" else each.object
        if each.family != proposal.family or not _same(thing, proposal.object.words):
            continue
        found["object"] = True
        subject = "@" if each.subject.strip("^") == example.message.speaker else each.subject
        said = proposal.subject.words if proposal.subject else "@"
        if not _same(subject, said):
            continue
        found["subject"] = True
        found["group"] |= _group(each.status) == _group(_status(proposal))
        found["status"] |= each.status == _status(proposal)
    return found


def _status(proposal: Proposal) -> str:
    return STATUSES[proposal.statuses.index(max(proposal.statuses))]


def _group(status: str) -> str:
    return BELIEVED.get(status, "unbelieved" if status in STATUSES[9:] else status)


def _same(one: str, other: str) -> bool:
    one, other = one.strip("^").casefold(), other.casefold()
    return one == other or (one != "@" and other != "@" and (one in other or other in one))


def report(
    examples: Sequence[Example], read: Iterable[list[Proposal]], file: Path | None = None
) -> dict[str, object]:
    rows = []
    stated = Counter(each.message.source for each in examples for _ in each.message.statements)
    for example, proposals in zip(examples, read, strict=True):
        for each in proposals:
            right = rights(example, each)
            rows.append(
                {
                    "source": example.message.source,
                    "text": example.message.text,
                    "family": each.family,
                    "status": _status(each),
                    "subject": each.subject.words if each.subject else "@",
                    "object": each.object.words,
                    "chances": [each.object_chance, each.subject_chance, max(each.statuses)],
                    "right": right,
                }
            )
    if file:
        file.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    return {"all": _table(rows, sum(stated.values()))} | {
        source: _table([row for row in rows if row["source"] == source], count)
        for source, count in stated.items()
    }


def _table(rows: list[dict], stated: int) -> dict[str, str]:
    figures = {}
    for least in (0.3, 0.5, 0.7):
        kept = [r for r in rows if r["chances"][0] * r["chances"][1] * r["chances"][2] >= least]
        cells = []
        for level in LEVELS:
            right = sum(row["right"][level] for row in kept)
            precision, recall = right / max(1, len(kept)), right / max(1, stated)
            cells.append(f"{precision:.2f}/{recall:.2f}")
        figures[str(least)] = " ".join(cells)
    return figures | {"stated": str(stated)}
