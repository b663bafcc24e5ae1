"""FollowTheMoney, the shape OpenAleph and others read: from our records and into them."""

from pramana.registry.domain.ftm.incoming import from_ftm
from pramana.registry.domain.ftm.outgoing import link_to_ftm, to_ftm
from pramana.registry.domain.ftm.words import OURS, SCHEME, own_id

__all__ = ["OURS", "SCHEME", "from_ftm", "link_to_ftm", "own_id", "to_ftm"]
