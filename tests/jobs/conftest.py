from tests.jobs.fixtures import queue, shared_queue, shared_scope, worker

__all__ = ["queue", "shared_queue", "shared_scope", "worker"]
