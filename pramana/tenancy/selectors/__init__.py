from pramana.tenancy.selectors.audit import audit_page
from pramana.tenancy.selectors.files import bytes_kept, stored_files
from pramana.tenancy.selectors.keys import has_keys, keys_of
from pramana.tenancy.selectors.people import members_of, tenants_of
from pramana.tenancy.selectors.runs import get_run
from pramana.tenancy.selectors.tenants import every_tenant, owner_scope, user_named

__all__ = [
    "audit_page",
    "bytes_kept",
    "every_tenant",
    "get_run",
    "has_keys",
    "keys_of",
    "members_of",
    "owner_scope",
    "stored_files",
    "tenants_of",
    "user_named",
]
