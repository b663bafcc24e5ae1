"""Which records a name may mean: found by keys of the name, scored, each with its reasons."""

from pramana.registry.candidates.attributes import compare_attributes
from pramana.registry.candidates.name_index import index_names, index_records, remove_names
from pramana.registry.candidates.ranking import (
    MIN_SCORE,
    CandidateRecord,
    NameCandidate,
    NamedRecord,
    rank_candidates,
)
from pramana.registry.candidates.search import find_candidates

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
