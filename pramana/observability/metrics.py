"""Metrics for Prometheus, with few labels, none of which is an id."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves this one untyped
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter(
    "pramana_http_requests", "Requests answered.", ("method", "route", "status"), registry=REGISTRY
)
REQUEST_SECONDS = Histogram(
    "pramana_http_request_seconds",
    "Time to the answer, or to the first byte of a stream.",
    ("route",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
STREAMS = Gauge("pramana_streams_open", "Streams being followed now.", registry=REGISTRY)
JOBS = Gauge("pramana_jobs", "Jobs by state, over all tenants.", ("state",), registry=REGISTRY)
QUEUE_DEPTH = Gauge("pramana_queue_depth", "Jobs waiting to be taken.", registry=REGISTRY)
CONNECTIONS = Gauge(
    "pramana_database_connections_lent", "Connections of the pool in use now.", registry=REGISTRY
)
CONNECTION_COUNTS = Gauge(
    "pramana_database_connections_total",
    "Connections taken back from threads that forgot them, and held for over a minute.",
    ("outcome",),
    registry=REGISTRY,
)
CONNECTION_WAIT = Gauge(
    "pramana_database_wait_longest_seconds",
    "The longest wait for a connection in the last minute; over 1 is an alarm.",
    registry=REGISTRY,
)
CONNECTION_WAITS = Gauge(
    "pramana_database_waits_total",
    "Waits for a connection, by their upper bound in seconds.",
    ("le",),
    registry=REGISTRY,
)
MODEL_CALLS = Counter(
    "pramana_model_calls", "Model calls ended.", ("engine", "purpose", "outcome"), registry=REGISTRY
)
MODEL_SECONDS = Histogram(
    "pramana_model_call_seconds",
    "Time of a model call.",
    ("engine", "purpose"),
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
    registry=REGISTRY,
)
HALF_SPENT = Counter(
    "pramana_quota_half_spent",
    "Tenants that spent half of their model budget; each counts once a day.",
    ("quota",),
    registry=REGISTRY,
)
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request; `route` is the pattern, never the address."""
    known = method if method in METHODS else "OTHER"
    REQUESTS.labels(known, route, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)


def count_model_call(engine: str, purpose: str, outcome: str, seconds: float) -> None:
    """Count one model call; engine, purpose and outcome are names from small sets."""
    MODEL_CALLS.labels(engine, purpose, outcome).inc()
    MODEL_SECONDS.labels(engine, purpose).observe(seconds)


def count_half_spent(quota: str) -> None:
    HALF_SPENT.labels(quota).inc()


@contextmanager
def open_stream() -> Iterator[None]:
    with STREAMS.track_inprogress():
        yield


def show_jobs(by_state: Mapping[str, int], waiting: int) -> None:
    """Set the numbers of jobs, which are counted just before a scrape."""
    for state, count in by_state.items():
        JOBS.labels(str(state)).set(count)
    QUEUE_DEPTH.set(waiting)


def show_connections(
    lent: int, *, reclaimed: int, held_long: int, longest_wait_s: float, waits: Mapping[str, int]
) -> None:
    """Set the numbers of the connection pool, which are read just before a scrape."""
    CONNECTIONS.set(lent)
    CONNECTION_COUNTS.labels("reclaimed").set(reclaimed)
    CONNECTION_COUNTS.labels("held_long").set(held_long)
    CONNECTION_WAIT.set(longest_wait_s)
    for bound, count in waits.items():
        CONNECTION_WAITS.labels(bound).set(count)


def exposition() -> bytes:
    """All metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
