"""The network: e5's encoder, and a head that finds objects of each family, then for each object
who it is stated of, by whom, when, and how. `statement_head.py` of the product runs the head."""

import math
from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from pramana.memory.domain.reading.statement_head import (
    FAMILIES,
    LONGEST_OBJECT,
    LONGEST_ROLE,
    ROLES,
    STATUSES,
    begins_word,
)
from training.reader.base import PAD, WIDTH, Floats
from training.reader.model import Reader
from training.statements.data import Example

SPAN, PART = 320, 192


class Spans(nn.Module):
    """The states of all spans up to a length: batch, first token, length, width."""

    def __init__(self, longest: int, width: int) -> None:
        super().__init__()
        self.longest = longest
        self.first, self.last = nn.Linear(WIDTH, width), nn.Linear(WIDTH, width)
        self.width = nn.Parameter(torch.randn(longest, width) * 0.02)

    def forward(self, states: Tensor) -> Tensor:
        ends = F.pad(self.last(states), (0, 0, 0, self.longest - 1))
        ends = ends.unfold(1, self.longest, 1).transpose(2, 3)
        return F.gelu(self.first(states)[:, :, None] + ends + self.width, approximate="tanh")


class StatementNetwork(nn.Module):
    def __init__(self, weights: dict[str, Floats], layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = Reader(weights, layers, dropout)
        self.dropout = nn.Dropout(dropout)
        self.object, self.role = Spans(LONGEST_OBJECT, SPAN), Spans(LONGEST_ROLE, PART)
        self.family = nn.Linear(SPAN, len(FAMILIES))
        self.families = nn.Parameter(torch.randn(len(FAMILIES), SPAN) * 0.1)
        self.question = nn.Linear(2 * SPAN, SPAN)
        self.asked = nn.Linear(SPAN, len(ROLES) * PART)
        self.focus = nn.Linear(SPAN, WIDTH)
        self.status = nn.ModuleList(
            (nn.Linear(2 * SPAN + WIDTH + PART, SPAN), nn.Linear(SPAN, len(STATUSES)))
        )
        nn.init.constant_(self.family.bias, -5.0)

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor, Tensor]:
        """Scores of all objects and families; of the known objects: their roles' spans, status."""
        states = self.dropout(self.encoder.hidden(batch.ids, batch.mask))
        spans = self.object(states)
        scores = self.family(self.dropout(spans)).float()
        parts = self.role(states)
        of, first, length, family = batch.known.T
        known = self.families[family]
        question = torch.tanh(self.question(torch.cat([spans[of, first, length], known], -1)))
        asked = self.asked(question).view(-1, len(ROLES), PART)
        places = parts.flatten(1, 2)[of]
        roles = torch.einsum("krd,knd->krn", asked, places).float() / math.sqrt(PART)
        roles = roles.masked_fill(~batch.role_spans.flatten(1)[of][:, None], -1e4)
        focus = torch.einsum("kd,knd->kn", self.focus(question), states[of]).float()
        focus = (focus / math.sqrt(WIDTH)).masked_fill(~batch.mask[of], -1e4).softmax(-1)
        features = [
            question,
            known,
            torch.einsum("kn,knd->kd", focus.to(states.dtype), states[of]),
            torch.einsum("kn,knd->kd", roles[:, 0].softmax(-1).to(places.dtype), places),
        ]
        inner = F.gelu(self.status[0](torch.cat(features, -1)), approximate="tanh")
        return scores, roles, self.status[1](self.dropout(inner)).float()

    def loss(self, batch: "Batch") -> tuple[Tensor, list[float]]:
        scores, roles, status = self(batch)
        found = F.binary_cross_entropy_with_logits(scores, batch.wanted(), reduction="none").sum(-1)
        objects = (found * batch.object_spans).sum() / len(batch.ids)
        size = max(1, len(batch.ids))
        pointed = -(batch.roles * roles.log_softmax(-1)).sum(-1)
        weights = torch.tensor([1.0, 0.3, 0.3], device=pointed.device)
        told = F.cross_entropy(status, batch.statuses, reduction="none", label_smoothing=0.03)
        pointed, told = (pointed * weights).sum() / size, told.sum() / size
        parts = [objects.item(), pointed.item(), told.item()]
        return objects + 0.6 * pointed + told, parts

    def head(self) -> dict[str, np.ndarray]:
        return {
            name: value.detach().float().cpu().numpy()
            for name, value in self.state_dict().items()
            if not name.startswith("encoder.")
        }


class Batch:
    """Examples as arrays, and after `to` as tensors: other processes make them."""

    def __init__(self, examples: Sequence[Example]) -> None:
        size = len(examples)
        length = (max(len(each.ids) for each in examples) + 7) // 8 * 8
        ids = np.full((size, length), PAD, np.int64)
        objects = np.zeros((size, length, LONGEST_OBJECT), bool)
        parts = np.zeros((size, length, LONGEST_ROLE), bool)
        known, roles, statuses = [], [], []
        for row, each in enumerate(examples):
            ids[row, : len(each.ids)] = each.ids
            mark_spans(each, objects[row], parts[row])
            objects[row, 0] = False
            for ((first, last), family), targets in each.targets.items():
                known.append((row, first, last - first, family))
                places = np.zeros((len(ROLES), length * LONGEST_ROLE), np.float32)
                for target in targets:
                    for role, (start, end) in enumerate((target.subject, target.by, target.when)):
                        reach = min(end - start, LONGEST_ROLE - 1)
                        places[role, start * LONGEST_ROLE + reach] += 1 / len(targets)
                roles.append(places)
                statuses.append(targets[0].status)
        self.ids, self.mask = ids, ids != PAD
        self.object_spans, self.role_spans = objects, parts
        self.known = np.array(known, np.int64).reshape(-1, 4)
        shape = (len(known), len(ROLES), length * LONGEST_ROLE)
        self.roles = np.array(roles, np.float32).reshape(shape)
        self.statuses = np.array(statuses, np.int64)

    def wanted(self) -> Tensor:
        """The objects and families that are stated: batch, first token, length, family."""
        size = (*self.object_spans.shape, len(FAMILIES))
        found = torch.zeros(size, device=self.known.device)
        of, first, length, family = self.known.T
        found[of, first, length, family] = 1
        return found

    def to(self, device: str) -> "Batch":
        for name, value in vars(self).items():
            setattr(self, name, torch.from_numpy(value).to(device, non_blocking=True))
        return self


def mark_spans(example: Example, objects: np.ndarray, parts: np.ndarray) -> None:
    """Mark the spans that begin with a word and stay within one text."""
    pieces, texts = example.pieces, example.texts
    sources = [text for text, _, _ in pieces]
    for first, piece in enumerate(pieces):
        if not begins_word(piece, texts):
            continue
        reach = 1
        while (
            reach < LONGEST_OBJECT
            and first + reach < len(pieces)
            and sources[first] == sources[first + reach] >= 0
        ):
            reach += 1
        objects[first, :reach] = True
        parts[first, : min(reach, LONGEST_ROLE)] = True
