"""Pages and own passages to score, a question, and judges that say what they are told to."""

from datetime import UTC, datetime
from uuid import UUID
from zlib import crc32

from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.retrieval.ports import Opinion
from pramana.retrieval.scoring.contracts import CandidateOrigin, ScoringContext, SearchCandidate
from pramana.retrieval.scoring.scorer import Judge, Scoring, score_candidates

SCOPE, OTHER = (Scope(tenant_id=UUID(int=number)) for number in (1, 2))
AT = datetime(2026, 11, 15, tzinfo=UTC)
QUESTION = "Who opened the bridge over the river?"
OPENED = "The mayor opened the bridge over the river in May."
BUILT = "The bridge was built by a company from the city."
RICE = "Rice is cooked in twice as much water."


def page(text: str, host: str = "a.example", **fields) -> SearchCandidate:
    url = fields.pop("url", f"https://{host}/{crc32(text.encode())}")
    return SearchCandidate(id=url, origin=CandidateOrigin.WEB, url=url, text=text, **fields)


def own(text: str, name: str = "own", **fields) -> SearchCandidate:
    return SearchCandidate(id=name, origin=CandidateOrigin.CORPUS, text=text, **fields)


def scored(candidates, judge=None, scope=SCOPE, **fields):
    wishes = {
        name: fields.pop(name) for name in list(fields) if name in ScoringContext.model_fields
    }
    context = ScoringContext(**{"question": QUESTION, **wishes})
    return score_candidates(scope, Scoring(context=context, at=AT, **fields), candidates, judge)


def texts_of(result, candidates):
    texts = {each.id: each.text for each in candidates}
    return [texts[each.candidate_id] for each in result.ranked]


def says(*scores, facets=None):
    """A judge that gives these scores, whatever it reads."""
    return Judge("tests:model", lambda question, texts: [
        Opinion(score, f"reason {n}", facets or {})
        for n, score in enumerate(scores[: len(texts)], 1)
    ])  # fmt: skip


def raises(question, texts):
    raise AppError("away")
