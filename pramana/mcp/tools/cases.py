"""The matters that work can be done for."""

from typing import Annotated

from pydantic import Field

from pramana.mcp.answers import Cases, CaseTold
from pramana.tenancy.contracts import Principal
from pramana.tenancy.selectors import CaseLine, cases_listed


def cases(caller: Principal, limit: Annotated[int, Field(ge=1, le=200)] = 50) -> Cases:
    """List cases: the matters people work on. Name one as `case_id` where you work for it.

    What you ask, extract and propose then stands on its page. Only people open cases.
    """
    found = cases_listed(caller.scope, limit=limit)
    return Cases(cases=[_told(each) for each in found])


def _told(case: CaseLine) -> CaseTold:
    return CaseTold(**{name: getattr(case, name) for name in CaseTold.model_fields})
