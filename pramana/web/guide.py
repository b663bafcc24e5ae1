"""The way through the demonstration, each step with its exact place."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from pramana.demo.contracts import Step, StepName, Story
from pramana.demo.selectors.steps import steps_of
from pramana.tenancy.contracts import Principal


@dataclass(frozen=True)
class Signpost:
    """A step as people read it."""

    title: str | Promise
    text: str | Promise
    address: str = ""
    is_done: bool = False


WORDS: dict[StepName, tuple[str | Promise, str | Promise]] = {
    StepName.READ: (
        later("Read the press release"),
        later("A footbridge was tendered, and the tender cancelled. Select words to ask about it."),
    ),
    StepName.ASK: (
        later("Ask why"),
        later("Every sentence of an answer leads to the words it rests on. Ask one yourself."),
    ),
    StepName.REVIEW: (
        later("Decide who is who"),
        later("People and offices of another release: match, create or skip, then finish."),
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
        later("Suryakot has a new mayor. Move the time back, and the old one holds again."),
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
QUERIES = {StepName.STACK: "?state=flagged", StepName.CORRECT: "?field=totals.total"}
"""Where on the page."""


def through_the_story(principal: Principal, story: Story) -> list[Signpost]:
    steps = steps_of(principal.scope, principal.role, story)
    return [Signpost(*WORDS[step.name], _place(step), step.is_done) for step in steps]


def _place(step: Step) -> str:
    if not step.about:
        return reverse("web:ask")
    page = reverse(f"web:{PAGES[step.name]}", args=step.about[:1])
    if step.name is StepName.FACT and step.about[1]:
        return f"{page}?panel=entity&entity={step.about[1]}"
    return page + QUERIES.get(step.name, "")
