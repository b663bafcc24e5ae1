"""Communities after the messages they come from: what fails here fails alone."""

from pramana.jobs.context import JobContext
from pramana.jobs.registry import periodic, task
from pramana.kit.scope import Scope
from pramana.memory.selectors.communities import tenants_due
from pramana.memory.services.communities import (
    BUILD,
    UPDATE,
    ask_for_updates,
    build_communities,
)
from pramana.memory.services.telling import update_communities


@task(UPDATE)
def update(job: JobContext, group_id: str) -> None:
    update_communities(job.scope, group_id)


@task(BUILD)
def build(job: JobContext, group_id: str) -> None:
    build_communities(job.scope, group_id)
    update_communities(job.scope, group_id)


@periodic("memory.ask_for_communities", cron="*/5 * * * *")
def ask_for_what_is_due() -> None:
    """Ask for what a crash left behind."""
    for tenant_id in tenants_due():
        ask_for_updates(Scope(tenant_id=tenant_id))
