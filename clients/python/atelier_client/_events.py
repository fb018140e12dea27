"""Follows jobs by server-sent events."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, closing
from typing import Generic, TypeVar

import httpx

from . import _calls, _clock
from ._decode import decode
from ._drive import drive, drive_async
from ._flows import is_change, pause_before, perform
from ._requests import Call, Failure, Request, built, is_not_understood, is_passing, outcome_of, request_of
from ._settings import Settings
from .errors import ApiConnectionError, AtelierError
from .types import Job, JobEvent

T = TypeVar("T")

SILENCE = 45.0
"""Longest silence of a stream, in seconds. The service sends a comment every 15 seconds."""

PAUSE_TRIES_MAX = 6
"""The longest pause between two connections is the one before this try."""

NOT_UNDERSTOOD_MAX = 6
"""Answers that are not understood, with no event between them, after which following ends with an error."""

REMEMBERED_MAX = 1000
"""IDs of events that are remembered, so that one that comes again is passed over."""


class Followed(ABC, Generic[T]):
    """What was yielded, over all connections."""

    has_ended = False
    without_events: Call[Job] | None = None
    """Read where a stream has nothing more to tell."""

    def __init__(self) -> None:
        self._failures = 0
        self._not_understood = 0
        self._rest = b""

    @abstractmethod
    def stream(self) -> Call[None]:
        """The call that opens the stream, from the last event on."""

    @abstractmethod
    def of_event(self, event_id: str, data: str) -> Iterator[T]:
        """The changes in an event. Raises ValueError for other content."""

    def of_job(self, job: Job) -> Iterator[T]:
        """The changes in the answer to `without_events`."""
        yield from ()

    def begin(self) -> None:
        """Forgets the half event of a broken connection."""
        self._rest = b""

    def opened(self) -> None:
        """Called when the service has opened a stream."""

    def of_chunk(self, chunk: bytes) -> Iterator[T]:
        """The changes in a piece of the stream, however it was cut. Raises ApiConnectionError for other content."""
        *events, self._rest = re.split(rb"\r?\n\r?\n", self._rest + chunk)
        for event in events:
            try:
                found = list(self._of_text(event.decode()))
            except ValueError as error:
                raise ApiConnectionError("the service sent an event that this client does not understand") from error
            yield from found

    def is_understood(self) -> None:
        """Ends the count of failures in a row."""
        self._failures = self._not_understood = 0

    def goes_on_after(self, error: Exception) -> bool:
        """True when another connection may bring the next change."""
        self._not_understood += is_not_understood(error)
        return is_passing(error) and self._not_understood < NOT_UNDERSTOOD_MAX

    def pause(self) -> float:
        """Seconds before the next connection; more after each that brought nothing."""
        self._failures += 1
        return pause_before(min(self._failures + 1, PAUSE_TRIES_MAX))

    def _of_text(self, event: str) -> Iterator[T]:
        """The changes in an event; nothing for a comment."""
        lines = re.split(r"\r?\n", event)
        if data := _field(lines, "data"):
            yield from self.of_event("".join(_field(lines, "id")[-1:]).strip(), "\n".join(data))


class JobFollowed(Followed[Job]):
    """A job, at each change to its final state."""

    def __init__(self, job_id: str) -> None:
        super().__init__()
        self._job_id = job_id
        self._last: Job | None = None
        # 204 says that the final state was sent before.
        self.without_events = _calls.job(job_id)

    def stream(self) -> Call[None]:
        return _calls.job_events(self._job_id)

    def of_event(self, event_id: str, data: str) -> Iterator[Job]:
        return self.of_job(decode(Job, json.loads(data)))

    def of_job(self, job: Job) -> Iterator[Job]:
        self.is_understood()
        if self.has_ended:
            return
        before, self._last = self._last, job
        self.has_ended = job.is_final
        if before is None or is_change(before, job):
            yield job


class WorkspaceFollowed(Followed[JobEvent]):
    """The ends of all jobs of a workspace, each once."""

    def __init__(self, on_open: Callable[[], None] | None) -> None:
        super().__init__()
        self._on_open = on_open
        self._last_id = ""
        self._seen: dict[str, None] = {}

    def stream(self) -> Call[None]:
        return _calls.workspace_events(self._last_id)

    def opened(self) -> None:
        if self._on_open:
            self._on_open()

    def of_event(self, event_id: str, data: str) -> Iterator[JobEvent]:
        event = decode(JobEvent, json.loads(data))
        self.is_understood()
        self._last_id = event_id
        if event_id in self._seen:
            return
        self._seen[event_id] = None
        if len(self._seen) > REMEMBERED_MAX:
            del self._seen[next(iter(self._seen))]
        yield event


def follow(http: httpx.Client, settings: Settings, followed: Followed[T]) -> Iterator[T]:
    """Yields each change. Opens a broken stream again for as long as the service is away.

    Raises ApiConnectionError after six answers in a row that this client does not understand.
    """
    while True:
        followed.begin()
        try:
            request = request_of(settings, followed.stream(), SILENCE)
            response = http.send(built(http, request), stream=True, follow_redirects=True)
            with closing(response):
                if response.status_code == 200:
                    followed.opened()
                    for chunk in response.iter_bytes():
                        yield from followed.of_chunk(chunk)
                        if followed.has_ended:
                            return
                else:
                    response.read()
                    _raise_refusal(request, response)
            if response.status_code != 200 and followed.without_events:
                yield from followed.of_job(drive(http, perform(settings, followed.without_events)))
        except (httpx.RequestError, AtelierError) as error:
            if not followed.goes_on_after(error):
                raise
        if followed.has_ended:
            return
        _clock.sleep(followed.pause())


async def follow_async(http: httpx.AsyncClient, settings: Settings, followed: Followed[T]) -> AsyncGenerator[T, None]:
    """As `follow`, by awaiting."""
    while True:
        followed.begin()
        try:
            request = request_of(settings, followed.stream(), SILENCE)
            response = await http.send(built(http, request), stream=True, follow_redirects=True)
            async with aclosing(response):
                if response.status_code == 200:
                    followed.opened()
                    async for chunk in response.aiter_bytes():
                        for item in followed.of_chunk(chunk):
                            yield item
                        if followed.has_ended:
                            return
                else:
                    await response.aread()
                    _raise_refusal(request, response)
            if response.status_code != 200 and followed.without_events:
                for item in followed.of_job(await drive_async(http, perform(settings, followed.without_events))):
                    yield item
        except (httpx.RequestError, AtelierError) as error:
            if not followed.goes_on_after(error):
                raise
        if followed.has_ended:
            return
        await _clock.sleep_async(followed.pause())


def _raise_refusal(request: Request, response: httpx.Response) -> None:
    """Raises the error of an answer that is one."""
    outcome = outcome_of(request, request.call, response)
    if isinstance(outcome, Failure):
        raise outcome.error


def _field(lines: list[str], name: str) -> list[str]:
    """The values of a field of an event, in their order."""
    return [line.removeprefix(f"{name}:") for line in lines if line.startswith(f"{name}:")]
