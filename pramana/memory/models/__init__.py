from pramana.memory.models.community import Community, CommunityDue, CommunityMember
from pramana.memory.models.duplicate import Duplicate
from pramana.memory.models.entity import Entity, EntityKey
from pramana.memory.models.episode import Episode, Mention
from pramana.memory.models.fact import FactClosing, FactRow, FactSource
from pramana.memory.models.group import Group
from pramana.memory.models.inbox import Delivery, InboxMessage
from pramana.memory.models.unindexed import Unindexed

__all__ = [
    "Community",
    "CommunityDue",
    "CommunityMember",
    "Delivery",
    "Duplicate",
    "Entity",
    "EntityKey",
    "Episode",
    "FactClosing",
    "FactRow",
    "FactSource",
    "Group",
    "InboxMessage",
    "Mention",
    "Unindexed",
]
