"""The answers of the service. Times are aware datetimes; amounts are display credits unless a comment says otherwise.

The service may add fields and values. The classes leave out fields that this version does not know. A status, code or
name may be one that its Literal does not list.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

JobStatus = Literal["pending", "generating", "completed", "failed", "policy_blocked"]
ImageStatus = Literal["pending", "generating", "completed", "failed", "policy_blocked", "nsfw_filtered"]
Operation = Literal["virtual_try_on", "generate", "edit", "inpaint", "upscale", "animate", "text_to_video"]
MediaType = Literal["image", "video"]
ModelName = Literal[
    "v6",
    "v1",
    "nano-banana",
    "nano-banana-pro",
    "nano-banana-2",
    "v4",
    "v4x",
    "v5",
    "upscale-1",
    "video-3",
    "video-2.5",
]
Resolution = Literal["standard", "high"]
Speed = Literal["fast", "balanced", "quality"]
PlanName = Literal["free", "pro", "enterprise"]
AssetType = Literal["outfit", "model", "preset"]
PresetClass = Literal["human_studio", "human_location", "ghost_mannequin", "flat_lay", "product_packshot"]
WebhookEvent = Literal["job.completed", "job.failed", "job.policy_blocked"]

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


@dataclass(frozen=True)
class LinkedAsset:
    """An asset that an image belongs to."""

    id: str


@dataclass(frozen=True)
class ImageVersion:
    """One version of a parent image. Its status is its own."""

    id: str
    image_id: str
    source_image_id: str  # the job that makes the version
    version_type: Literal["edited", "inpainted", "upscaled", "animated", "tried_on"]
    status: ImageStatus
    path: str | None
    width_px: int | None
    height_px: int | None
    created_timestamp: datetime
    failure_code: str | None = None
    fail_reason: str | None = None


@dataclass(frozen=True)
class ImageRecord:
    """An upload, a job or a result."""

    id: str
    status: ImageStatus
    type: MediaType
    path: str | None  # address of the finished file
    width_px: int | None
    height_px: int | None
    is_generated: bool  # False for uploads
    is_asset_reference: bool
    operation: Operation | None
    task: str | None
    created_timestamp: datetime
    finish_timestamp: datetime | None
    credits_used: int  # internal units: 100 are one display credit
    assets: list[LinkedAsset]
    versions: list[ImageVersion]  # newest first
    video_path: str | None = None
    failure_code: str | None = None
    fail_reason: str | None = None


@dataclass(frozen=True)
class Asset:
    """A reusable product (`outfit`), avatar (`model`) or preset."""

    id: str
    type: AssetType
    alias: str
    sku: str | None
    characteristics: dict[str, Any] | None
    preset_class: PresetClass | None
    prompt: str | None
    display_image: str | None  # address of a thumbnail
    public: bool  # True for assets of the shared library, which are read-only
    image_count: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class AssetFacets:
    """How many assets there are of each value, under the same filters but the one for that value."""

    type: dict[str, int]
    preset_class: dict[str, int]


@dataclass(frozen=True)
class AssetPage:
    """A page of assets, newest first."""

    assets: list[Asset]
    page_info: PageInfo
    total_count: int  # assets on all pages
    facets: AssetFacets


@dataclass(frozen=True)
class PresetSuggestion:
    """A suggested name, class and prompt for a preset."""

    name: str
    preset_class: PresetClass
    prompt: str


@dataclass(frozen=True)
class Limits:
    """The limits of a plan. None: no limit."""

    num_images: int  # outputs of one request
    unfinished_jobs: int
    resolutions: list[Resolution]
    requests_per_minute: int
    storage_bytes: int | None
    upload_bytes_per_day: int | None  # a day in UTC


@dataclass(frozen=True)
class Storage:
    """The stored images and videos of a workspace."""

    held_bytes: int
    uploaded_bytes_today: int  # since 00:00 UTC


@dataclass(frozen=True)
class Account:
    """The workspace of the key."""

    workspace_id: str
    name: str
    plan: PlanName
    sandbox: bool
    balance: float
    limits: Limits
    storage: Storage
    model_access: list[ModelName]  # gated models it may use


@dataclass(frozen=True)
class OperationEngine:
    """The engine that performs an operation of a model now, and its abilities."""

    operation: Operation
    engine: str | None  # None: no engine of the service performs the operation at present
    text_only: bool  # True when words alone are enough
    prompt: Literal["free", "instructions", "hints", "none"]
    about: str
    examples: list[str]  # prompts that work


@dataclass(frozen=True)
class Prices:
    """The price of one output; of a video, for five seconds."""

    standard: float
    high: float


@dataclass(frozen=True)
class Model:
    """A model as the workspace may use it."""

    name: ModelName
    operations: list[Operation]
    default_for: list[Operation]
    engines: list[OperationEngine]  # one for each operation, in the same order
    garments_max: int
    speeds: list[Speed]
    aspect_ratios: list[str]
    resolutions: list[Resolution]
    prices: Prices
    gated: bool
    available: bool


@dataclass(frozen=True)
class LedgerEntry:
    """One movement of the balance."""

    id: str
    kind: Literal["grant", "charge", "refund", "adjustment"]
    amount: float  # signed
    balance_after: float
    job_id: str | None
    reason: str | None
    created_at: datetime


@dataclass(frozen=True)
class LedgerPage:
    """A page of the ledger, newest first."""

    entries: list[LedgerEntry]
    page_info: PageInfo


@dataclass(frozen=True)
class Webhook:
    """An address that receives a message when jobs end."""

    id: str
    url: str
    events: list[WebhookEvent]
    created_at: datetime
    disabled_at: datetime | None  # set when the address answered 410 Gone


@dataclass(frozen=True)
class WebhookWithSecret:
    """A webhook and its secret, which the service shows this once."""

    webhook: Webhook
    secret: str


@dataclass(frozen=True)
class WebhookDelivery:
    """One message to one webhook."""

    id: str  # sent as `webhook-id`, the same at every try
    event: str
    job_id: str | None
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    response_status: int | None
    error: str | None
    created_at: datetime
    next_attempt_at: datetime | None
    delivered_at: datetime | None


@dataclass(frozen=True)
class DeliveryPage:
    """A page of deliveries, newest first."""

    deliveries: list[WebhookDelivery]
    page_info: PageInfo
