"""What the explorer's URL asks for: panel, entity or fact, and time."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest

from pramana.kit.clock import utcnow
from pramana.web.params import parse_id, parse_moment, text_param

PANELS = ("facts", "entity", "audit", "communities", "duplicates", "messages", "settings")
AUDITS = ("weak", "recent", "changes")
LONGEST_QUERY = 500


@dataclass(frozen=True)
class ExplorerQuery:
    """`holds` and `known` are None if the URL omits them; both then mean now."""

    panel: str = "facts"
    entity_id: UUID | None = None
    with_id: UUID | None = None
    fact_id: UUID | None = None
    words: str = ""
    holds: datetime | None = None
    known: datetime | None = None
    has_ended: bool = False
    """Whether ended and future facts are included."""
    after: tuple[datetime, UUID] | None = None
    audit: str = AUDITS[0]
    """What the audit lists: weak facts, recent ones, or what people changed."""

    @property
    def moment(self) -> datetime:
        """The moment facts must be valid at: as requested, else the time of knowledge, else now."""
        return self.holds or self.known or utcnow()

    @property
    def filtered(self) -> datetime | None:
        return None if self.has_ended else self.moment


def explorer_query(request: HttpRequest) -> ExplorerQuery:
    """Read the query from the URL; invalid values are ignored."""
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
        audit=audit if (audit := request.GET.get("show", "")) in AUDITS else AUDITS[0],
        after=_list_position(request.GET.get("after", "")),
    )


def text_query(request: HttpRequest, name: str) -> str:
    return text_param(request.GET, name, LONGEST_QUERY)


def _list_position(text: str) -> tuple[datetime, UUID] | None:
    written, _, last = text.partition("~")
    moment, fact_id = parse_moment(written), parse_id(last)
    return (moment, fact_id) if moment and fact_id else None
