"""The statement model as this repository keeps it, and as the product runs it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx

from training.reader.base import WIDTH, Floats, read_base
from training.reader.export import Graph, pack, student_layers, unpack, write_model

ENCODER, HEAD = "statements.int8.onnx", "statements.npz"


def pack_weights(files: Sequence[Path], target: Path) -> None:
    pack(files, target, quantised="encoder.layers.")


def export(carrier: Path, weights: Path, folder: Path) -> None:
    """Write the encoder and the head into the folder."""
    numbers = unpack(weights)
    body = {n.removeprefix("encoder."): v for n, v in numbers.items() if n.startswith("encoder.")}
    head = {n: v.astype(np.float16) for n, v in numbers.items() if not n.startswith("encoder.")}
    np.savez(folder / HEAD, **head)
    words = read_base(carrier).pruned().weights()["emb.word"]
    write_model(_encoder(words, body), folder / ENCODER)


def _encoder(words: Floats, body: Mapping[str, Floats]) -> onnx.ModelProto:
    graph = Graph()
    hidden = graph.add_embeddings(
        words, body["positions"] + body["kind"], body["norm.weight"], body["norm.bias"]
    )
    for number, layer in enumerate(student_layers(body)):
        hidden = graph.add_layer(number, hidden, layer)
    graph.add("Identity", [hidden], "last_hidden_state")
    return graph.model("last_hidden_state", WIDTH)
