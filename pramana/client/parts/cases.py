"""Cases: the matters that work is done for."""

from pramana.client.calls import Call, Id, one
from pramana.client.models.cases import Case, CasePage, WholeCase
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_place

PATH = "/api/cases/"


class CaseOperations:
    @operation
    def open(self, name: str) -> Call[Case]:
        """A new case. `in_case` of the client does work for it."""
        return Call("POST", PATH, one(Case), json={"name": name})

    @operation
    def get(self, case_id: Id) -> Call[WholeCase]:
        """A case with its workflows, documents and costs."""
        return Call("GET", f"{PATH}{case_id}", one(WholeCase))

    @operation
    def list(self, *, after: str = "", limit: int = 50) -> Call[CasePage]:
        """Newest first. Continue with `after` = the `next` of the page before."""
        params = {"after": after, "limit": limit}
        return Call("GET", PATH, one(CasePage), params=params)

    @paging
    def every(self) -> Pages[CasePage, Case]:
        """All of them, newest first."""
        return Pages(
            Call("GET", PATH, one(CasePage), params={"limit": MOST}),
            lambda page: page.cases,
            lambda page: from_place("after", page.next),
        )


class Cases(CaseOperations, Sync):
    """Of `Pramana`."""


class AsyncCases(CaseOperations, Async):
    """Of `AsyncPramana`."""
