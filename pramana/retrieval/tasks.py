"""Background work of search: vectors, counts, and changes of model."""

from uuid import UUID

from django.db import connection

from pramana.jobs.registry import JobContext, periodic, task
from pramana.jobs.services import push
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.retrieval import services
from pramana.retrieval.services.indexing import embedding_lane
from pramana.retrieval.spaces import is_registered
from pramana.retrieval.store.graphs import drop_unused_graphs
from pramana.retrieval.store.sql import rows

UNSETTLED = "SELECT DISTINCT tenant_id FROM retrieval_termchange"
OTHER_MODEL = """
    SELECT tenant_id, space FROM retrieval_spacemodel WHERE model <> %(model)s
"""
INCOMPLETE = """
    SELECT DISTINCT entry.tenant_id, entry.space FROM retrieval_entry entry
      LEFT JOIN retrieval_spacemodel answers USING (tenant_id, space)
     WHERE NOT EXISTS (SELECT FROM retrieval_vector vector WHERE vector.entry_id = entry.id
                         AND vector.model = coalesce(answers.model, %(model)s))
"""


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


@task("retrieval.settle")
def settle(job: JobContext) -> None:
    """Fold the counts of a tenant's words, and forget those that are nowhere any more."""
    services.settle(job.scope)


@periodic("retrieval.settle_all", cron="* * * * *")
def settle_all() -> None:
    """Fold the counts of every tenant that has open changes."""
    for (tenant,) in rows(UNSETTLED, {}):
        services.settle(Scope(tenant_id=tenant))


@periodic("retrieval.mend", cron="*/10 * * * *")
def mend() -> None:
    """Ask for vectors that are missing, and for the change to an encoder that was configured."""
    encoder = configured_encoder()
    if encoder is None:
        return
    given = {"model": encoder.id}
    for name, statement in (("embed", INCOMPLETE), ("switch", OTHER_MODEL)):
        for tenant, space in rows(statement, given):
            if is_registered(space):
                scope = Scope(tenant_id=tenant)
                push(scope, embedding_lane(space), f"retrieval.{name}", space=space)
    if not connection.in_atomic_block:
        drop_unused_graphs()
