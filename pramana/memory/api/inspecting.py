from typing import Annotated

from ninja import Query, Router, Schema

from pramana.memory.api.schemas import EpisodeResult
from pramana.memory.contracts.messages import MessageState, MessageView
from pramana.memory.selectors.graph import newest_episodes
from pramana.memory.selectors.inbox import counts_of, messages_of
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


class MessageJobs(Schema):
    jobs: list[MessageView]
    queued: int
    done: int
    failed: int


@router.get("/messages/jobs", response=MessageJobs, auth=needs(Role.VIEWER))
def list_jobs(
    request: ScopedRequest,
    group_id: str,
    state: MessageState | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> MessageJobs:
    """What became of a group's messages, newest first, and how many are in each state."""
    found = messages_of(request.scope, group_id, state=state, limit=limit)
    counts = {state.value: number for state, number in counts_of(request.scope, group_id).items()}
    return MessageJobs(jobs=found, **counts)


@router.get("/episodes/{group_id}", response=list[EpisodeResult], auth=needs(Role.VIEWER))
def get_episodes(
    request: ScopedRequest, group_id: str, last_n: Annotated[int, Query(ge=1, le=1000)] = 10
) -> list[EpisodeResult]:
    """The last episodes of a group, oldest of them first; none of a group nobody knows."""
    found = newest_episodes(request.scope, group_id, last=last_n)
    return [EpisodeResult.of(each) for each in found]
