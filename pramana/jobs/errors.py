"""Errors of background work."""

from uuid import UUID

from pramana.jobs.contracts import JobState
from pramana.kit.errors import AppError, Conflict, InvalidRequest, NotFound, TooLarge, Unavailable


class UnknownTask(AppError):
    """Work was asked for by a name that is not registered. This is always a bug of ours."""

    code = "unknown_task"

    def __init__(self, name: str) -> None:
        super().__init__(f"No task is registered as {name!r}. Register it in its app's tasks.py.")


class WrongPayload(AppError):
    """The payload does not fit the task's arguments. This is always a bug of ours."""

    code = "wrong_payload"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"Task {name!r} cannot be called like this: {reason}.")


class Superseded(AppError):
    """This attempt was replaced or cancelled; what it was about to write is rolled back."""

    code = "superseded"
    status = 409

    def __init__(self, job_id: UUID, attempt: int) -> None:
        super().__init__(
            f"Attempt {attempt} of job {job_id} was replaced or cancelled; nothing was written."
        )


class JobNotFound(NotFound):
    def __init__(self, job_id: UUID) -> None:
        super().__init__(f"There is no job {job_id}.")


class JobNotRetryable(Conflict):
    def __init__(self, job_id: UUID, state: JobState) -> None:
        super().__init__(
            f"Job {job_id} is {state}; only a failed, dead or cancelled job can be tried again."
        )


class JobNotCancellable(Conflict):
    def __init__(self, job_id: UUID, state: JobState) -> None:
        super().__init__(f"Job {job_id} is already {state}; there is nothing left to cancel.")


class CpuTimeout(Unavailable):
    """The call took too long; its process was ended."""

    code = "cpu_timeout"

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(
            f"{path} did not finish within {seconds:g} s and was stopped. "
            "The input may be too large or damaged."
        )


class CpuOutOfMemory(TooLarge):
    """The call needed more memory than one process may use; its process was ended."""

    code = "cpu_out_of_memory"

    def __init__(self, path: str, megabytes: int) -> None:
        super().__init__(
            f"{path} needed more than {megabytes} MB and was stopped. "
            "Use a smaller input, or raise PRAMANA_CPU_MEMORY_MB."
        )


class CpuCrashed(InvalidRequest):
    """The process crashed during the call, as native code can on damaged input."""

    code = "cpu_crashed"
    status = 500

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path} took its process down ({reason}). The input may be damaged.")


class CpuCallFailed(AppError):
    """The call raised an error that cannot be pickled; this error quotes it."""

    code = "cpu_call_failed"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path} failed: {reason}")
