"""What waits for a person."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from pramana.agni.contracts.states import ChangeState, SessionStatus
from pramana.agni.selectors import changes_page, sessions_page
from pramana.external.contracts.stages import Stage
from pramana.external.selectors import research_page
from pramana.extraction.selectors.page_list import Standing, Wanted, listed
from pramana.kit.scope import Scope
from pramana.mcp.answers import Waiting, WaitingItem
from pramana.mcp.pages import page_of
from pramana.tenancy.contracts import Principal, Role


def waiting(caller: Principal, limit: Annotated[int, Field(ge=1, le=100)] = 20) -> Waiting:
    """List what waits for a person's decision, newest first. Only people decide it.

    Reviews of entities and registry changes are listed for admins only.
    """
    scope, most = caller.scope, limit + 1
    found = [*_extractions(scope, most), *_sources(scope, most)]
    if caller.role.includes(Role.ADMIN):
        found += [*_reviews(scope, most), *_changes(scope, most)]
    found.sort(key=lambda item: item.since, reverse=True)
    return Waiting(items=found[:limit], more=len(found) > limit)


def _extractions(scope: Scope, limit: int) -> Iterator[WaitingItem]:
    for each in listed(scope, Wanted(standing=Standing.TO_APPROVE), limit=limit):
        yield WaitingItem(
            kind="extraction",
            id=each.id,
            title=each.document_title,
            what=f"{each.field_count} values to approve; {each.low_trust} to look at first.",
            since=each.updated_at,
            page=page_of("extraction", each.id),
        )


def _sources(scope: Scope, limit: int) -> Iterator[WaitingItem]:
    for each in research_page(scope, stage=Stage.AWAITING_APPROVAL, limit=limit).runs:
        yield WaitingItem(
            kind="sources",
            id=each.id,
            title=each.text,
            what="Which of the pages that were found may come in.",
            since=each.created_at,
            page=page_of("sources", each.id),
        )


def _reviews(scope: Scope, limit: int) -> Iterator[WaitingItem]:
    for each in sessions_page(scope, status=SessionStatus.AWAITING_REVIEW, limit=limit):
        undecided = sum(not entity.is_decided for entity in each.session.entities)
        yield WaitingItem(
            kind="review",
            id=each.id,
            title=each.document_title,
            what=f"{undecided} of {len(each.session.entities)} entities nobody has decided on.",
            since=each.updated_at,
            page=page_of("review", each.id),
        )


def _changes(scope: Scope, limit: int) -> Iterator[WaitingItem]:
    for each in changes_page(scope, state=ChangeState.PENDING, limit=limit):
        yield WaitingItem(
            kind="registry_change",
            id=each.id,
            title=each.description,
            what=f"An approved {each.change_type} of a {each.entity_type} to apply.",
            since=each.approved_at,
            page=page_of("review", each.session_id),
        )
