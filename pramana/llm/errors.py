"""What can go wrong between us and a model, and who may act on it.

Provider errors may quote the prompt, so they are never chained: each becomes one of these, whose
sentence is written by us.
"""

from enum import StrEnum
from typing import ClassVar

from pramana.kit.errors import AppError


class Actor(StrEnum):
    """Who can make it work."""

    NOBODY = "nobody"
    """Nobody has to act: trying again later may work."""
    MODEL = "model"
    US = "us"
    PERSON = "person"


class ModelError(AppError):
    """A model gave no usable answer."""

    code = "model_error"
    status = 502
    actor: ClassVar[Actor] = Actor.US
    may_retry: ClassVar[bool] = False
    """Whether asking again at once, after a pause, makes sense."""
    counts_against_provider: ClassVar[bool] = False
    """Whether it counts as a failure of the provider, for the circuit breaker."""


class ModelUnavailable(ModelError):
    """The provider cannot be reached, or says that it cannot serve now."""

    code = "model_unavailable"
    status = 503
    retry_after = 30
    actor = Actor.NOBODY
    may_retry = True
    counts_against_provider = True


class ModelTimeout(ModelUnavailable):
    """No answer in the time this call had."""

    code = "model_timeout"

    def __init__(self, engine: str, seconds: float) -> None:
        super().__init__(
            f"The model {engine} did not answer within {seconds:g} s. Try again later, "
            "or raise PRAMANA_MODEL_TIMEOUT_S."
        )


class ModelCutOff(ModelUnavailable):
    """A stream ended in the middle. Text that was already shown stays, so there is no retry."""

    code = "model_cut_off"
    may_retry = False


class ModelRateLimited(ModelUnavailable):
    """The provider asks us to slow down."""

    code = "model_rate_limited"
    counts_against_provider = False

    def __init__(self, engine: str, *, wait: float | None) -> None:
        super().__init__(f"The provider of {engine} limits our requests. Try again later.")
        self.wait = wait
        if wait is not None:
            self.retry_after = max(1, round(wait))


class ModelBusy(ModelUnavailable):
    """All request slots of this process were taken for too long."""

    code = "model_busy"
    may_retry = False
    counts_against_provider = False

    def __init__(self, slots: int) -> None:
        super().__init__(
            f"All {slots} slots for model calls are taken. Try again later, "
            "or raise PRAMANA_MODEL_CONCURRENCY."
        )


class ModelPaused(ModelUnavailable):
    """The circuit is open: the provider failed several times in a row and is paused."""

    code = "model_paused"
    may_retry = False
    counts_against_provider = False

    def __init__(self, provider: str, seconds: float) -> None:
        super().__init__(
            f"The provider {provider} failed several times in a row; "
            f"it is tried again in {seconds:.0f} s."
        )
        self.retry_after = max(1, round(seconds))


class ModelOutputInvalid(ModelError):
    """The model answered twice, and neither answer had the form that was asked for."""

    code = "model_output_invalid"
    actor = Actor.MODEL


class ModelDeclined(ModelOutputInvalid):
    """The provider's content filter withheld the answer."""

    code = "model_declined"


class AgentUnfinished(ModelOutputInvalid):
    """An agent used all its requests to the model without finishing."""

    code = "agent_unfinished"

    def __init__(self, prompt: str, requests: int) -> None:
        super().__init__(f"{prompt} did not finish within {requests} requests to the model.")


class ModelNotConfigured(ModelError):
    """No key, a key that is refused, or a model that does not exist."""

    code = "model_not_configured"
    status = 503
    actor = Actor.PERSON


class QuotaExceeded(ModelError):
    """The account at the provider has no quota left."""

    code = "model_quota_exceeded"
    status = 503
    actor = Actor.PERSON


class ModelBudgetExceeded(ModelError):
    """The tenant has spent its monthly budget for models."""

    code = "over_quota"
    status = 429
    actor = Actor.PERSON

    def __init__(self, message: str, *, retry_after: int | None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelRefusedRequest(ModelError):
    """The provider says that our request is invalid, which is a bug in the product."""

    code = "model_refused_request"
    status = 500
    actor = Actor.US


class ModelInputTooLong(ModelRefusedRequest):
    """More text than the model can read at once."""

    code = "model_input_too_long"


class NoOfflineAnswer(ModelNotConfigured):
    """The offline engine was asked something it cannot answer."""

    code = "no_offline_answer"

    def __init__(self, prompt: str) -> None:
        super().__init__(
            f"{prompt} has no offline answer. Set PRAMANA_MODEL to a model to use it "
            "(docs/howto/use-a-model.md)."
        )
