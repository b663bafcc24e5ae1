"""A worker process that knows the sample tasks."""

import os
import sys

import django

if __name__ == "__main__":
    django.setup()
    from pramana.jobs.worker import run_worker
    from tests.jobs import sample_tasks  # noqa: F401 (registers them)

    clean = run_worker(int(sys.argv[1]))
    sys.stderr.flush()
    os._exit(0 if clean else 3)
