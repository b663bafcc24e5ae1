"""Load the demonstration in the background, with how far it is."""

import time
from collections.abc import Callable

from pramana.demo.services import LOAD, load_demo
from pramana.documents.contracts import Status
from pramana.documents.selectors import newest_documents
from pramana.jobs.registry import JobContext, task
from pramana.kit.errors import Unavailable
from pramana.postgres.loans import return_to_pool

LONGEST_S = 20 * 60.0
EVERY_S = 0.5
SCENES = 7
"""Sentences of `load_demo` after its first; each is a scene that was loaded."""
OVER = (Status.COMPLETED, Status.FAILED)


@task(LOAD, attempts=1)
def load(job: JobContext) -> None:
    """Load scene by scene. Other workers read what is loaded, while this one waits for them."""

    def wait_until(is_done: Callable[[], bool]) -> None:
        ends = time.monotonic() + LONGEST_S
        while not is_done():
            if time.monotonic() > ends:
                raise Unavailable("The demonstration's documents were not read in time.")
            documents = newest_documents(job.scope)
            read = sum(each.status in OVER for each in documents)
            job.progress("reading", read, len(documents))
            return_to_pool()
            time.sleep(EVERY_S)

    for scene, _sentence in enumerate(load_demo(job.scope, wait_until)):
        job.progress("demo_scenes", scene, SCENES)
