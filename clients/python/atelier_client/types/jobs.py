"""Jobs, and the names that requests and answers share."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

JobStatus = Literal["pending", "generating", "completed", "failed", "policy_blocked"]
ImageStatus = Literal["pending", "generating", "completed", "failed", "policy_blocked", "nsfw_filtered"]
Operation = Literal["virtual_try_on", "generate", "edit", "inpaint", "upscale", "animate", "text_to_video"]
MediaType = Literal["image", "video"]

FINAL_STATUSES = ("completed", "failed", "policy_blocked")


@dataclass(frozen=True)
class JobResult:
    """The result of a completed job."""

    id: str  # pass it into the next operation
    image_id: str  # the same as `id`
    url: str
    width: int | None  # pixels
    height: int | None  # pixels
    type: MediaType


@dataclass(frozen=True)
class JobError:
    """Why a job ended without a result. Treat a code you do not know as a general failure."""

    code: str
    message: str


@dataclass(frozen=True)
class JobWarning:
    """Something worth a look although the job completed."""

    code: str
    message: str


@dataclass(frozen=True)
class JobRequest:
    """The request of a job, as `submit` takes it."""

    operation: Operation
    input: dict[str, Any]  # as it was sent, without a mask in the body
    image_id: str | None = None  # the image that it works on


@dataclass(frozen=True)
class Job:
    """One output of a request: it runs, ends and is charged apart from its siblings."""

    id: str
    status: JobStatus
    task: str | None  # `<operation>` or `<operation>.<engine>`
    created_at: datetime
    result: JobResult | None
    error: JobError | None
    credits_used: float  # 0 after a refund
    progress: float | None = None  # share of the work done, 0 to 1
    warnings: list[JobWarning] = field(default_factory=list)
    request: JobRequest | None = None  # None for older jobs, and once the record was deleted

    @property
    def is_final(self) -> bool:
        """True when the job will not change any more."""
        return self.status in FINAL_STATUSES


@dataclass(frozen=True)
class PageInfo:
    """Where a list goes on."""

    next_cursor: str | None  # send it as `cursor` with the same filters
    has_next_page: bool
    limit: int


@dataclass(frozen=True)
class JobPage:
    """A page of jobs, newest first."""

    jobs: list[Job]
    page_info: PageInfo
