"""Whether the demonstration is loaded, and which steps of its guide are done.

A step is derived from what people did; nothing is stored for it.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from pramana.agni import demo as review
from pramana.chat import demo as chat
from pramana.demo.contracts import Demonstration, DemoStep, DemoStepName, PropKind
from pramana.demo.models import Prop
from pramana.documents.selectors import documents_by_id
from pramana.external import demo as research
from pramana.extraction import demo as extraction
from pramana.kit.scope import Scope
from pramana.memory import demo as memory
from pramana.tenancy.contracts import Role

READING_STEPS = (DemoStepName.READ, DemoStepName.FACT)
"""Steps that leave no trace. One counts as done when a later step is done."""

REQUIRED_ROLES = {
    DemoStepName.REVIEW: Role.ADMIN,
    DemoStepName.SOURCES: Role.REVIEWER,
    DemoStepName.CORRECT: Role.REVIEWER,
}
"""The role that a step needs, where it is not viewer."""


def list_demo_steps(scope: Scope, role: Role, story: Demonstration) -> list[DemoStep]:
    """The steps this person may take, in order. A step whose subject was deleted is left out."""
    mine = [name for name in DemoStepName if role.includes(REQUIRED_ROLES.get(name, Role.VIEWER))]
    found = [step for name in mine if (step := STEPS[name](scope, story))]
    return [_with_reading_done(step, found[place:]) for place, step in enumerate(found)]


def _with_reading_done(step: DemoStep, later: list[DemoStep]) -> DemoStep:
    if step.name not in READING_STEPS:
        return step
    return replace(step, is_done=any(each.is_done for each in later))


def _read_step(scope: Scope, story: Demonstration) -> DemoStep | None:
    release = story.id_of(PropKind.RELEASE)
    if release is None or not documents_by_id(scope, [release]):
        return None
    return DemoStep(DemoStepName.READ, False, (str(release),))


def _ask_step(scope: Scope, story: Demonstration) -> DemoStep:
    """Ask in the demonstration's conversation if it is this person's, else in a new one."""
    conversation = story.id_of(PropKind.CONVERSATION)
    is_mine, is_done = chat.conversation_progress(scope, conversation)
    return DemoStep(DemoStepName.ASK, is_done, (str(conversation),) if is_mine else ())


def _stack_step(scope: Scope, story: Demonstration) -> DemoStep | None:
    since = story.loaded_at
    step = _decision_step(
        DemoStepName.STACK,
        PropKind.STACK,
        lambda scope, id: extraction.is_judged(scope, id, since=since),
    )(scope, story)
    bid = extraction.flagged_bid(scope, UUID(step.about[0])) if step else None
    return replace(step, about=(*step.about, str(bid))) if step and bid else step


def _fact_step(scope: Scope, story: Demonstration) -> DemoStep | None:
    group = story.first(PropKind.GROUP)
    if not group or not memory.group_exists(scope, group):
        return None
    return DemoStep(DemoStepName.FACT, False, (group, story.first(PropKind.ENTITY)))


def _decision_step(
    name: DemoStepName, kind: PropKind, is_done: Callable[[Scope, UUID], bool | None]
) -> Callable[[Scope, Demonstration], DemoStep | None]:
    """A step that is done when a person has decided about its subject."""

    def step(scope: Scope, story: Demonstration) -> DemoStep | None:
        thing = story.id_of(kind)
        done = is_done(scope, thing) if thing else None
        return None if done is None else DemoStep(name, done, (str(thing),))

    return step


STEPS: dict[DemoStepName, Callable[[Scope, Demonstration], DemoStep | None]] = {
    DemoStepName.READ: _read_step,
    DemoStepName.ASK: _ask_step,
    DemoStepName.REVIEW: _decision_step(DemoStepName.REVIEW, PropKind.REVIEW, review.is_finished),
    DemoStepName.SOURCES: _decision_step(
        DemoStepName.SOURCES, PropKind.RESEARCH, research.is_decided
    ),
    DemoStepName.STACK: _stack_step,
    DemoStepName.FACT: _fact_step,
    DemoStepName.CORRECT: _decision_step(
        DemoStepName.CORRECT, PropKind.EXTRACTION, extraction.is_corrected
    ),
}


def find_demo(scope: Scope) -> Demonstration | None:
    """What the demonstration created in this tenant; None if it is not loaded."""
    props: dict[PropKind, list[str]] = defaultdict(list)
    rows = list(Prop.objects.in_scope(scope))
    for row in rows:
        props[PropKind(row.kind)].append(row.thing)
    return Demonstration(dict(props), rows[-1].brought_at) if rows else None
