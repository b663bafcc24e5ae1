"""The stages of a run as one line: those it passed, and where it is."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from pramana.jobs.contracts import CANCELLED_EVENT, DONE_EVENT, FAILED_EVENT, RunEventView
from pramana.web.views.research_stages import Step as Stage
from pramana.web.views.runs_words import event_words, step_words

TONES = {FAILED_EVENT: "bad", DONE_EVENT: "good", CANCELLED_EVENT: "off"}


def line_of(events: Sequence[RunEventView]) -> list[Stage]:
    """The stages a run told of, each with how long it took; the last one may still go on."""
    marks = list(_marks(events))
    steps = [
        Stage(step_words(code), "good", at, until)
        for (code, at), (_after, until) in pairwise(marks)
    ]
    if not marks:
        return steps
    code, at = marks[-1]
    last = events[-1]
    if last.kind in TONES:
        over = Stage(event_words(last.kind).capitalize(), TONES[last.kind], last.at)
        ended = Stage(step_words(code), "good", at, last.at)
        return [*steps, over if _is_end(code) else ended, *([] if _is_end(code) else [over])]
    return [*steps, Stage(step_words(code), "working", at, is_here=True)]


def _is_end(code: str) -> bool:
    return code.lower() in {"done", "failed", "completed"}


def _marks(events: Iterable[RunEventView]) -> Iterator[tuple[str, datetime]]:
    before = ""
    for event in events:
        code = code_of(event)
        if code and code != before:
            yield code, event.at
            before = code


def code_of(event: RunEventView) -> str:
    """Where a run says it stands, under whichever name its capability gives that."""
    said = event.payload
    return str(said.get("stage") or said.get("state") or said.get("status") or "")
