"""The product on a temporary database, which is deleted afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from pramana.kit.scope import Scope


@contextmanager
def scratch_product(*, in_memory: bool = True, keep: Path | None = None) -> Iterator[Scope]:
    """Start an embedded server, migrate it, and yield the scope of a new tenant in it.

    With `keep`, that is the data directory, and it is left as it is.
    """
    from pramana.postgres.server import use_server
    from pramana.postgres.testing import scratch_data_dir

    place = nullcontext(keep) if keep else scratch_data_dir(in_memory=in_memory)
    with place as folder, use_server(folder) as url:
        os.environ |= {
            "DATABASE_URL": url,
            "PRAMANA_DATA": str(folder),
            "PRAMANA_LOG_FORMAT": "text",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        import django

        django.setup()
        yield _tenant()
        _close()


def _tenant() -> Scope:
    from django.core.management import call_command

    from pramana.tenancy.models import Tenant
    from pramana.tenancy.testing import make_tenant

    call_command("migrate", verbosity=0, skip_checks=True)
    kept = Tenant.objects.filter(slug="bench").first()
    return Scope(tenant_id=kept.pk) if kept else make_tenant("bench")


def _close() -> None:
    from django.db import connections

    connections.close_all()
