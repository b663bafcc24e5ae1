"""A run's stages as a line: what is behind it with times, where it stands, what is to come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from pramana.external.contracts.stages import Stage
from pramana.external.contracts.views import ResearchView
from pramana.web.views.research_words import STAGES, STEPS
from pramana.web.words import Words


@dataclass(frozen=True)
class Step:
    """One place on a line. `tone` is that of a state; what is still to come has none."""

    word: Words
    tone: str
    at: datetime | None = None
    until: datetime | None = None
    is_here: bool = False


def steps_of(view: ResearchView) -> list[Step]:
    """The stages it went through in the order it did, then those that are before it."""
    behind = [Step(STEPS[a.stage], "good", a.at, b.at) for a, b in pairwise(view.stages)]
    last = view.stages[-1]
    tone, word = STAGES[last.stage]
    here = Step(word, tone, last.at, None, is_here=not last.stage.is_over)
    return [*behind, here, *_ahead(view, last.stage)]


def _ahead(view: ResearchView, stage: Stage) -> Iterator[Step]:
    order = list(planned(view))
    if stage.is_over or stage not in order:
        return
    for each in order[order.index(stage) + 1 :]:
        yield Step(STEPS[each], "")


def planned(view: ResearchView) -> Sequence[Stage]:
    """What a run like this goes through when all goes well."""
    takes_in = view.enable_hitl or view.auto_ingest
    stages = {
        Stage.QUEUED: True,
        Stage.SEARCHING: True,
        Stage.AWAITING_APPROVAL: view.enable_hitl,
        Stage.INGESTING: takes_in,
        Stage.READING: takes_in,
        Stage.ANSWERING: takes_in and view.is_question,
        Stage.DONE: True,
    }
    return [stage for stage, is_planned in stages.items() if is_planned]
