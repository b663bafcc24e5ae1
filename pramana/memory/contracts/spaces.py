"""Where search keeps what memory knows."""

from uuid import UUID, uuid5

FACTS = "memory.fact"
ENTITIES = "memory.entity"
EPISODES = "memory.episode"
COMMUNITIES = "memory.community"
EXCHANGES = "memory.exchange"
"""An episode together with the one before it, under the same id: what is said in answer often
names nothing by itself."""


def group_key(tenant_id: UUID, group_id: str) -> UUID:
    """The group as the collection its entries are in.

    >>> a, b = UUID(int=1), UUID(int=2)
    >>> group_key(a, "g") == group_key(b, "g")
    False
    """
    return uuid5(tenant_id, group_id)
