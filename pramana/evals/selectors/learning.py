"""What learning brings: the accuracy of fields before and after a document of their sender taught
them.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from pramana.evals.contracts import EvalCase, JudgedShare, LearningEffect
from pramana.evals.selectors.value_cases import field_cases
from pramana.extraction.domain.field_tree import parse_path
from pramana.extraction.domain.learned_labels import field_key
from pramana.extraction.selectors.learning import (
    ExtractionMoment,
    LessonMoment,
    extraction_moments,
    lesson_moments,
)
from pramana.kit.scope import Scope


def learning_effects(scope: Scope) -> list[LearningEffect]:
    """One line per field that was taught and judged, those with most judged values first."""
    cases = field_cases(scope, None)
    moments = extraction_moments(scope, {case.subject_id for case in cases})
    return effects_of(cases, moments, lesson_moments(scope))


def effects_of(
    cases: Sequence[EvalCase],
    moments: Mapping[UUID, ExtractionMoment],
    lessons: Sequence[LessonMoment],
) -> list[LearningEffect]:
    """Count each judged value as before or after: after, if another document of the same sender
    had taught its field when it was read.
    """
    senders = {each.document_id: each.sender for each in lessons}
    results: dict[str, list[tuple[bool, bool]]] = {}
    for case in cases:
        read = moments.get(case.subject_id)
        sender = senders.get(read.document_id) if read else None
        if read is None or sender is None:
            continue
        field = field_key(parse_path(case.place))
        taught = any(
            each.field == field
            and each.sender == sender
            and each.document_id != read.document_id
            and each.at < read.at
            for each in lessons
        )
        results.setdefault(field, []).append((taught, case.right))
    effects = [
        LearningEffect(field, _share(judged, taught=False), _share(judged, taught=True))
        for field, judged in results.items()
    ]
    return sorted(effects, key=lambda each: (-each.after.judged, -each.before.judged, each.field))


def _share(judged: Sequence[tuple[bool, bool]], *, taught: bool) -> JudgedShare:
    own = [right for was_taught, right in judged if was_taught is taught]
    return JudgedShare(sum(own), len(own))
