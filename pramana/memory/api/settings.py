from typing import Annotated

from ninja import Query, Router
from pydantic import Field

from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.memory.domain.group_settings import FamilySetting, GroupSettings
from pramana.memory.domain.groups import Rules
from pramana.memory.selectors.reading import rules_of
from pramana.memory.services.groups import configure_group
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router()
GroupId = Annotated[str, Query(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]


class GroupRules(GroupSettings):
    """What a group sets for its messages. `families` add to the defaults, or stand in place of the
    one of their name."""

    families: list[FamilySetting] = Field(default_factory=list)

    @classmethod
    def of(cls, rules: Rules) -> "GroupRules":
        return cls(**rules.settings.model_dump(), families=list(rules.own))


@router.get("/messages/settings", response=GroupRules, auth=needs(Role.VIEWER))
def get_settings(request: ScopedRequest, group_id: GroupId) -> GroupRules:
    """A group's settings; the defaults where it has set nothing."""
    return GroupRules.of(rules_of(request.scope, group_id))


@router.put("/messages/settings", response=GroupRules, auth=needs(Role.ADMIN))
def put_settings(request: ScopedRequest, group_id: GroupId, body: GroupRules) -> GroupRules:
    """Set a group's settings, in place of the last; they apply to messages read from now on.

    409 where they contradict themselves: then nothing changes.
    """
    given = body.model_dump(mode="json", exclude_unset=True)
    families = given.pop("families", [])
    configure_group(request.scope, group_id, settings=given, families=families)
    return GroupRules.of(rules_of(request.scope, group_id))
