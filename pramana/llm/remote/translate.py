"""Provider errors in our words.

What a provider says may quote the prompt, so nothing of its text is kept: the class, the status
and the provider's error code are enough to act on.
"""

from pydantic_ai import exceptions as theirs

from pramana.llm import errors


def translate(error: Exception, engine: str) -> errors.ModelError:
    """The error of ours that says who may act."""
    if isinstance(error, errors.ModelError):
        return error
    if isinstance(error, theirs.ModelAPIError):
        return _api_error(error, engine)
    if isinstance(error, theirs.ContentFilterError):
        return errors.ModelDeclined(f"The provider of {engine} withheld its answer.")
    return errors.ModelOutputInvalid(
        f"The model {engine} gave no answer of the form that was asked for, twice."
    )


def _api_error(error: theirs.ModelAPIError, engine: str) -> errors.ModelError:
    match error:
        case theirs.ModelRateLimitError():
            return errors.ModelRateLimited(engine, wait=error.retry_after)
        case theirs.ModelQuotaExceededError():
            return errors.QuotaExceeded(
                f"The account behind {engine} is used up. Raise its limit at the provider."
            )
        case theirs.ModelAuthenticationError() | theirs.ModelNotFoundError():
            return _not_configured(error, engine)
        case theirs.ModelContextWindowExceededError():
            return errors.ModelInputTooLong(f"The text is longer than {engine} can read at once.")
        case theirs.ModelRequestRejectedError():
            return errors.ModelRefusedRequest(f"{engine} refused our request{_said(error)}.")
        case _ if error.in_stream or "finish_reason" in error.message:
            return errors.ModelCutOff(f"The answer of {engine} broke off in the middle. Ask again.")
        case _:
            return errors.ModelUnavailable(
                f"The model {engine} is not available{_said(error)}. Try again later."
            )


def _not_configured(error: theirs.ModelAPIError, engine: str) -> errors.ModelError:
    if isinstance(error, theirs.ModelAuthenticationError):
        what = "The provider refuses the key"
    else:
        what = "The provider does not know the model, or the address is wrong,"
    return errors.ModelNotConfigured(
        f"{what} for {engine}{_said(error)}. See docs/howto/use-a-model.md."
    )


def _said(error: theirs.ModelAPIError) -> str:
    """The HTTP status, when there was one; never the provider's text."""
    return f" (HTTP {error.status_code})" if isinstance(error, theirs.ModelHTTPError) else ""
