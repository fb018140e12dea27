"""The account: models, plan, balance, keys and usage."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .jobs import Operation, PageInfo

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
Scope = Literal["read", "submit", "manage"]
UsageGrouping = Literal["key", "operation", "model", "look", "product", "day"]


@dataclass(frozen=True)
class Key:
    """A key, without its secret."""

    id: str
    name: str
    prefix: str  # the first characters, to tell keys apart
    scopes: list[Scope]
    expires_at: datetime | None  # None: never
    requests_per_minute: int | None  # None: only the limit of the plan
    credits_per_month: float | None  # a calendar month in UTC; None: no limit
    credits_this_month: float  # charged less refunded
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True)
class KeyWithSecret:
    """A key and its secret, which the service shows this once."""

    key: Key
    api_key: str


@dataclass(frozen=True)
class KeyPage:
    """A page of keys, newest first."""

    keys: list[Key]
    page_info: PageInfo


@dataclass(frozen=True)
class UsageCounts:
    """Jobs by their end, and what they cost."""

    jobs: int
    completed: int
    failed: int  # canceled ones included
    policy_blocked: int
    unfinished: int
    credits_charged: float
    credits_refunded: float
    credits: float  # charged less refunded


@dataclass(frozen=True)
class UsageGroup(UsageCounts):
    """The jobs of a key, operation, model, look, product or day."""

    id: str | None  # of the key, look or product; name of operation or model; day. None: jobs of none
    name: str | None
    sku: str | None  # of a product


@dataclass(frozen=True)
class Usage:
    """What the jobs that were submitted in a time cost."""

    group_by: UsageGrouping
    from_: datetime
    to: datetime
    groups: list[UsageGroup]
    has_more: bool  # True when groups were left out: ask for a shorter time
    total: UsageCounts  # each job once


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
    key: Key  # the key that calls


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
