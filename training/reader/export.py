"""The networks as ONNX files in eight bits, as the product runs them.

    python -m training.reader pack --student OUT/student8.*.npz --to training/reader/weights
    python -m training.reader export --carrier e5-small-q4.bin --weights FILE --to FOLDER

`pack` writes the student in eight bits, which is what this repository holds. `export` joins it with
the word embeddings of the base and writes the reader, the encoder (the base as it came) and their
tokenizer. Packed matrices use the grid onnxruntime uses, so quantising them again changes nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from training.reader.base import HEADS, WIDTH, Floats, make_tokenizer, read_base

GRID = 64
"""Whole numbers from -64 to 64: one of eight bits stays free, since products overflow on
processors without VNNI."""
MICROSOFT = "com.microsoft"
EPSILON = 1e-12
PARTS = ("q", "k", "v", "ao", "fi", "fo", "aln", "oln")
READER, ENCODER, TOKENIZER = "reader.int8.onnx", "model.int8.onnx", "tokenizer.json"
CALIBRATION = "reader.json"
"""Beside the weights: how a margin becomes a probability."""
Layer = Mapping[str, Floats]


def pack(files: Sequence[Path], target: Path, quantised: str = "layers.") -> None:
    """Write a student's weights: the matrices of its layers as whole numbers with a scale per
    output, the rest as half-precision numbers."""
    packed: dict[str, np.ndarray] = {}
    for name, value in _stored(files).items():
        if value.ndim == 2 and name.startswith(quantised):
            scale = np.maximum(np.abs(value).max(axis=1, keepdims=True) / GRID, 1e-12)
            packed[name] = np.rint(value / scale).astype(np.int8)
            packed[f"{name}.scale"] = scale.astype(np.float32)
        else:
            packed[name] = value.astype(np.float16)
    np.savez_compressed(target, **packed)


def unpack(file: Path) -> dict[str, Floats]:
    """The weights that `pack` wrote, as numbers."""
    stored = _stored([file])
    return {
        name: value * stored[f"{name}.scale"] if f"{name}.scale" in stored else value
        for name, value in stored.items()
        if not name.endswith(".scale")
    }


def export(carrier: Path, weights: Path, folder: Path) -> None:
    """Write the tokenizer, the encoder and the reader into the folder."""
    base = read_base(carrier).pruned()
    make_tokenizer(base.pieces, base.scores).save(str(folder / TOKENIZER))
    numbers = base.weights()
    (folder / CALIBRATION).write_bytes(weights.with_name(CALIBRATION).read_bytes())
    write_model(_reader(numbers["emb.word"], unpack(weights)), folder / READER)
    write_model(_encoder(numbers), folder / ENCODER)


def _stored(files: Sequence[Path]) -> dict[str, Floats]:
    found: dict[str, Floats] = {}
    for file in sorted(files):
        with np.load(file) as content:
            found |= {name: content[name].astype(np.float32) for name in content.files}
    return found


def _reader(words: Floats, student: Mapping[str, Floats]) -> onnx.ModelProto:
    graph = Graph()
    hidden = graph.add_embeddings(
        words,
        student["positions"] + student["kind"],
        student["norm.weight"],
        student["norm.bias"],
    )
    for number, layer in enumerate(student_layers(student)):
        hidden = graph.add_layer(number, hidden, layer)
    scores = graph.add("MatMul", [hidden, graph.keep("head", student["head.weight"].T)], "scores")
    graph.add("Add", [scores, graph.keep("head.bias", student["head.bias"])], "logits")
    return graph.model("logits", 2)


def student_layers(student: Mapping[str, Floats]) -> list[Layer]:
    """The weights of each layer, under the base's names."""
    count = len({name.split(".")[1] for name in student if name.startswith("layers.")})
    return [
        {
            f"{part}.{kind[0]}": student[f"layers.{number}.{part}.{kind}"]
            for part in PARTS
            for kind in ("weight", "bias")
        }
        for number in range(count)
    ]


def _encoder(base: Mapping[str, Floats]) -> onnx.ModelProto:
    count = len({name.split(".")[0] for name in base if name[0] == "l" and name[1].isdigit()})
    graph = Graph()
    hidden = graph.add_embeddings(
        base["emb.word"],
        base["emb.pos"] + base["emb.type"][0],
        base["emb.ln.w"],
        base["emb.ln.b"],
    )
    for number in range(count):
        before = f"l{number}."
        layer = {name.removeprefix(before): base[name] for name in base if name.startswith(before)}
        hidden = graph.add_layer(number, hidden, layer)
    graph.add("Identity", [hidden], "last_hidden_state")
    return graph.model("last_hidden_state", WIDTH)


class Graph:
    """An ONNX graph of e5's layers with onnxruntime's fused operations."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def keep(self, name: str, value: np.ndarray) -> str:
        """Add a constant."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **settings: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **settings))
        return output

    def add_embeddings(self, words: Floats, places: Floats, gain: Floats, bias: Floats) -> str:
        self.keep("words", words)
        self.keep("places", places)
        for name, number in (("zero", 0), ("one", 1), ("two", 2)):
            self.keep(name, np.array([number], np.int64))
        self.add("Gather", ["words", "input_ids"], "word")
        self.add("Shape", ["input_ids"], "shape")
        self.add("Slice", ["shape", "one", "two"], "length")
        self.add("Slice", ["places", "zero", "length", "zero"], "place")
        self.add("Add", ["word", "place"], "embedding")
        self.add("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        inputs = ["embedding", self.keep("gain", gain), self.keep("bias", bias)]
        return self.add("LayerNormalization", inputs, "hidden", axis=-1, epsilon=EPSILON)

    def add_layer(self, number: int, hidden: str, layer: Layer) -> str:
        def constant(name: str, value: Floats) -> str:
            return self.keep(f"{number}.{name}", value)

        weight = np.concatenate([layer[f"{each}.w"].T for each in "qkv"], 1)
        bias = np.concatenate([layer[f"{each}.b"] for each in "qkv"])
        attended = self.add(
            "Attention",
            [hidden, constant("qkv", weight), constant("qkv.bias", bias), "mask"],
            f"{number}.attended",
            domain=MICROSOFT,
            num_heads=HEADS,
        )
        middle = self._add_residual(number, "ao", "aln", attended, hidden, layer)
        inner = self.add("MatMul", [middle, constant("fi", layer["fi.w"].T)], f"{number}.inner")
        active = self.add(
            "BiasGelu",
            [inner, constant("fi.bias", layer["fi.b"])],
            f"{number}.active",
            domain=MICROSOFT,
        )
        return self._add_residual(number, "fo", "oln", active, middle, layer)

    def _add_residual(
        self, number: int, matrix: str, norm: str, value: str, skip: str, layer: Layer
    ) -> str:
        """A matrix, the sum with what went in, and the normalisation of both."""
        name = f"{number}.{matrix}"
        product = self.add(
            "MatMul", [value, self.keep(name, layer[f"{matrix}.w"].T)], f"{name}.product"
        )
        constants = [
            self.keep(f"{name}.gain", layer[f"{norm}.w"]),
            self.keep(f"{name}.norm", layer[f"{norm}.b"]),
            self.keep(f"{name}.bias", layer[f"{matrix}.b"]),
        ]
        return self.add(
            "SkipLayerNormalization",
            [product, skip, *constants],
            f"{name}.sum",
            domain=MICROSOFT,
            epsilon=EPSILON,
        )

    def model(self, output: str, width: int) -> onnx.ModelProto:
        ids = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        result = helper.make_tensor_value_info(
            output, TensorProto.FLOAT, ["texts", "tokens", width]
        )
        graph = helper.make_graph(self.nodes, "e5", ids, [result], self.constants)
        sets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=8)


def write_model(model: onnx.ModelProto, target: Path) -> None:
    """Quantise, and load the result once to check that this machine can run it."""
    from onnxruntime import InferenceSession
    from onnxruntime.quantization import QuantType, quantize_dynamic

    full = target.with_suffix(".full")
    onnx.save(model, str(full))
    quantize_dynamic(
        full,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        op_types_to_quantize=["MatMul", "Attention", "Gather"],
        nodes_to_exclude=["scores"],
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
    full.unlink()
    InferenceSession(str(target), providers=["CPUExecutionProvider"])
