"""Encoders behind an API: OpenAI and compatible servers, Google, Cohere, Ollama."""

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import httpx

from pramana.llm.domain import retry_delay
from pramana.llm.embeddings.encoder import (
    Encoder,
    EncoderChanged,
    EncoderMissing,
    EncoderUnavailable,
    TextKind,
    Vector,
    normalise,
)
from pramana.postgres.loans import return_to_pool


@dataclass(frozen=True)
class EmbeddingEndpoint:
    """A provider's endpoint: its address, its keys, and the format of requests and responses."""

    keys: tuple[str, ...]
    key_needed: bool
    address: Callable[[str], str]
    headers: Callable[[str], dict[str, str]]
    body: Callable[[str, Sequence[str], TextKind], dict[str, Any]]
    vectors: Callable[[dict[str, Any]], list[list[float]]]
    batch: int = 64


def _bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _base_url(variable: str, default: str) -> str:
    return (os.environ.get(variable) or default).rstrip("/")


def _openai_body(model: str, texts: Sequence[str], kind: TextKind) -> dict[str, Any]:
    return {"model": model, "input": list(texts)}


def _openai_vectors(answer: dict[str, Any]) -> list[list[float]]:
    rows = sorted(answer["data"], key=lambda row: int(row["index"]))
    return [row["embedding"] for row in rows]


def _google_body(model: str, texts: Sequence[str], kind: TextKind) -> dict[str, Any]:
    task = "RETRIEVAL_QUERY" if kind is TextKind.QUERY else "RETRIEVAL_DOCUMENT"
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


def _cohere_body(model: str, texts: Sequence[str], kind: TextKind) -> dict[str, Any]:
    task = "search_query" if kind is TextKind.QUERY else "search_document"
    return {
        "model": model,
        "texts": list(texts),
        "input_type": task,
        "embedding_types": ["float"],
    }


def _google_address(model: str) -> str:
    root = _base_url("GOOGLE_GEMINI_BASE_URL", "https://generativelanguage.googleapis.com")
    return f"{root}/v1beta/models/{model}:batchEmbedContents"


ENDPOINTS = {
    "openai": EmbeddingEndpoint(
        keys=("OPENAI_API_KEY",),
        key_needed=True,
        address=lambda _: f"{_base_url('OPENAI_BASE_URL', 'https://api.openai.com/v1')}/embeddings",
        headers=_bearer,
        body=_openai_body,
        vectors=_openai_vectors,
    ),
    "ollama": EmbeddingEndpoint(
        keys=("OLLAMA_API_KEY",),
        key_needed=False,
        address=lambda _: f"{_base_url('OLLAMA_BASE_URL', 'http://127.0.0.1:11434/v1')}/embeddings",
        headers=_bearer,
        body=_openai_body,
        vectors=_openai_vectors,
    ),
    "google": EmbeddingEndpoint(
        keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        key_needed=True,
        address=_google_address,
        headers=lambda key: {"x-goog-api-key": key},
        body=_google_body,
        vectors=lambda answer: [each["values"] for each in answer["embeddings"]],
    ),
    "cohere": EmbeddingEndpoint(
        keys=("COHERE_API_KEY", "CO_API_KEY"),
        key_needed=True,
        address=lambda _: f"{_base_url('COHERE_BASE_URL', 'https://api.cohere.com')}/v2/embed",
        headers=_bearer,
        body=_cohere_body,
        vectors=lambda answer: answer["embeddings"]["float"],
    ),
}


TIMEOUT_S = 30.0


class ApiEncoder(Encoder):
    """Sends batches, retries once when the provider is busy, and checks the response."""

    scripts = None

    def __init__(self, provider: str, model: str, key: str = "") -> None:
        self.id = f"{provider}:{model}"
        self._model = model
        self._endpoint = ENDPOINTS[provider]
        self._key = key or next(
            (os.environ[name] for name in self._endpoint.keys if name in os.environ), ""
        )
        own_server = provider == "openai" and bool(os.environ.get("OPENAI_BASE_URL"))
        if self._endpoint.key_needed and not self._key and not own_server:
            raise EncoderMissing(f"PRAMANA_EMBEDDINGS={self.id} needs {self._endpoint.keys[0]}.")

    @cached_property
    def dimension(self) -> int:
        """The length of the provider's vectors, found out with one request."""
        return len(self._request_vectors(["dimension"], TextKind.PASSAGE)[0])

    def _encode(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), self._endpoint.batch):
            vectors += self._request_vectors(texts[start : start + self._endpoint.batch], kind)
        if any(len(vector) != self.dimension for vector in vectors):
            raise EncoderChanged(
                f"{self.id} changed the length of its vectors. Embed everything again."
            )
        return vectors

    def _request_vectors(self, texts: Sequence[str], kind: TextKind) -> list[Vector]:
        answer = self._post_with_retry(self._endpoint.body(self._model, texts, kind))
        try:
            vectors = [normalise(vector) for vector in self._endpoint.vectors(answer)]
        except (KeyError, TypeError, ValueError):
            vectors = []
        if len(vectors) != len(texts):
            raise EncoderUnavailable(f"{self.id} sent an unreadable response.")
        return vectors

    def _post_with_retry(self, body: dict[str, Any]) -> dict[str, Any]:
        response = self._post(body)
        if response is None or response.status_code == 429 or response.status_code >= 500:
            pause = retry_delay(
                asked=_requested_wait(response),
                left=TIMEOUT_S,
                jitter=random.random(),  # noqa: S311 spreads retries, guards nothing
            )
            if pause is not None:
                time.sleep(pause)
                response = self._post(body)
        return self._parse(response)

    def _post(self, body: dict[str, Any]) -> httpx.Response | None:
        """The response, or None when the provider cannot be reached."""
        address, headers = self._endpoint.address(self._model), self._endpoint.headers(self._key)
        return_to_pool()
        try:
            return httpx.post(address, json=body, headers=headers, timeout=TIMEOUT_S)
        except httpx.HTTPError:
            return None

    def _parse(self, response: httpx.Response | None) -> dict[str, Any]:
        if response is None:
            raise EncoderUnavailable(f"The provider of {self.id} cannot be reached.")
        if response.status_code in (401, 403, 404):
            raise EncoderMissing(
                f"The provider of {self.id} refuses the key or does not know the model "
                f"(HTTP {response.status_code})."
            )
        if response.status_code >= 400:
            raise EncoderUnavailable(f"{self.id} answered HTTP {response.status_code}.")
        try:
            answer: dict[str, Any] = response.json()
        except ValueError:
            raise EncoderUnavailable(f"{self.id} sent an unreadable response.") from None
        return answer


def _requested_wait(response: httpx.Response | None) -> float | None:
    try:
        return float(response.headers["retry-after"]) if response is not None else None
    except (KeyError, ValueError):
        return None
