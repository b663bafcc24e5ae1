"""Which records a name may mean: found by keys of the name, scored, each with its reasons."""

from pramana.registry.candidates.attributes import compare_attributes
from pramana.registry.candidates.name_index import (
    NamedRecord,
    index_names,
    index_records,
    remove_names,
)
from pramana.registry.candidates.search import (
    MIN_SCORE,
    CandidateRecord,
    NameCandidate,
    find_candidates,
    rank_candidates,
)

__all__ = [
    "MIN_SCORE",
    "CandidateRecord",
    "NameCandidate",
    "NamedRecord",
    "compare_attributes",
    "find_candidates",
    "index_names",
    "index_records",
    "rank_candidates",
    "remove_names",
]
