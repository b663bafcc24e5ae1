"""The guide on the home page: first steps, or the tour of the demo.

Most steps are done by an action. Steps that only need a look link to `home-look`, which remembers
them in the person's session.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.chat.contracts.questions import Asker
from pramana.chat.selectors import recent_sessions
from pramana.demo.contracts import Demonstration, DemoStep, DemoStepName
from pramana.demo.selectors import READING_STEPS, list_demo_steps
from pramana.llm.contracts import OFFLINE
from pramana.tenancy.choices import ModelChoice
from pramana.tenancy.contracts import Principal, Role
from pramana.tenancy.selectors import members_of
from pramana.tenancy.services.stored_choices import choice_of
from pramana.web.access import PageRequest
from pramana.web.wording import Label


@dataclass(frozen=True)
class GuideStep:
    """A step as the page shows it."""

    title: Label
    text: Label
    address: str = ""
    is_done: bool = False


STEP_TEXTS: dict[DemoStepName, tuple[Label, Label]] = {
    DemoStepName.READ: (
        later("Read the press release"),
        later(
            "A footbridge was put out to tender, and the tender was cancelled. Select "
            "text to ask about it."
        ),
    ),
    DemoStepName.ASK: (
        later("Ask why"),
        later(
            "Every sentence of an answer links to its source text. Try one yourself: who "
            "is a director of both companies?"
        ),
    ),
    DemoStepName.REVIEW: (
        later("Decide who is who"),
        later(
            "The bridge was awarded to another bidder. Match, create or skip the people "
            "named, then finish."
        ),
    ),
    DemoStepName.SOURCES: (
        later("Approve or reject a source"),
        later("Pages were found for a question. Nothing is added until someone approves it."),
    ),
    DemoStepName.STACK: (
        later("Compare the bids"),
        later("Six bids in one table; two give the same phone number. Review a marked cell."),
    ),
    DemoStepName.FACT: (
        later("See what changed"),
        later("Suryakot has a new mayor. Move “True on” back, and the previous one appears."),
    ),
    DemoStepName.CORRECT: (
        later("Correct a value"),
        later("The invoice's total does not add up. Correct it, or approve it as it is."),
    ),
}

STEP_PAGES = {
    DemoStepName.READ: "library-document",
    DemoStepName.ASK: "ask-session",
    DemoStepName.REVIEW: "review-session",
    DemoStepName.SOURCES: "research-run",
    DemoStepName.STACK: "stacks-stack",
    DemoStepName.FACT: "memory-group",
    DemoStepName.CORRECT: "extract-one",
}
STEP_QUERIES = {
    DemoStepName.STACK: "?row={}&column=telephone",
    DemoStepName.FACT: "?panel=entity&entity={}",
    DemoStepName.CORRECT: "?field=totals.total",
}
"""Query string that opens the step's place on its page."""


VIEWED_STEPS = "looked_at"
"""Session key: when the demo was installed, then the steps that were viewed."""


def demo_steps(request: PageRequest, story: Demonstration) -> list[GuideStep]:
    looked_at = _viewed_steps(request, story)
    return [
        GuideStep(*STEP_TEXTS[step.name], _step_link(step), step.is_done or step.name in looked_at)
        for step in _demo_steps(request, story)
    ]


def open_step(request: PageRequest, story: Demonstration, name: str) -> str | None:
    """Mark a step as viewed and return its page; None if there is no such step."""
    step = next((each for each in _demo_steps(request, story) if each.name == name), None)
    if step is None:
        return None
    looked_at = {*_viewed_steps(request, story), name}
    request.session[VIEWED_STEPS] = [story.loaded_at.isoformat(), *sorted(looked_at)]
    return _step_url(step)


def _demo_steps(request: PageRequest, story: Demonstration) -> list[DemoStep]:
    return list_demo_steps(request.principal.scope, request.principal.role, story)


def _viewed_steps(request: PageRequest, story: Demonstration) -> list[str]:
    """The viewed steps; none if the demo was installed again since."""
    told_at, *names = request.session.get(VIEWED_STEPS) or [""]
    return names if told_at == story.loaded_at.isoformat() else []


def _step_link(step: DemoStep) -> str:
    if step.name in READING_STEPS:
        return reverse("web:home-look", args=[step.name])
    return _step_url(step)


def _step_url(step: DemoStep) -> str:
    if not step.about:
        return reverse("web:ask")
    thing, *seen = step.about
    place = STEP_QUERIES.get(step.name, "")
    page = reverse(f"web:{STEP_PAGES[step.name]}", args=[thing])
    return page if "{}" in place and not any(seen) else page + place.format(*seen)


def first_steps(principal: Principal, *, has_documents: bool, is_ready: bool) -> list[GuideStep]:
    """The first steps; none once a document is ready and the person has asked something."""
    has_asked = _has_asked(principal)
    if is_ready and has_asked:
        return []
    return [*_common_steps(principal, has_documents, has_asked), *_admin_steps(principal)]


def _has_asked(principal: Principal) -> bool:
    person = principal.scope.actor_id
    return bool(person and recent_sessions(principal.scope, Asker(person), limit=1))


def _common_steps(
    principal: Principal, has_documents: bool, has_asked: bool
) -> Iterator[GuideStep]:
    can_add = principal.role.includes(Role.REVIEWER)
    yield GuideStep(
        _("Add a document"),
        _(
            "Drop files on the library page. They are read in the background, so you can "
            "leave the page."
        )
        if can_add
        else _("The library is empty. Reviewers and admins can add documents."),
        reverse("web:library"),
        has_documents,
    )
    yield GuideStep(
        _("Ask about it"),
        _("Every sentence of an answer links to its source text."),
        reverse("web:ask"),
        has_asked,
    )


def _admin_steps(principal: Principal) -> Iterator[GuideStep]:
    if principal.role is not Role.ADMIN:
        return
    yield GuideStep(
        _("Connect a language model"),
        _(
            "Without one, answers quote your documents word for word and are marked "
            "“offline”. Choose a provider in the settings and enter its key."
        ),
        reverse("web:settings-models"),
        choice_of(principal.scope, ModelChoice).model != OFFLINE,
    )
    yield GuideStep(
        _("Invite your team"),
        _("Viewers read and ask, reviewers add and decide, admins manage access."),
        reverse("web:settings-members"),
        len(members_of(principal.scope)) > 1,
    )
