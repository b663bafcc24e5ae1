"""What a thread's pieces are called on a page, and where each is reviewed."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts.entities import EntityStatus
from pramana.agni.contracts.states import ChangeState, SessionStatus
from pramana.evals.contracts.threads import Drawn, Paper, Span, Strand
from pramana.extraction.contracts.stacks.cells import CellState
from pramana.tenancy.contracts import Role
from pramana.web.views.memory_words import relation_words
from pramana.web.views.review_words import (
    CHANGE_STATES,
    DECISIONS,
    FIELDS,
    PROPOSALS,
    SESSION_STATES,
    label,
)
from pramana.web.views.stack_words import CELL_STATES
from pramana.web.words import Toned, Words

LONGEST_QUOTE = 300
HEADINGS: dict[Strand, Words] = {
    Strand.MENTION: later("Entities named here"),
    Strand.ABOUT: later("About the document"),
    Strand.FIELD: later("Extracted fields"),
    Strand.CELL: later("Cells of stacks"),
    Strand.FACT: later("Facts about whom it names"),
    Strand.ANSWER: later("Your answers that quote it"),
}
CELL_TONES = {
    CellState.REVIEWED: "good",
    CellState.LOCKED: "good",
    CellState.FLAGGED: "attention",
    CellState.STALE: "attention",
}
FACT_STATES: dict[str, Toned] = {
    "holds": ("good", later("Holds")),
    "ended": ("off", later("Ended")),
}
FIELD_STATES: dict[str, Toned] = {
    "approved": ("good", later("Approved")),
    "completed": ("attention", later("To approve")),
    "in_progress": ("working", later("At work")),
    "failed": ("bad", later("Failed")),
}
NOTHING: Toned = ("", "")


@dataclass(frozen=True)
class Shown:
    """A piece as it stands on a page: what it is, how it stands, where it is reviewed and read."""

    drawn: Drawn
    name: Words
    tone: str
    word: Words
    review: str
    """Empty where this person may not open it."""
    place: str
    """The words it rests on, in the reader; empty where it rests on none."""

    @property
    def value(self) -> str:
        """As it is; the kind of a document is a code and told in words."""
        is_code = self.drawn.kind is Strand.ABOUT and self.drawn.name == "document_type"
        return label(self.drawn.value) if is_code else self.drawn.value

    @property
    def record(self) -> str:
        """The record it is, where it is one."""
        record_id = self.drawn.record_id
        return _address("registry-record", record_id, {}) if record_id else ""


def shown(drawn: Drawn, role: Role) -> Shown:
    tone, word = state_of(drawn)
    return Shown(drawn, name_of(drawn), tone, word, review_of(drawn, role), place_of(drawn))


def name_of(drawn: Drawn) -> Words:
    if drawn.kind is Strand.ABOUT:
        return FIELDS.get(drawn.name, drawn.name)
    return relation_words(drawn.name) if drawn.kind is Strand.FACT else drawn.name


def state_of(drawn: Drawn) -> Toned:
    if drawn.kind is Strand.MENTION:
        said, _, status = drawn.state.partition(":")
        return (DECISIONS if said == "decided" else PROPOSALS)[EntityStatus(status)]
    if drawn.kind is Strand.FIELD:
        return FIELD_STATES[drawn.state]
    if drawn.kind is Strand.CELL:
        state = CellState(drawn.state)
        return CELL_TONES.get(state, "waiting"), CELL_STATES[state]
    return FACT_STATES.get(drawn.state, NOTHING)


def review_of(drawn: Drawn, role: Role) -> str:
    """The page on which a person can correct it."""
    if drawn.kind in (Strand.MENTION, Strand.ABOUT):
        asked = {"entity": drawn.place} if drawn.place else {}
        is_open = role.includes(Role.ADMIN)
        return _address("review-session", drawn.subject_id, asked) if is_open else ""
    if drawn.kind is Strand.FIELD:
        return _address("extract-one", drawn.subject_id, {"field": drawn.place})
    if drawn.kind is Strand.CELL:
        place = {"row": str(drawn.document_id), "column": drawn.place}
        asked = {"table": str(drawn.table_id), **place}
        return _address("stacks-stack", drawn.subject_id, asked)
    if drawn.kind is Strand.FACT:
        return _address("memory-group", drawn.place, {"fact": str(drawn.subject_id)})
    return f"{_address('ask-session', drawn.subject_id, {})}#turn-{drawn.place}"


def place_of(drawn: Drawn) -> str:
    if drawn.document_id is None or drawn.span is None:
        return ""
    return read_at(str(drawn.document_id), drawn.span, drawn.quote)


def read_at(document_id: str, span: Span, quote: str = "") -> str:
    """The reader at these words; they are found again should the text have changed."""
    asked = {"start": str(span.start), "end": str(span.end)}
    if quote:
        asked["quote"] = quote[:LONGEST_QUOTE]
    return _address("library-document", document_id, asked)


def paper_state(paper: Paper) -> Toned:
    """How far the review of a document has come, or the change that came of it."""
    kind, _, state = paper.state.partition("_")
    if kind == "change":
        return CHANGE_STATES[ChangeState(state)]
    return SESSION_STATES[SessionStatus(paper.state)]


def _address(name: str, subject: object, asked: dict[str, str]) -> str:
    plain = reverse(f"web:{name}", args=[subject])
    return f"{plain}?{urlencode(asked)}" if asked else plain
