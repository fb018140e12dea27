"""The Python client of Atelier: typed requests, retries that never pay twice, waiting that you can resume."""

from .async_client import AsyncAtelier
from .client import Atelier
from .errors import (
    ApiConnectionError,
    ApiError,
    AtelierError,
    DeadlineError,
    JobFailedError,
    WebhookError,
    is_uncertain,
)
from .types import Asset, ImageRecord, Job, JobResult
from .webhooks import WebhookMessage, sign_webhook, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "Asset",
    "AsyncAtelier",
    "Atelier",
    "AtelierError",
    "DeadlineError",
    "ImageRecord",
    "Job",
    "JobFailedError",
    "JobResult",
    "WebhookError",
    "WebhookMessage",
    "is_uncertain",
    "sign_webhook",
    "verify_webhook",
]
