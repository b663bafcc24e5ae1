"""What an address of the explorer asks to see: which panel, what about, and as of when."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest

from pramana.kit.clock import utcnow
from pramana.web.params import parse_id, parse_moment, text_param

PANELS = ("facts", "entity", "communities", "duplicates", "messages", "settings")
LONGEST_QUERY = 500


@dataclass(frozen=True)
class ExplorerQuery:
    """`holds` and `known` are None where the address leaves them out: then both are now."""

    panel: str = "facts"
    entity_id: UUID | None = None
    with_id: UUID | None = None
    fact_id: UUID | None = None
    words: str = ""
    holds: datetime | None = None
    known: datetime | None = None
    has_ended: bool = False
    """Whether facts that ended, or have not begun, are shown too."""
    after: tuple[datetime, UUID] | None = None

    @property
    def moment(self) -> datetime:
        """When what is shown held: as asked, else at the time of knowing, else now."""
        return self.holds or self.known or utcnow()

    @property
    def filtered(self) -> datetime | None:
        return None if self.has_ended else self.moment


def explorer_query(request: HttpRequest) -> ExplorerQuery:
    """The address as it is meant; a word that makes no sense asks for nothing."""
    panel = request.GET.get("panel", "")
    return ExplorerQuery(
        panel=panel if panel in PANELS else PANELS[0],
        entity_id=parse_id(request.GET.get("entity", "")),
        with_id=parse_id(request.GET.get("with", "")),
        fact_id=parse_id(request.GET.get("fact", "")),
        words=text_query(request, "words"),
        holds=parse_moment(request.GET.get("holds", "")),
        known=parse_moment(request.GET.get("known", "")),
        has_ended=request.GET.get("ended") == "yes",
        after=_list_position(request.GET.get("after", "")),
    )


def text_query(request: HttpRequest, name: str) -> str:
    return text_param(request.GET, name, LONGEST_QUERY)


def _list_position(text: str) -> tuple[datetime, UUID] | None:
    written, _, last = text.partition("~")
    moment, fact_id = parse_moment(written), parse_id(last)
    return (moment, fact_id) if moment and fact_id else None
