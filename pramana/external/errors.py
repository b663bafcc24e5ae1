"""Errors of research runs and search providers."""

from uuid import UUID

from pramana.external.contracts import MOST_POLICIES, Rationale, Stage
from pramana.kit.errors import AppError, Conflict, InvalidRequest, NotFound
from pramana.kit.tools import ToolErrorType

NO_WORKER = "No search worker configured in context"
NO_TRIGGER = "no_trigger_configured"
NOTHING_SELECTED = "nothing_selected"


class ResearchNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such research run.")


class NotWaiting(Conflict):
    """The run does not wait for a decision."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(f"This run does not wait for a decision: it is {stage}.")


class AlreadyDecided(Conflict):
    code = "already_decided"

    def __init__(self) -> None:
        super().__init__("Someone has already decided about this run. Its decision is in the run.")


class CandidateNotOffered(InvalidRequest):
    code = "candidate_not_offered"

    def __init__(self, candidate_id: UUID) -> None:
        super().__init__(f"Candidate {candidate_id} was not offered by this run.")


class ContradictoryDecision(InvalidRequest):
    code = "contradictory_decision"


class OverBudget(InvalidRequest):
    code = "over_budget"

    def __init__(self, requested: int, most: int) -> None:
        super().__init__(f"This run may ingest {most} pages; the decision names {requested}.")


class NothingAsked(InvalidRequest):
    def __init__(self) -> None:
        super().__init__("There are no words to search for. Give a question or a query.")


class ScheduleNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such schedule.")


class TooManySchedules(Conflict):
    code = "too_many_schedules"

    def __init__(self, most: int) -> None:
        super().__init__(f"There are already {most} schedules. Delete some first.")


class NoReport(Conflict):
    code = "no_report"

    def __init__(self) -> None:
        super().__init__("This run has no answer, so there is no report of it.")


class BadPlan(InvalidRequest):
    code = "bad_plan"


class PolicyNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such source policy.")


class PolicyExists(Conflict):
    code = "policy_exists"

    def __init__(self, pattern: str) -> None:
        super().__init__(f"{pattern} has a policy already. Remove that one first.")


class TooManyPolicies(Conflict):
    code = "too_many_policies"

    def __init__(self) -> None:
        super().__init__(f"There are already {MOST_POLICIES} policies. Remove some first.")


class ProviderError(AppError):
    """A search provider failed or returned something unusable."""

    code = "search_provider_failed"
    status = 502
    rationale = Rationale.PROVIDER_ERROR
    kind = ToolErrorType.UPSTREAM

    def __init__(
        self, message: str, *, upstream: int | None = None, retry_after_ms: int | None = None
    ) -> None:
        super().__init__(message)
        self.upstream, self.retry_after_ms = upstream, retry_after_ms


class ProviderTimeout(ProviderError):
    rationale = Rationale.PROVIDER_TIMEOUT
    kind = ToolErrorType.TIMEOUT


class ProviderLimited(ProviderError):
    rationale = Rationale.PROVIDER_RATE_LIMITED
    kind = ToolErrorType.RATE_LIMIT


class ProviderBadResponse(ProviderError):
    rationale = Rationale.PROVIDER_BAD_RESPONSE


RETRIED = (ProviderTimeout, ProviderLimited)
"""Errors that are worth a retry. A malformed answer would only come again."""
