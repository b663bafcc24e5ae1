"""The training of the statement model, which needs PyTorch and a GPU."""

import argparse
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import torch
from tokenizers import Tokenizer

from pramana.memory.domain.reading.statement_head import StatementHead
from training.reader.base import load_weights
from training.reader.export import unpack
from training.statements.data import Example, Message, Variation, encode, load
from training.statements.evaluation import report
from training.statements.model import Batch, StatementNetwork

PROCESSES = 5
PARTS, SEED = 3, 11
"""Files of weights, since a large one cannot be carried."""
HEAD_RATE = 5
"""The head learns so many times as fast as the encoder, which knows much already."""


_taught: list[Message] = []
_tokenizer: list[Tokenizer] = []
_tokens: list[int] = []


def make_batches(seed: int) -> list[Batch]:
    """The batches of an epoch: messages of like length together, each varied."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    variation = Variation(_taught, seed)
    examples = [encode(variation.vary(each), _tokenizer[0]) for each in _taught]
    examples.sort(key=lambda each: len(each.ids) + 8 * chance.random())
    made: list[list[Example]] = [[]]
    for each in examples:
        if (len(made[-1]) + 1) * len(each.ids) > _tokens[0]:
            made.append([])
        made[-1].append(each)
    chance.shuffle(made)
    return [Batch(each) for each in made]


def _schedule(optimizer, steps: int):
    warm = max(1, steps // 12)
    return torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, max(0.02, (steps - step) / steps))
    )


class Training:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.began = options, time.monotonic()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        options.to.mkdir(parents=True, exist_ok=True)
        self.tokenizer = Tokenizer.from_file(str(options.base / "tokenizer.json"))
        self.weights = load_weights(options.base)
        messages = load(options.data)
        self.taught = [each for each in messages if not each.held_out]
        held_out = [each for each in messages if each.held_out]
        self.held_out = [encode(each, self.tokenizer) for each in held_out]
        _taught[:], _tokenizer[:], _tokens[:] = self.taught, [self.tokenizer], [options.tokens]
        self.say(len(self.taught), "messages taught,", len(self.held_out), "held out")
        plain = [encode(each, self.tokenizer) for each in self.taught]
        stated = sum(len(each.message.statements) for each in plain)
        self.say(stated, "statements,", sum(each.lost for each in plain), "cannot be pointed at")

    def run(self) -> None:
        if self.options.average:
            network = self.average(self.options.average)
        else:
            network = self.network()
            self.fit(network)
        self.save(self.options.name, network)
        self.measure(self.options.name, network)

    def say(self, *words: object) -> None:
        print(f"[{time.monotonic() - self.began:6.1f}]", *words, flush=True)

    def fit(self, network: StatementNetwork) -> None:
        epochs, seed = self.options.epochs, self.options.seed
        torch.manual_seed(seed)
        network.to(self.device).train()
        named = [(n, p) for n, p in network.named_parameters() if p.requires_grad]
        body = [each for name, each in named if name.startswith("encoder.")]
        head = [each for name, each in named if not name.startswith("encoder.")]
        optimizer = torch.optim.AdamW(
            [
                {"params": body, "lr": self.options.rate},
                {"params": head, "lr": HEAD_RATE * self.options.rate},
            ],
            weight_decay=0.01,
            betas=(0.9, 0.98),
        )
        schedule = None
        # Batches are made by other processes, which have the messages since they were started.
        with ProcessPoolExecutor(PROCESSES, get_context("fork")) as pool:
            waiting = [pool.submit(make_batches, 1000 * seed + n) for n in range(epochs)]
            for number, future in enumerate(waiting):
                made = future.result()
                schedule = schedule or _schedule(optimizer, len(made) * epochs)
                told = np.zeros(3)
                for batch in made:
                    batch.to(self.device)
                    with torch.autocast(self.device, torch.bfloat16):
                        loss, parts = network.loss(batch)
                    told += parts
                    optimizer.zero_grad(set_to_none=True)
                    loss.backward()
                    torch.nn.utils.clip_grad_norm_(body + head, 1.0)
                    optimizer.step()
                    schedule.step()
                if number % 3 == 2 or number == epochs - 1:
                    self.say(f"epoch {number}", (told / len(made)).round(3).tolist())
        network.eval()

    @torch.no_grad()
    def measure(self, name: str, network: StatementNetwork) -> None:
        head = StatementHead(network.head())
        read = []
        for each in self.held_out:
            ids = torch.tensor([each.ids], device=self.device)
            states = network.encoder.hidden(ids, torch.ones_like(ids, dtype=torch.bool))
            read.append(head.propose(states[0].float().cpu().numpy(), each.pieces, each.texts))
        figures = report(self.held_out, read, self.options.to / f"{name}.read.json")
        for source, table in figures.items():
            self.say(name, source, json.dumps(table))

    def save(self, name: str, network: StatementNetwork) -> None:
        """The weights without the word embeddings, in half precision."""
        stored = {
            key: value.detach().half().cpu().numpy()
            for key, value in network.state_dict().items()
            if not key.startswith("encoder.words") and not key.startswith("encoder.head")
        }
        names = sorted(stored)
        for number in range(PARTS):
            part = {name: stored[name] for name in names[number::PARTS]}
            np.savez(self.options.to / f"{name}.{number}.npz", **part)

    def average(self, names: Sequence[str]) -> StatementNetwork:
        """The network between others that began alike."""
        network = self.network()
        found: dict[str, list[np.ndarray]] = {}
        for file in sorted(
            file for name in names for file in self.options.to.glob(f"{name}.*.npz")
        ):
            with np.load(file) as content:
                for key in content.files:
                    found.setdefault(key, []).append(content[key].astype(np.float32))
        means = {key: torch.from_numpy(np.mean(values, 0)) for key, values in found.items()}
        network.load_state_dict(means, strict=False)
        return network.to(self.device).eval()

    def network(self) -> StatementNetwork:
        torch.manual_seed(SEED)  # heads that begin alike can be averaged
        network = StatementNetwork(self.weights, self.options.layers)
        if self.options.reader:
            stored = {name: torch.from_numpy(v) for name, v in unpack(self.options.reader).items()}
            network.encoder.load_state_dict(stored, strict=False)
        return network
