"""The way through the demonstration, each step with its exact place.

Most steps are ticked by what somebody did. Looking leaves nothing behind, so such a step leads by
`home-look`, and the person's own session knows that they went there.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as later

from pramana.demo.contracts import Step, StepName, Story
from pramana.demo.selectors.steps import LOOKING, steps_of
from pramana.web.access import PageRequest
from pramana.web.words import Words


@dataclass(frozen=True)
class Signpost:
    """A step as people read it."""

    title: Words
    text: Words
    address: str = ""
    is_done: bool = False


WORDS: dict[StepName, tuple[Words, Words]] = {
    StepName.READ: (
        later("Read the press release"),
        later("A footbridge was tendered, and the tender cancelled. Select words to ask about it."),
    ),
    StepName.ASK: (
        later("Ask why"),
        later(
            "Every sentence of an answer leads to the words it rests on. Ask one yourself: who is "
            "a director of both companies?"
        ),
    ),
    StepName.REVIEW: (
        later("Decide who is who"),
        later(
            "The bridge was given to another bidder. Match, create or skip its people, then finish."
        ),
    ),
    StepName.SOURCES: (
        later("Let a source in, or refuse it"),
        later("Pages were found for a question. Nothing comes in before somebody says so."),
    ),
    StepName.STACK: (
        later("Compare the bids"),
        later("Six bids in one table; two give the same telephone number. Judge a marked cell."),
    ),
    StepName.FACT: (
        later("See what changed"),
        later("Suryakot has a new mayor. Move “Held on” back, and the old one holds again."),
    ),
    StepName.CORRECT: (
        later("Set a value right"),
        later("The invoice's total does not add up. Correct it, or approve what stands there."),
    ),
}

PAGES = {
    StepName.READ: "library-document",
    StepName.ASK: "ask-session",
    StepName.REVIEW: "review-session",
    StepName.SOURCES: "research-run",
    StepName.STACK: "stacks-stack",
    StepName.FACT: "memory-group",
    StepName.CORRECT: "extract-one",
}
PLACES = {
    StepName.STACK: "?row={}&column=telephone",
    StepName.FACT: "?panel=entity&entity={}",
    StepName.CORRECT: "?field=totals.total",
}
"""Where on the page; what to look at goes into the slot."""


LOOKED_AT = "looked_at"
"""The session's key: when the story was told, then the steps that were looked at."""


def through_the_story(request: PageRequest, story: Story) -> list[Signpost]:
    looked_at = _looked_at(request, story)
    return [
        Signpost(*WORDS[step.name], _way(step), step.is_done or step.name in looked_at)
        for step in _steps(request, story)
    ]


def look(request: PageRequest, story: Story, name: str) -> str | None:
    """The place of a step, which counts as looked at from now on; None where there is no such."""
    step = next((each for each in _steps(request, story) if each.name == name), None)
    if step is None:
        return None
    looked_at = {*_looked_at(request, story), name}
    request.session[LOOKED_AT] = [story.told_at.isoformat(), *sorted(looked_at)]
    return _place(step)


def _steps(request: PageRequest, story: Story) -> list[Step]:
    return steps_of(request.principal.scope, request.principal.role, story)


def _looked_at(request: PageRequest, story: Story) -> list[str]:
    """Nothing yet of a story that was told anew."""
    told_at, *names = request.session.get(LOOKED_AT) or [""]
    return names if told_at == story.told_at.isoformat() else []


def _way(step: Step) -> str:
    if step.name in LOOKING:
        return reverse("web:home-look", args=[step.name])
    return _place(step)


def _place(step: Step) -> str:
    if not step.about:
        return reverse("web:ask")
    thing, *seen = step.about
    place = PLACES.get(step.name, "")
    page = reverse(f"web:{PAGES[step.name]}", args=[thing])
    return page if "{}" in place and not any(seen) else page + place.format(*seen)
