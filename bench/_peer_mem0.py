"""Run by mem0's own Python: messages as JSON lines on stdin; on stdout, as JSON, the CPU
time before the first and after each, and what its model was asked.

Its model and encoder answer at once; its vectors are in Qdrant's local mode, in this process.
"""

import hashlib
import json
import os
import sys
import tempfile
import time
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"
DIMENSION = 384


class Scripted:
    """Answers from the facts of the message being read: first what was said, then what to do."""

    def __init__(self) -> None:
        self.facts: list[list[str]] = []
        self.calls = self.characters = 0

    def generate_response(self, messages: Any, *_: Any, **__: Any) -> str:
        self.calls += 1
        written = "".join(message["content"] for message in messages)
        self.characters += len(written)
        said = [
            f"{subject} {relation.lower()} {target}." for subject, relation, target in self.facts
        ]
        if '"event"' in written:
            new = [{"id": str(n), "text": text, "event": "ADD"} for n, text in enumerate(said)]
            return json.dumps({"memory": new})
        return json.dumps({"facts": said})


def embed(text: str, *_: Any, **__: Any) -> list[float]:
    """Vectors right in shape, and free."""
    return [byte / 128 - 1 for byte in hashlib.shake_128(text.encode()).digest(DIMENSION)]


def read(messages: list[dict[str, Any]], folder: str) -> dict[str, Any]:
    from mem0 import Memory

    store = {"path": folder, "embedding_model_dims": DIMENSION, "on_disk": False}
    key = {"provider": "openai", "config": {"api_key": "none"}}
    memory = Memory.from_config(
        {"llm": key, "embedder": key, "vector_store": {"provider": "qdrant", "config": store}}
    )
    model = Scripted()
    memory.llm.generate_response = model.generate_response
    memory.embedding_model.embed = embed
    marks = [time.process_time()]
    for message in messages:
        model.facts = message["facts"]
        memory.add([{"role": "user", "content": message["content"]}], user_id="bench")
        marks.append(time.process_time())
    return {"marks_s": marks, "calls": model.calls, "characters": model.characters}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(read([json.loads(line) for line in sys.stdin], folder)))
