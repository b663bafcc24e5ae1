from pramana.jobs.registry import periodic
from pramana.kit.scope import Scope
from pramana.memory.services.indexing import index_waiting, tenants_waiting


@periodic("memory.index_all", cron="* * * * *")
def index_all() -> None:
    """Index what a crash left behind."""
    for tenant_id in tenants_waiting():
        index_waiting(Scope(tenant_id=tenant_id))
