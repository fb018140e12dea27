"""Webhooks and the events of a workspace."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .jobs import Job, PageInfo

WebhookEvent = Literal["job.completed", "job.failed", "job.policy_blocked"]


@dataclass(frozen=True)
class JobEvent:
    """The end of a job, as a webhook tells it."""

    type: WebhookEvent
    timestamp: datetime  # when the job ended
    data: Job


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
