"""The way through the story, each step as it stands: read from what people did, never noted."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from pramana.agni import demo as review
from pramana.chat import demo as chat
from pramana.demo.contracts import PropKind, Step, StepName, Story
from pramana.documents.selectors import documents_by_id
from pramana.external import demo as research
from pramana.extraction import demo as extraction
from pramana.extraction.demo import stacks as bids
from pramana.kit.scope import Scope
from pramana.memory import demo as memory
from pramana.tenancy.contracts import Role

LOOKING = (StepName.READ, StepName.FACT)
"""Looking leaves no row: such a step counts as done when a later one is."""

FOR = {
    StepName.REVIEW: Role.ADMIN,
    StepName.SOURCES: Role.REVIEWER,
    StepName.CORRECT: Role.REVIEWER,
}
"""Steps that only some may take."""


def steps_of(scope: Scope, role: Role, story: Story) -> list[Step]:
    """The steps this person may take, in order. What somebody deleted is no step any more."""
    mine = [name for name in StepName if role.includes(FOR.get(name, Role.VIEWER))]
    found = [step for name in mine if (step := STEPS[name](scope, story))]
    return [_looked_at(step, found[place:]) for place, step in enumerate(found)]


def _looked_at(step: Step, later: list[Step]) -> Step:
    if step.name not in LOOKING:
        return step
    return replace(step, is_done=any(each.is_done for each in later))


def _read(scope: Scope, story: Story) -> Step | None:
    release = story.id_of(PropKind.RELEASE)
    if release is None or not documents_by_id(scope, [release]):
        return None
    return Step(StepName.READ, False, (str(release),))


def _ask(scope: Scope, story: Story) -> Step:
    """In the story's own conversation, for the person it belongs to; in a new one for others."""
    conversation = story.id_of(PropKind.CONVERSATION)
    is_mine, is_done = chat.heard(scope, conversation)
    return Step(StepName.ASK, is_done, (str(conversation),) if is_mine else ())


def _stack(scope: Scope, story: Story) -> Step | None:
    since = story.told_at
    step = _decided(
        StepName.STACK, PropKind.STACK, lambda scope, id: bids.is_judged(scope, id, since=since)
    )(scope, story)
    bid = bids.doubted(scope, UUID(step.about[0])) if step else None
    return replace(step, about=(*step.about, str(bid))) if step and bid else step


def _fact(scope: Scope, story: Story) -> Step | None:
    group = story.first(PropKind.GROUP)
    if not group or not memory.is_told(scope, group):
        return None
    return Step(StepName.FACT, False, (group, story.first(PropKind.ENTITY)))


def _decided(
    name: StepName, kind: PropKind, is_done: Callable[[Scope, UUID], bool | None]
) -> Callable[[Scope, Story], Step | None]:
    """A step that is done when a person has decided about one thing."""

    def step(scope: Scope, story: Story) -> Step | None:
        thing = story.id_of(kind)
        done = is_done(scope, thing) if thing else None
        return None if done is None else Step(name, done, (str(thing),))

    return step


STEPS: dict[StepName, Callable[[Scope, Story], Step | None]] = {
    StepName.READ: _read,
    StepName.ASK: _ask,
    StepName.REVIEW: _decided(StepName.REVIEW, PropKind.REVIEW, review.is_decided),
    StepName.SOURCES: _decided(StepName.SOURCES, PropKind.RESEARCH, research.is_decided),
    StepName.STACK: _stack,
    StepName.FACT: _fact,
    StepName.CORRECT: _decided(StepName.CORRECT, PropKind.EXTRACTION, extraction.is_corrected),
}
