"""Gives whole units of tests to the processes of a run."""

from xdist.scheduler import LoadFileScheduling

from tests.order import unit_of


class Sharing(LoadFileScheduling):
    """Gives out units of what is shared."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
