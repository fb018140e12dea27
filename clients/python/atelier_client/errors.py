"""The errors of the client."""

from .types import Job


class AtelierError(Exception):
    """Any error of this client."""


class ApiError(AtelierError):
    """An answer of the service that is an error. `code` is stable: switch on it."""

    def __init__(self, status: int, code: str, message: str, request_id: str | None) -> None:
        # All arguments, so that the error can be pickled.
        super().__init__(status, code, message, request_id)
        self.status = status
        """HTTP status."""
        self.code = code
        """A code of the interface, or `unknown` where something in between answered."""
        self.message = message
        self.request_id = request_id
        """Name it when you ask for help."""

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"


class ApiConnectionError(AtelierError):
    """The service could not be reached, did not answer in time, or the connection broke before its answer was whole."""


class DeadlineError(AtelierError):
    """The job had not ended at the deadline. It goes on: keep its ID and wait again."""

    def __init__(self, job_id: str, deadline: float) -> None:
        super().__init__(job_id, deadline)
        self.job_id = job_id
        self.deadline = deadline
        """The longest wait that was asked for, in seconds."""

    def __str__(self) -> str:
        return f"the job {self.job_id} had not ended after {self.deadline:g} s; it goes on, wait for it again"


class JobFailedError(AtelierError):
    """The job has no result. Its `error` says why."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self.job = job

    def __str__(self) -> str:
        error = self.job.error
        reason = f"{error.code}: {error.message}" if error else f"its status is {self.job.status}"
        return f"the job {self.job.id} has no result; {reason}"


class WebhookError(AtelierError):
    """A message that is not from the service, or too old."""


UNCERTAIN_CODES = ("idempotency_in_progress", "idempotency_uncertain")


def is_uncertain(error: BaseException) -> bool:
    """True for an error that leaves open whether the request was carried out.

    Sent once more under another idempotency key, a submission may be paid for twice.
    """
    if isinstance(error, ApiConnectionError):
        return True
    if not isinstance(error, ApiError):
        return False
    return error.code in UNCERTAIN_CODES or (error.status >= 500 and error.code != "unavailable")
