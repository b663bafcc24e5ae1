"""What waits for a person."""

from typing import Annotated

from pydantic import Field

from pramana.evals.selectors.waiting import decisions_waiting
from pramana.kit.waiting import Waiting as Found
from pramana.kit.waiting import WaitingKind
from pramana.mcp.answers import Waiting, WaitingItem
from pramana.mcp.pages import page_of
from pramana.tenancy.contracts import Principal

SENTENCES = {
    WaitingKind.REVIEW: "{open} of {parts} entities nobody has decided on.",
    WaitingKind.REGISTRY_CHANGE: "{open} approved changes the registry does not have yet.",
    WaitingKind.SOURCES: "Which of {parts} pages that were found may come in.",
    WaitingKind.EXTRACTION: "{parts} values to approve; {open} to look at first.",
    WaitingKind.STACK: "{open} of {parts} rows hold something to look at.",
    WaitingKind.DUPLICATE: "Whether it is the same as {detail}.",
}


def waiting(caller: Principal, limit: Annotated[int, Field(ge=1, le=100)] = 20) -> Waiting:
    """List what waits for a decision that the key's person may make, newest first.

    Only people decide it. Reviews of entities and registry changes are listed for admins only.
    """
    pages = decisions_waiting(caller.scope, caller.role, limit=limit + 1)
    found = [_item(each) for page in pages for each in page.items]
    found.sort(key=lambda item: item.since, reverse=True)
    return Waiting(items=found[:limit], more=len(found) > limit)


def _item(each: Found) -> WaitingItem:
    parts = {"open": each.open, "parts": each.parts, "detail": each.detail}
    return WaitingItem(
        kind=each.kind,
        id=each.id,
        title=each.title,
        what=SENTENCES[each.kind].format(**parts),
        since=each.since,
        page=page_of(each.kind, each.id, each.place),
    )
