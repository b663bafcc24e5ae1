"""The embedding endpoints of OpenAI (and Ollama), Google and Cohere, with made-up vectors."""

import hashlib
from typing import Any

DIMENSION = 8

Body = dict[str, Any]


def embedded(path: str, body: Body) -> Body:
    """The answer of whichever endpoint the path belongs to."""
    if path.endswith(":batchEmbedContents"):
        texts = [request["content"]["parts"][0]["text"] for request in body["requests"]]
        return {"embeddings": [{"values": vector_of(text)} for text in texts]}
    if path.endswith("/v2/embed"):
        return {"embeddings": {"float": [vector_of(text) for text in body["texts"]]}}
    rows = [
        {"object": "embedding", "index": index, "embedding": vector_of(text)}
        for index, text in enumerate(body["input"])
    ]
    # Their order is not promised; `index` is.
    return {"object": "list", "model": body["model"], "data": rows[::-1]}


def vector_of(text: str) -> list[float]:
    """The same text always gets the same vector."""
    digest = hashlib.sha256(text.encode()).digest()
    return [byte / 255 for byte in digest[:DIMENSION]]
