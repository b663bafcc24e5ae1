"""How far a request has come, and in which way it was answered."""

from enum import StrEnum


class RequestState(StrEnum):
    """Each step is kept with the turn and told as an event of its run."""

    RECEIVED = "RECEIVED"
    RETRIEVING = "RETRIEVING"
    GENERATING = "GENERATING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"

    @property
    def is_over(self) -> bool:
        return self in (RequestState.COMPLETED, RequestState.FAILED)


class Mode(StrEnum):
    FULL = "full"
    SELECTED_TEXT = "selected_text"
    RETRIEVAL_ONLY = "retrieval_only"
    """The sources are there, an answer is not: the model is away, or nothing it said was found."""
    NO_RESULTS = "no_results"
