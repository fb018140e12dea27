"""Checks that a message came from the service, by the Standard Webhooks convention."""

import base64
import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from time import time
from typing import Literal, Protocol

from ._decode import decode
from .errors import WebhookError
from .types import Job, WebhookEvent

TOLERANCE = 300.0


class Headers(Protocol):
    """The headers of a request, as every framework has them: anything with `items()`, in any case."""

    def items(self) -> Iterable[tuple[str, str]]:
        ...


@dataclass(frozen=True)
class WebhookMessage:
    """A message of a webhook."""

    id: str
    """The same at every try: keep it to tell repeats."""
    type: WebhookEvent | Literal["webhook.test"]
    timestamp: datetime
    job: Job | None
    """The job as `job()` reads it; None in a test message."""


def verify_webhook(headers: Headers, body: bytes | str, *, secret: str, tolerance: float = TOLERANCE) -> WebhookMessage:
    """Checks a message and reads it. `body` is the body as it came, before any parsing.

    `secret` is `whsec_…`, as it was shown when the webhook was made or rotated. `tolerance` is the age of the oldest
    and newest message that counts, in seconds from now. Raises WebhookError.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not _age(timestamp) <= tolerance:
        raise WebhookError(f"the message is dated {timestamp}, more than {tolerance:g} seconds from now")
    expected = _signature(secret, message_id, timestamp, body)
    if not any(
        hmac.compare_digest(expected, signature.encode(errors="replace")) for signature in signatures.split(" ")
    ):
        raise WebhookError("no signature of the message fits the secret")
    try:
        event = json.loads(body)
        job = decode(Job, event["data"]) if "id" in event["data"] else None
        return WebhookMessage(message_id, event["type"], datetime.fromisoformat(event["timestamp"]), job)
    except (KeyError, TypeError, ValueError) as error:
        raise WebhookError("the message is signed, but this client does not understand it") from error


def sign_webhook(secret: str, *, id: str, body: bytes | str, sent_at: datetime | None = None) -> dict[str, str]:
    """The headers of a message as the service sends them, now by default: for tests of receivers.

    Raises WebhookError for a secret that is not `whsec_` and base64.
    """
    timestamp = str(int(time() if sent_at is None else sent_at.timestamp()))
    signature = _signature(secret, id, timestamp, body).decode()
    return {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}


def _signature(secret: str, message_id: str, timestamp: str, body: bytes | str) -> bytes:
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + content
    return b"v1," + base64.b64encode(hmac.digest(_key(secret), signed, "sha256"))


def _header(headers: dict[str, str], name: str) -> str:
    if not headers.get(name):
        raise WebhookError(f"the message has no {name} header")
    return headers[name]


def _age(timestamp: str) -> float:
    """Seconds between a timestamp and now; without end where it is not a number."""
    return abs(time() - float(timestamp)) if timestamp.isascii() and timestamp.isdigit() else float("inf")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookError("the secret is not `whsec_` and base64")
    return key
