"""Background work of search: vectors, counts, and changes of model."""

import logging
from uuid import UUID

from django.db import OperationalError, connection

from pramana.jobs.registry import JobContext, periodic, task
from pramana.jobs.services import push
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.retrieval import services
from pramana.retrieval.ports import MIRROR_LANE
from pramana.retrieval.services.indexing import embedding_lane
from pramana.retrieval.spaces import is_registered
from pramana.retrieval.stores import index_store

logger = logging.getLogger(__name__)


@task("retrieval.embed")
def embed(job: JobContext, space: str, parent_ids: list[UUID] | None = None) -> None:
    """Embed the entries of some parents, or of a whole space."""
    services.embed_missing(
        job.scope, space, parent_ids=parent_ids, tell=lambda done: job.progress("embedding", done)
    )


@task("retrieval.switch")
def switch(job: JobContext, space: str) -> None:
    """Change a space to the configured encoder."""
    services.switch_model(job.scope, space, tell=lambda done: job.progress("embedding", done))


@task("retrieval.mirror", attempts=10)
def send_to_cluster(job: JobContext) -> None:
    """Bring the cluster up to date with a tenant's rows."""
    index_store().catch_up(job.scope)


@task("retrieval.settle", attempts=10)
def settle(job: JobContext) -> None:
    """Fold the counts of a tenant's words, and forget those that are nowhere any more."""
    services.settle(job.scope)


@periodic("retrieval.settle_all", cron="* * * * *")
def settle_all() -> None:
    """Settle every tenant that has open changes, or words that are nowhere any more."""
    for tenant in index_store().unsettled():
        try:
            services.settle(Scope(tenant_id=tenant))
        except OperationalError:  # it is being indexed without a pause; the next minute will do
            logger.info("the words of tenant %s are settled later", tenant)


@periodic("retrieval.mend", cron="*/10 * * * *")
def mend() -> None:
    """Ask for vectors that are missing, and for the change to an encoder that was configured."""
    store = index_store()
    for tenant in store.behind():
        push(Scope(tenant_id=tenant), MIRROR_LANE, "retrieval.mirror")
    encoder = configured_encoder()
    if encoder is None:
        return
    _ask_for("retrieval.embed", store.incomplete(encoder.id))
    _ask_for("retrieval.switch", store.of_other_models(encoder.id))
    if not connection.in_atomic_block:
        store.drop_unused_graphs()


def _ask_for(name: str, places: list[tuple[UUID, str]]) -> None:
    for tenant, space in places:
        if is_registered(space):
            push(Scope(tenant_id=tenant), embedding_lane(space), name, space=space)
