"""The checks themselves. Each answers or raises; none may change anything or spend money."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection

from pramana.api.health.contracts import Health
from pramana.jobs.selectors import queue_health
from pramana.kit.errors import Misconfigured
from pramana.llm.choice import read_choice
from pramana.llm.gateway import is_paused

LATE_S = 300
"""How long due work may wait before the queue counts as degraded."""


@dataclass(frozen=True)
class Finding:
    """What a check found. The name says which one it is: an engine's, a version's."""

    name: str
    status: Health = Health.HEALTHY
    error: str | None = None


class Unwell(Exception):
    """A check's own sentence about what is wrong."""


def database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version')")
        (version,) = cursor.fetchone()
    return Finding(f"postgresql {str(version).split()[0]}")


def queue() -> Finding:
    found = queue_health()
    name = str(settings.PRAMANA.jobs)
    if found.workers == 0:
        return Finding(name, Health.DEGRADED, "No worker runs; start `pramana worker`.")
    if found.oldest_waiting_s > LATE_S:
        said = f"The oldest job has waited {found.oldest_waiting_s:.0f} s. Start more workers."
        return Finding(name, Health.DEGRADED, said)
    return Finding(name)


def vectors() -> Finding:
    if settings.PRAMANA.qdrant_url:
        return _cluster()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row is None:
        raise Unwell("The extension pgvector is not installed in this database.")
    return Finding(f"pgvector {row[0]}")


def _cluster() -> Finding:
    """The vector cluster, by the same client and with the same patience as search."""
    from pramana.retrieval.stores import cluster_answers

    if not cluster_answers():
        said = "The Qdrant cluster does not answer, so search is by words only. See QDRANT_URL."
        return Finding("qdrant", Health.DEGRADED, said)
    return Finding("qdrant")


def model() -> Finding:
    """The engine that answers by default. Asking it would cost money, so its settings are read,
    and whether it went on failing when it was last asked."""
    try:
        choice = read_choice(settings.PRAMANA.model, settings.PRAMANA.models)
    except Misconfigured as error:
        raise Unwell(error.message) from None
    if is_paused(choice.default):
        said = "It failed several times in a row. It is asked again with a question after 20 s."
        return Finding(choice.default.name, Health.DEGRADED, said)
    return Finding(choice.default.name)


def embeddings() -> Finding:
    chosen = str(settings.PRAMANA.embeddings)
    if chosen == "packaged" and not _packaged_model().is_file():
        said = "The packaged model is missing, so search is by words only. `./run` fetches it."
        return Finding(chosen, Health.DEGRADED, said)
    return Finding(chosen.partition(":")[0])


def files() -> Finding:
    default_storage.exists(".health")
    return Finding(str(settings.PRAMANA.files))


def _packaged_model() -> Path:
    return Path(settings.PRAMANA.assets) / "models" / "gte-small" / "model.int8.onnx"


CHECKS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "queue": queue,
    "vectors": vectors,
    "model": model,
    "embeddings": embeddings,
    "files": files,
}
NEEDED = frozenset({"database"})
"""Without these nothing can be answered; without the others something still can."""
