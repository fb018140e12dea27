"""The endpoints: each function makes the call for one of them."""

from ._parts import Fields, idempotency_header, nothing, path_of, query_of
from ._requests import Call, Form, json_as
from .errors import JobFailedError
from .types import Account, ImageRecord, Job, JobPage, JobResult, LedgerPage, Model, Usage


def submission(path: str, body: Fields, idempotency_key: str | None) -> Call[list[Job]]:
    """A request for work. All tries of it have one key."""
    headers = idempotency_header(idempotency_key)
    return Call("POST", path, json_as(list[Job], "jobs"), repeatable=True, json=dict(body), headers=headers)


def try_on(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/images/virtual-try-on", body, key)


def generate(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/images/generate", body, key)


def text_to_video(body: Fields, key: str | None) -> Call[list[Job]]:
    return submission("/v1/videos/text-to-video", body, key)


def on_image(image_id: str, operation: str, body: Fields, key: str | None) -> Call[list[Job]]:
    return submission(path_of("/v1/images", image_id, operation), body, key)


def envelope(operation: str, body: Fields, image_id: str | None, key: str | None) -> Call[list[Job]]:
    image = {} if image_id is None else {"image_id": image_id}
    return submission("/v1/jobs", {"operation": operation, **image, "input": dict(body)}, key)


def job(job_id: str) -> Call[Job]:
    return Call("GET", path_of("/v1/jobs", job_id), json_as(Job), repeatable=True)


def job_events(job_id: str) -> Call[None]:
    headers = {"accept": "text/event-stream"}
    return Call("GET", path_of("/v1/jobs", job_id, "events"), nothing, repeatable=True, headers=headers)


def workspace_events(last_event_id: str) -> Call[None]:
    last = {"last-event-id": last_event_id} if last_event_id else {}
    return Call("GET", "/v1/events", nothing, repeatable=True, headers={"accept": "text/event-stream", **last})


def jobs(query: Fields) -> Call[JobPage]:
    return Call("GET", "/v1/jobs", json_as(JobPage), repeatable=True, query=query_of(query))


def cancel(job_id: str) -> Call[Job]:
    return Call("POST", path_of("/v1/jobs", job_id, "cancel"), json_as(Job), repeatable=True)


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
    return Call("GET", path_of("/images", image_id), json_as(ImageRecord), repeatable=True)


def delete_image(image_id: str) -> Call[None]:
    return Call("DELETE", path_of("/images", image_id), nothing, repeatable=False)


def account() -> Call[Account]:
    return Call("GET", "/v1/account", json_as(Account), repeatable=True)


def models() -> Call[list[Model]]:
    return Call("GET", "/v1/models", json_as(list[Model], "models"), repeatable=True)


def ledger(query: Fields) -> Call[LedgerPage]:
    return Call("GET", "/v1/credits/entries", json_as(LedgerPage), repeatable=True, query=query_of(query))


def usage(query: Fields) -> Call[Usage]:
    return Call("GET", "/v1/usage", json_as(Usage), repeatable=True, query=query_of(query))


def usage_csv(query: Fields) -> Call[str]:
    csv = query_of({**query, "format": "csv"})
    return Call("GET", "/v1/usage", lambda response: response.text, repeatable=True, query=csv)
