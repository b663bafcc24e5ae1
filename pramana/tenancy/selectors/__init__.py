from pramana.tenancy.selectors.audit import audit_page
from pramana.tenancy.selectors.cases import (
    CaseLine,
    CaseName,
    WorkflowLine,
    case_names,
    cases_listed,
    cases_named,
    find_case,
    get_case,
    workflows_of,
)
from pramana.tenancy.selectors.files import bytes_kept, stored_files
from pramana.tenancy.selectors.keys import has_keys, keys_of
from pramana.tenancy.selectors.people import members_of, tenants_of
from pramana.tenancy.selectors.run_lines import (
    RunLine,
    WantedRuns,
    get_run_line,
    run_kinds,
    runs_listed,
)
from pramana.tenancy.selectors.runs import get_run, matter_again, runs_of_cases, within_run
from pramana.tenancy.selectors.steps import steps_of
from pramana.tenancy.selectors.tenants import every_tenant, owner_scope, user_named

__all__ = [
    "CaseLine",
    "CaseName",
    "RunLine",
    "WantedRuns",
    "WorkflowLine",
    "audit_page",
    "bytes_kept",
    "case_names",
    "cases_listed",
    "cases_named",
    "every_tenant",
    "find_case",
    "get_case",
    "get_run",
    "get_run_line",
    "has_keys",
    "keys_of",
    "matter_again",
    "members_of",
    "owner_scope",
    "run_kinds",
    "runs_listed",
    "runs_of_cases",
    "steps_of",
    "stored_files",
    "tenants_of",
    "user_named",
    "within_run",
    "workflows_of",
]
