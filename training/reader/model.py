"""The network: e5's encoder with a head that points at the first and last token of an answer.

The first token stands for "not here": a question without an answer points at it.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.reader.base import HEADS, INNER, PAD, WIDTH, Floats
from training.reader.data import Example

NEVER = -1e4


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.v, self.ao = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.fi, self.fo = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.aln = nn.LayerNorm(WIDTH, eps=1e-12)
        self.oln = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor, dropout: float) -> Tensor:
        size, length, _ = x.shape

        def heads(y: Tensor) -> Tensor:
            return y.view(size, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        attended = F.scaled_dot_product_attention(
            heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), attn_mask=mask, dropout_p=dropout
        )
        attended = attended.transpose(1, 2).reshape(size, length, WIDTH)
        x = self.aln(x + F.dropout(self.ao(attended), dropout))
        return self.oln(x + F.dropout(self.fo(F.gelu(self.fi(x))), dropout))


class Reader(nn.Module):
    """An encoder of some of the base's layers, and the head."""

    def __init__(self, weights: dict[str, Floats], layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.dropout = dropout
        self.words = nn.Embedding.from_pretrained(_tensor(weights["emb.word"]), freeze=True)
        self.positions = nn.Parameter(_tensor(weights["emb.pos"]))
        self.kind = nn.Parameter(_tensor(weights["emb.type"])[0])
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.head = nn.Linear(WIDTH, 2)
        self._take(self.norm, weights, "emb.ln")
        for number, layer in enumerate(self.layers):
            for name, part in layer.named_children():
                self._take(part, weights, f"l{number}.{name}")

    @staticmethod
    def _take(part: nn.Module, weights: dict[str, Floats], name: str) -> None:
        part.weight.data.copy_(_tensor(weights[f"{name}.w"]))
        part.bias.data.copy_(_tensor(weights[f"{name}.b"]))

    def hidden(self, ids: Tensor, mask: Tensor) -> Tensor:
        dropout = self.dropout if self.training else 0.0
        x = self.words(ids) + self.positions[: ids.shape[1]] + self.kind
        x = F.dropout(self.norm(x), dropout)
        attention = mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, attention, dropout)
        return x

    def forward(self, ids: Tensor, mask: Tensor, allowed: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of each token to be the first and the last of the answer."""
        scores = self.head(self.hidden(ids, mask)).float().masked_fill(~allowed[:, :, None], NEVER)
        return scores[:, :, 0], scores[:, :, 1]


def _tensor(value: Floats) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(value))


def assemble(examples: list[Example]) -> list[Tensor]:
    """Ids, mask, tokens that may answer, and the true first and last (0: not here)."""
    made = [each.assembled() for each in examples]
    length = (max(len(ids) for ids, _ in made) + 15) // 16 * 16
    size = len(examples)
    ids = np.full((size, length), PAD, np.int64)
    mask, allowed = np.zeros((size, length), bool), np.zeros((size, length), bool)
    first, last = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for row, (example, (tokens, start)) in enumerate(zip(examples, made, strict=True)):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = True
        allowed[row, start : start + len(example.text)] = True
        allowed[row, 0] = True
        if example.first >= 0:
            first[row], last[row] = example.first + start, example.last + start
    return [torch.from_numpy(each) for each in (ids, mask, allowed, first, last)]


@torch.no_grad()
def embed(model: Reader, texts: list[np.ndarray], device: str) -> Tensor:
    """Mean of the last layer, of length one: how e5 encodes a text for search."""
    order = np.argsort([len(text) for text in texts])
    found = torch.zeros(len(texts), WIDTH, device=device)
    for start in range(0, len(order), 512):
        chosen = order[start : start + 512]
        length = max(len(texts[each]) for each in chosen) + 2
        ids = np.full((len(chosen), length), PAD, np.int64)
        for row, each in enumerate(chosen):
            ids[row, : len(texts[each]) + 2] = [0, *texts[each], 2]
        tokens = torch.from_numpy(ids).to(device)
        mask = tokens != PAD
        with torch.autocast(device, torch.bfloat16):
            hidden = model.hidden(tokens, mask).float()
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        found[torch.from_numpy(chosen.copy()).to(device)] = F.normalize(mean, dim=1)
    return found
