"""The endpoints: each function makes the call for one of them."""

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from urllib.parse import quote

import httpx

from ._requests import Call, Form, json_as
from .errors import JobFailedError
from .types import (
    Account,
    Asset,
    AssetPage,
    DeliveryPage,
    ImageRecord,
    Job,
    JobPage,
    JobResult,
    LedgerPage,
    Model,
    PresetSuggestion,
    Webhook,
    WebhookDelivery,
    WebhookWithSecret,
)

Fields: TypeAlias = Mapping[str, object]


def submission(path: str, body: Fields, idempotency_key: str | None) -> Call[list[Job]]:
    """A request for work. All tries of it have one key, made here unless the caller gave one."""
    key = secrets.token_hex(16) if idempotency_key is None else idempotency_key
    if not re.fullmatch("[!-~]{1,128}", key):
        raise ValueError(f"`idempotency_key` is {key!r}. Give 1 to 128 visible ASCII characters.")
    headers = {"idempotency-key": key}
    return Call("POST", path, json_as(list[Job], "jobs"), repeatable=True, json=dict(body), headers=headers)


def try_on(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/images/virtual-try-on", body, key)


def generate(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/images/generate", body, key)


def text_to_video(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/videos/text-to-video", body, key)


def on_image(image_id: str, operation: str, body: Fields, key: str | None) -> Call[list[Job]]:
    return submission(_path("/v1/images", image_id, operation), body, key)


def envelope(operation: str, body: Fields, image_id: str | None, key: str | None) -> Call[list[Job]]:
    image = {} if image_id is None else {"image_id": image_id}
    return submission("/v1/jobs", {"operation": operation, **image, "input": dict(body)}, key)


def job(job_id: str) -> Call[Job]:
    return Call("GET", _path("/v1/jobs", job_id), json_as(Job), repeatable=True)


def job_events(job_id: str) -> Call[None]:
    headers = {"accept": "text/event-stream"}
    return Call("GET", _path("/v1/jobs", job_id, "events"), _nothing, repeatable=True, headers=headers)


def jobs(query: Fields) -> Call[JobPage]:
    return Call("GET", "/v1/jobs", json_as(JobPage), repeatable=True, query=_query(query))


def cancel(job_id: str) -> Call[Job]:
    return Call("POST", _path("/v1/jobs", job_id, "cancel"), json_as(Job), repeatable=True)


def result(source: Job | JobResult) -> Call[bytes]:
    """The file of a result. Raises JobFailedError for a job without one."""
    if isinstance(source, Job):
        if source.result is None:
            raise JobFailedError(source)
        source = source.result
    return Call("GET", source.url, lambda response: response.content, repeatable=True)


def upload(form: Form) -> Call[ImageRecord]:
    return Call("POST", "/images", json_as(ImageRecord), repeatable=False, form=form)


def image(image_id: str) -> Call[ImageRecord]:
    return Call("GET", _path("/images", image_id), json_as(ImageRecord), repeatable=True)


def delete_image(image_id: str) -> Call[None]:
    return Call("DELETE", _path("/images", image_id), _nothing, repeatable=False)


def account() -> Call[Account]:
    return Call("GET", "/v1/account", json_as(Account), repeatable=True)


def models() -> Call[list[Model]]:
    return Call("GET", "/v1/models", json_as(list[Model], "models"), repeatable=True)


def ledger(query: Fields) -> Call[LedgerPage]:
    return Call("GET", "/v1/credits/entries", json_as(LedgerPage), repeatable=True, query=_query(query))


def create_asset(body: Fields) -> Call[Asset]:
    return Call("POST", "/assets", json_as(Asset), repeatable=False, json=dict(body))


def asset(asset_id: str) -> Call[Asset]:
    return Call("GET", _path("/assets", asset_id), json_as(Asset), repeatable=True)


def update_asset(asset_id: str, body: Fields) -> Call[Asset]:
    return Call("PATCH", _path("/assets", asset_id), json_as(Asset), repeatable=True, json=dict(body))


def delete_asset(asset_id: str) -> Call[None]:
    return Call("DELETE", _path("/assets", asset_id), _nothing, repeatable=False)


def assets(query: Fields) -> Call[AssetPage]:
    return Call("GET", "/assets", json_as(AssetPage), repeatable=True, query=_query({**query, "paginated": True}))


def upload_to_asset(asset_id: str, form: Form) -> Call[ImageRecord]:
    return Call("POST", _path("/assets", asset_id, "images"), json_as(ImageRecord), repeatable=False, form=form)


def link(asset_id: str, image_id: str) -> Call[ImageRecord]:
    body = {"asset_id": asset_id}
    return Call("POST", _path("/images", image_id, "asset"), json_as(ImageRecord), repeatable=True, json=body)


def asset_images(asset_id: str, references: bool) -> Call[list[ImageRecord]]:
    query = _query({"for_training": True} if references else {})
    path = _path("/assets", asset_id, "images")
    return Call("GET", path, json_as(list[ImageRecord]), repeatable=True, query=query)


def suggest_preset(image_ids: Sequence[str]) -> Call[PresetSuggestion]:
    body = {"image_ids": list(image_ids)}
    return Call("POST", "/assets/analyze-preset", json_as(PresetSuggestion), repeatable=True, json=body)


def create_webhook(url: str, events: Sequence[str] | None) -> Call[WebhookWithSecret]:
    body = {"url": url} if events is None else {"url": url, "events": list(events)}
    return Call("POST", "/v1/webhooks", json_as(WebhookWithSecret), repeatable=False, json=body)


def webhooks() -> Call[list[Webhook]]:
    return Call("GET", "/v1/webhooks", json_as(list[Webhook], "webhooks"), repeatable=True)


def delete_webhook(webhook_id: str) -> Call[None]:
    return Call("DELETE", _path("/v1/webhooks", webhook_id), _nothing, repeatable=False)


def rotate_webhook(webhook_id: str) -> Call[WebhookWithSecret]:
    return Call("POST", _path("/v1/webhooks", webhook_id, "rotate"), json_as(WebhookWithSecret), repeatable=False)


def test_webhook(webhook_id: str) -> Call[WebhookDelivery]:
    return Call("POST", _path("/v1/webhooks", webhook_id, "test"), json_as(WebhookDelivery), repeatable=False)


def deliveries(webhook_id: str, query: Fields) -> Call[DeliveryPage]:
    path = _path("/v1/webhooks", webhook_id, "deliveries")
    return Call("GET", path, json_as(DeliveryPage), repeatable=True, query=_query(query))


def redeliver(webhook_id: str, delivery_id: str) -> Call[WebhookDelivery]:
    path = _path("/v1/webhooks", webhook_id, "deliveries", delivery_id, "redeliver")
    return Call("POST", path, json_as(WebhookDelivery), repeatable=False)


def _nothing(response: httpx.Response) -> None:
    """Reads an answer that says nothing."""


def _path(start: str, *parts: str) -> str:
    return "/".join([start, *(quote(part, safe="") for part in parts)])


def _query(fields: Fields) -> dict[str, str]:
    """The fields that are set, in the words of the service."""
    return {name: _word(value) for name, value in fields.items() if value is not None}


def _word(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else str(value)
