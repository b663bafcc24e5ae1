"""Background work of search: vectors, word counts, changes of model, and the cluster."""

import logging
from uuid import UUID

from django.db import OperationalError, connection

from pramana.jobs.queue import push
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.retrieval import services
from pramana.retrieval.ports import MIRROR_LANE
from pramana.retrieval.stores import index_store
from pramana.tenancy.choices import EmbeddingChoice
from pramana.tenancy.services.stored_choices import tenants_with_own

logger = logging.getLogger(__name__)


@task("retrieval.embed")
def embed(job: JobContext, space: str, parent_ids: list[UUID] | None = None) -> None:
    """Embed the entries of some parents, or of a whole space."""
    services.embed_missing(
        job.scope, space, parent_ids=parent_ids, report=lambda done: job.progress("embedding", done)
    )


@task("retrieval.switch")
def switch(job: JobContext, space: str) -> None:
    """Change a space to the configured encoder."""
    services.switch_model(job.scope, space, report=lambda done: job.progress("embedding", done))


@task("retrieval.mirror", attempts=10)
def send_to_cluster(job: JobContext) -> None:
    """Bring the cluster up to date with a tenant's rows."""
    index_store().sync_cluster(job.scope)


@task("retrieval.settle", attempts=10)
def settle(job: JobContext) -> None:
    """Settle the counts of a tenant's words."""
    services.settle_counts(job.scope)


@periodic("retrieval.settle_all", cron="* * * * *")
def settle_all() -> None:
    """Settle every tenant with open changes, or with words that no entry contains."""
    for tenant in index_store().unsettled_tenants():
        try:
            services.settle_counts(Scope(tenant_id=tenant))
        except OperationalError:  # it is indexing without a pause; try again next minute
            logger.info("the words of tenant %s are settled later", tenant)


@periodic("retrieval.mend", cron="*/10 * * * *")
def mend() -> None:
    """Enqueue missing vectors, changes to the configured encoder, and overdue mirroring."""
    store = index_store()
    for tenant in store.tenants_behind():
        push(Scope(tenant_id=tenant), MIRROR_LANE, "retrieval.mirror")
    for scope in (None, *(Scope(tenant_id=each) for each in tenants_with_own(EmbeddingChoice))):
        try:
            services.follow_chosen_encoder(scope)
        except AppError as error:
            whose = scope.tenant_id if scope else "tenants without their own"
            logger.warning("the encoder of %s is not used: %s", whose, error.code)
    if not connection.in_atomic_block:
        store.drop_unused_graphs()
