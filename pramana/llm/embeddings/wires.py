"""How each provider of embeddings wants to be asked."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.llm.embeddings.port import Kind


@dataclass(frozen=True)
class Wire:
    """An endpoint: where it is, who may use it, and how texts go in and vectors come out."""

    keys: tuple[str, ...]
    key_needed: bool
    address: Callable[[str], str]
    headers: Callable[[str], dict[str, str]]
    body: Callable[[str, Sequence[str], Kind], dict[str, Any]]
    vectors: Callable[[dict[str, Any]], list[list[float]]]
    batch: int = 64


def _bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _at(variable: str, otherwise: str) -> str:
    return (os.environ.get(variable) or otherwise).rstrip("/")


def _openai_body(model: str, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
    return {"model": model, "input": list(texts)}


def _openai_vectors(answer: dict[str, Any]) -> list[list[float]]:
    rows = sorted(answer["data"], key=lambda row: int(row["index"]))
    return [row["embedding"] for row in rows]


def _google_body(model: str, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
    task = "RETRIEVAL_QUERY" if kind is Kind.QUERY else "RETRIEVAL_DOCUMENT"
    return {
        "requests": [
            {
                "model": f"models/{model}",
                "content": {"parts": [{"text": text}]},
                "taskType": task,
            }
            for text in texts
        ]
    }


def _cohere_body(model: str, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
    task = "search_query" if kind is Kind.QUERY else "search_document"
    return {
        "model": model,
        "texts": list(texts),
        "input_type": task,
        "embedding_types": ["float"],
    }


def _google_address(model: str) -> str:
    root = _at("GOOGLE_GEMINI_BASE_URL", "https://generativelanguage.googleapis.com")
    return f"{root}/v1beta/models/{model}:batchEmbedContents"


WIRES = {
    "openai": Wire(
        keys=("OPENAI_API_KEY",),
        key_needed=True,
        address=lambda _: f"{_at('OPENAI_BASE_URL', 'https://api.openai.com/v1')}/embeddings",
        headers=_bearer,
        body=_openai_body,
        vectors=_openai_vectors,
    ),
    "ollama": Wire(
        keys=("OLLAMA_API_KEY",),
        key_needed=False,
        address=lambda _: f"{_at('OLLAMA_BASE_URL', 'http://127.0.0.1:11434/v1')}/embeddings",
        headers=_bearer,
        body=_openai_body,
        vectors=_openai_vectors,
    ),
    "google": Wire(
        keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        key_needed=True,
        address=_google_address,
        headers=lambda key: {"x-goog-api-key": key},
        body=_google_body,
        vectors=lambda answer: [each["values"] for each in answer["embeddings"]],
    ),
    "cohere": Wire(
        keys=("COHERE_API_KEY", "CO_API_KEY"),
        key_needed=True,
        address=lambda _: f"{_at('COHERE_BASE_URL', 'https://api.cohere.com')}/v2/embed",
        headers=_bearer,
        body=_cohere_body,
        vectors=lambda answer: answer["embeddings"]["float"],
    ),
}
