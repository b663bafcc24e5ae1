"""What work is done for."""

from dataclasses import dataclass

from pramana.client.calls import Id, given


@dataclass(frozen=True)
class Matter:
    """A case, and the way of working in it, by name. Neither, unless someone says so."""

    case_id: Id | None = None
    workflow: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """As every request that begins work may carry them."""
        return given(case_id=self.case_id, workflow=self.workflow or None)


NO_MATTER = Matter()
