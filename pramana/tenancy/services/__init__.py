from pramana.tenancy.services.authentication import (
    create_key,
    open_principal,
    principal_for_key,
    principal_for_user,
    revoke_key,
)
from pramana.tenancy.services.cases import (
    delete_runs,
    delete_tool_calls,
    end_run,
    ensure_workflow,
    open_case,
    record_steps,
    record_tool_calls,
    reopen_run,
    start_run,
)
from pramana.tenancy.services.erasure import erase_person, erase_tenant
from pramana.tenancy.services.files import (
    local_file,
    open_file,
    release_file,
    store_file,
    sweep_files,
)
from pramana.tenancy.services.notices import audit
from pramana.tenancy.services.quotas import set_quota
from pramana.tenancy.services.sign_in import (
    admit_person,
    change_email,
    create_sign_in_link,
    end_sessions,
    is_link_open,
    sign_in,
    use_sign_in_link,
)
from pramana.tenancy.services.tenants import (
    add_member,
    change_role,
    ensure_first_start,
    open_tenant,
    remove_member,
    renew_invitation,
)

__all__ = [
    "add_member",
    "admit_person",
    "audit",
    "change_email",
    "change_role",
    "create_key",
    "create_sign_in_link",
    "delete_runs",
    "delete_tool_calls",
    "end_run",
    "end_sessions",
    "ensure_first_start",
    "ensure_workflow",
    "erase_person",
    "erase_tenant",
    "is_link_open",
    "local_file",
    "open_case",
    "open_file",
    "open_principal",
    "open_tenant",
    "principal_for_key",
    "principal_for_user",
    "record_steps",
    "record_tool_calls",
    "release_file",
    "remove_member",
    "renew_invitation",
    "reopen_run",
    "revoke_key",
    "set_quota",
    "sign_in",
    "start_run",
    "store_file",
    "sweep_files",
    "use_sign_in_link",
]
