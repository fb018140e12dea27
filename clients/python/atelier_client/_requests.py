"""One request: how it is sent, and how its answer is read. Nothing here touches the network."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import httpx

from ._decode import decode
from ._settings import Settings
from .errors import ApiConnectionError, ApiError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

RETRY_AFTER_MAX = 30.0
"""Longest pause that a server may ask for, in seconds."""

Reply: TypeAlias = httpx.Response | httpx.RequestError
"""The answer to a request, or the fault that took its place."""


@dataclass(frozen=True)
class Form:
    """A file with fields, sent as multipart."""

    content: bytes
    file_name: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """A request before it has an address and a key."""

    method: str
    path: str
    """Begins with a slash. A whole address gets no key, as it may lead to another host."""
    read: Callable[[httpx.Response], T_co]
    """Reads a good answer. Raises ValueError where it is not understood."""
    repeatable: bool
    """False: sent again only where the service said that it did nothing, since it must not be carried out twice."""
    query: Mapping[str, str] = field(default_factory=dict)
    json: object = None
    form: Form | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    streams: bool = False
    """True: a good answer is passed on before its body has come. Close it."""


@dataclass(frozen=True)
class Request:
    """A call with address, key and time limit."""

    call: Call[object]
    url: str
    headers: Mapping[str, str]
    timeout: float


@dataclass(frozen=True)
class Failure:
    """A try that brought no usable answer."""

    error: ApiError | ApiConnectionError
    refused: bool
    """True when the service surely did nothing."""
    transient: bool
    """True when another try may end otherwise."""
    retry_after: float | None = None
    """The pause that the service asked for, in seconds."""


def json_as(kind: type[T], name: str | None = None) -> Callable[[httpx.Response], T]:
    """Reads an answer as JSON of a kind; with a name, only that field of it."""

    def read(response: httpx.Response) -> T:
        body = response.json()
        return decode(kind, body[name] if name else body)

    return read


def request_of(settings: Settings, call: Call[T], timeout: float | None = None) -> Request:
    """Binds a call to the settings of a client."""
    own = call.path.startswith("/")
    key = {"authorization": f"Bearer {settings.api_key}"} if own else {}
    url = settings.base_url + call.path if own else call.path
    return Request(call, url, {**key, **call.headers}, timeout or settings.timeout)


def built(http: httpx.Client | httpx.AsyncClient, request: Request) -> httpx.Request:
    """The request as httpx sends it, with the headers that the user gave to the HTTP client."""
    call, form = request.call, request.call.form
    return http.build_request(
        call.method,
        request.url,
        params=dict(call.query) or None,
        headers=dict(request.headers),
        json=call.json,
        # httpx sends the fields before the file: the service applies a type's limit from the first byte of the file on.
        data=dict(form.fields) if form else None,
        files={"file": (form.file_name, form.content)} if form else None,
        timeout=request.timeout,
    )


def outcome_of(request: Request, call: Call[T], reply: Reply) -> T | Failure:
    """The result of one try."""
    subject = f"{call.method} {request.url}"
    if isinstance(reply, httpx.RequestError):
        fault = "did not answer in time" if isinstance(reply, httpx.TimeoutException) else "could not be reached"
        return _broken(f"{subject}: the service {fault}", reply)
    if not reply.is_success:
        return _refusal(reply)
    try:
        return call.read(reply)
    except (ValueError, KeyError, TypeError) as error:
        return _broken(f"{subject}: the service sent an answer that this client does not understand", error)


def is_passing(error: Exception) -> bool:
    """True for an error after which the same read may succeed: the service is away, or asks to come back later."""
    if isinstance(error, ApiError):
        return error.status == 429 or error.status >= 500
    return isinstance(error, (ApiConnectionError, httpx.RequestError))


def is_not_understood(error: Exception) -> bool:
    """True for an error that stands for an answer of the service that this client cannot read."""
    return isinstance(error, ApiConnectionError) and not isinstance(error.__cause__, httpx.RequestError)


def _broken(message: str, cause: Exception) -> Failure:
    error = ApiConnectionError(message)
    error.__cause__ = cause
    return Failure(error, refused=False, transient=True)


def _refusal(response: httpx.Response) -> Failure:
    code, message = _error_of(response.text)
    return Failure(
        ApiError(response.status_code, code, message, response.headers.get("x-request-id")),
        refused=response.status_code in (429, 503) or code == "idempotency_in_progress",
        transient=response.status_code >= 500,
        retry_after=_retry_after(response.headers.get("retry-after", "")),
    )


def _retry_after(header: str) -> float | None:
    """`Retry-After` in seconds, as this service sends it; None where it says nothing usable."""
    usable = header.isascii() and header.isdigit()
    return min(RETRY_AFTER_MAX, float(header)) if usable else None


def _error_of(text: str) -> tuple[str, str]:
    """Code and message of an error body; a proxy in between may have sent no JSON at all."""
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return "unknown", text[:200]
    return str(body.get("code", "unknown")), str(body.get("message", text[:200]))
