from uuid import UUID

from ninja import Router

from pramana.memory.api.schemas import Result
from pramana.memory.services.deleting import delete_episode, delete_group, erase_entity
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()


@router.delete("/episode/{uuid:episode_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_one_episode(request: ScopedRequest, episode_id: UUID) -> dict[str, object]:
    """Erase an episode, with the facts and entities that were known from it alone."""
    delete_episode(request.scope, episode_id)
    return {"message": "Episode deleted", "success": True}


@router.delete("/group/{group_id}", response=Result, auth=needs(Role.REVIEWER))
def delete_whole_group(request: ScopedRequest, group_id: str) -> dict[str, object]:
    """Erase a group with everything in it, and what was accepted for it and not yet read."""
    delete_group(request.scope, group_id)
    return {"message": "Group deleted", "success": True}


@router.delete("/entity-node/{uuid:node_id}", response=Result, auth=needs(Role.REVIEWER))
def erase_one_entity(request: ScopedRequest, node_id: UUID) -> dict[str, object]:
    """Erase a person or thing, with every episode that mentions it and what those alone told."""
    erase_entity(request.scope, node_id)
    return {"message": "Entity deleted", "success": True}
