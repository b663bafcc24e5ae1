"""The cost of an answer without the model's own time, also for many at once. `./run bench chat`

The whole product over HTTP: key, session, search with the packaged encoder over 5,000 passages,
checked sentences, history. The model answers at once and runs in the bench's process. Its stream is
held after the first sentence, so that the cost to the first byte and to the end can be separated.
"""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import _chat_library as library
from bench._chat_model import InstantModel, instant_model
from bench._chat_streams import Heard, hold
from bench._http_servers import Server, scratch_database, serving

TARGET_MS = 60
WARM_UP = 20
AT_ONCE = 10
SCRIPTED = "bench._chat_app:application"
RELEASE = "BENCH_CHAT_RELEASE"
"""Names the file whose presence lets scripted answers end."""


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench chat", description=__doc__)
    parser.add_argument("--passages", type=int, default=5000)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--over", type=float, default=10.0, help="seconds to open them in")
    chosen = parser.parse_args(argv)
    with scratch_database(), instant_model() as model, tempfile.TemporaryDirectory() as folder:
        os.environ[RELEASE] = f"{folder}/release"
        key = fill(chosen.passages)
        print(f"{chosen.passages} passages are searchable.")
        figures: dict[str, Any] = {"passages": chosen.passages, "target_cpu_ms": TARGET_MS}
        with product(model, places=AT_ONCE) as server:
            figures |= cost(server, model, key, chosen.requests, chosen.passages)
            print(
                f"One answer: {figures['cpu_ms_to_first_sentence']} CPU ms to its first sentence."
            )
            figures |= refusals(server, model, key)
        with product(model, places=chosen.streams, application=SCRIPTED) as server:
            figures |= held(server, key, chosen)
    return figures


@contextmanager
def product(
    model: InstantModel, *, places: int, application: str = "config.asgi:application"
) -> Iterator[Server]:
    os.environ |= {
        "PRAMANA_MODEL": "openai:bench",
        "PRAMANA_MODEL_URL": f"http://127.0.0.1:{model.port}/v1",
        "PRAMANA_MODEL_CONCURRENCY": "1000",
        "PRAMANA_MODEL_TIMEOUT_S": "300",
        "PRAMANA_CHAT_CONCURRENCY": str(places),
    }
    with serving(application, "config.settings") as server:
        yield server


def fill(count: int) -> str:
    """The library with its vectors, and a key to ask with."""
    from bench._embedded import corpus_vectors
    from pramana.documents.contracts import PASSAGES
    from pramana.llm.embeddings.encoder import configured_encoder
    from pramana.retrieval.contracts import Embeddings
    from pramana.retrieval.services import set_vectors
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.services import create_key, ensure_first_start

    scope, encoder = ensure_first_start(), configured_encoder()
    items = library.fill(scope, count)
    if encoder:
        vectors, _ = corpus_vectors([library.sentence(number) for number in range(count)])
        given = dict(zip(items, vectors, strict=True))
        set_vectors(scope, PASSAGES, Embeddings(encoder.id, encoder.dimension, given))
    return create_key(scope, "bench", role=Role.ADMIN).secret


def cost(
    server: Server, model: InstantModel, key: str, requests: int, passages: int
) -> dict[str, Any]:
    """CPU of the web process and of its database sessions per question, one after the other."""
    numbers = random.Random(1).sample(range(passages), requests + WARM_UP)
    for number in numbers[:WARM_UP]:
        asyncio.run(hold(server.port, key, [library.question(number)], 0, model.release))
    spent = [_one(server, model, key, number) for number in numbers[WARM_UP:]]
    first, whole, base = (statistics.fmean(each) for each in zip(*spent, strict=True))
    return {
        "cpu_ms_to_first_sentence": round(first, 1),
        "cpu_ms_whole_answer": round(whole, 1),
        "of_which_database_ms": round(base, 1),
    }


def _one(server: Server, model: InstantModel, key: str, number: int) -> tuple[float, float, float]:
    """To the first sentence, to the end, and the database's part of the whole."""
    model.hold()
    sessions = _sessions()
    marks = [_spent(server, sessions)]

    def first() -> None:
        marks.append(_spent(server, sessions))
        model.release()

    asyncio.run(hold(server.port, key, [library.question(number)], 0, first))
    marks.append(_spent(server, sessions))
    (web, base), (web_first, base_first), (web_end, base_end) = marks
    whole = web_end + base_end - web - base
    return web_first + base_first - web - base, whole, base_end - base


def _sessions() -> list[Server]:
    """The processes of the database that serve the product."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return [Server(0, pid) for (pid,) in cursor.fetchall()]


def _spent(server: Server, sessions: list[Server]) -> tuple[float, float]:
    """CPU milliseconds so far of the web process, and of its database sessions."""
    return server.cpu_s() * 1000, sum(session.cpu_s() for session in sessions) * 1000


def refusals(server: Server, model: InstantModel, key: str) -> dict[str, Any]:
    """Ten at once, and three more while those wait for the model."""
    model.hold()
    questions = [library.question(number) for number in range(AT_ONCE + 3)]
    heard = asyncio.run(hold(server.port, key, questions, 2.0, model.release))
    return {
        "answered_at_once": heard.statuses.count(200),
        "refused": heard.statuses.count(429),
        "refused_within_ms": round(max(heard.refused_ms, default=0.0), 1),
    }


def held(server: Server, key: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """Streams opened evenly and held together, each after its first sentence.

    The model is scripted, in the product's process: a client library's limit on connections would
    otherwise be what is measured.
    """
    let_go = Path(os.environ[RELEASE])
    let_go.touch()
    for number in range(WARM_UP):
        asyncio.run(hold(server.port, key, [library.question(number)], 0, lambda: None))
    let_go.unlink()
    questions = [library.question(number) for number in range(chosen.streams)]
    heard: Heard = asyncio.run(hold(server.port, key, questions, chosen.over, let_go.touch))
    let_go.unlink()
    return {
        "streams_held_together": heard.most_at_once,
        "streams_done": heard.done,
        "streams_failed": chosen.streams - heard.done,
        "first_byte_p95_ms": _p95(heard.first_bytes_ms),
        "first_sentence_p95_ms": _p95(heard.first_sentences_ms),
    }


def _p95(values: list[float]) -> float:
    return round(statistics.quantiles(values, n=20)[-1], 1) if len(values) > 1 else 0.0
