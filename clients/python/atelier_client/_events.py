"""Follows a job by server-sent events."""

import json
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, closing

import httpx

from . import _calls, _clock
from ._decode import decode
from ._drive import drive, drive_async
from ._flows import is_change, pause_before, perform
from ._requests import built, is_not_understood, is_passing, request_of
from ._settings import Settings
from .errors import ApiConnectionError, AtelierError
from .types import Job

SILENCE = 45.0
"""Longest silence of a stream, in seconds. The service sends a comment every 15 seconds."""

PAUSE_TRIES_MAX = 6
"""The longest pause between two connections is the one before this try."""

NOT_UNDERSTOOD_MAX = 6
"""Answers that are not understood, with no job between them, after which following ends with an error."""


class Followed:
    """What was yielded of a job, over all connections."""

    def __init__(self) -> None:
        self._last: Job | None = None
        self._failures = 0
        self._not_understood = 0
        self._rest = b""

    @property
    def has_ended(self) -> bool:
        return self._last is not None and self._last.is_final

    def begin(self) -> None:
        """Forgets the half event of a broken connection."""
        self._rest = b""

    def of_chunk(self, chunk: bytes) -> Iterator[Job]:
        """The changes in a piece of the stream, however it was cut. Raises ApiConnectionError for other content."""
        *events, self._rest = re.split(rb"\r?\n\r?\n", self._rest + chunk)
        for event in events:
            try:
                job = _job_of(event.decode())
            except ValueError as error:
                raise ApiConnectionError("the service sent an event that this client does not understand") from error
            if job:
                yield from self.of_job(job)

    def of_job(self, job: Job) -> Iterator[Job]:
        """The job, where it differs from the one before."""
        self._failures = self._not_understood = 0
        before, self._last = self._last, job
        if before is None or is_change(before, job):
            yield job

    def goes_on_after(self, error: Exception) -> bool:
        """True when another connection may bring the job's next change."""
        self._not_understood += is_not_understood(error)
        return is_passing(error) and self._not_understood < NOT_UNDERSTOOD_MAX

    def pause(self) -> float:
        """Seconds before the next connection; more after each that brought nothing."""
        self._failures += 1
        return pause_before(min(self._failures + 1, PAUSE_TRIES_MAX))


def follow(http: httpx.Client, settings: Settings, job_id: str) -> Iterator[Job]:
    """Yields a job at each change. Opens a broken stream again for as long as the service is away.

    Raises ApiConnectionError after six answers in a row that this client does not understand.
    """
    followed, request = Followed(), request_of(settings, _calls.job_events(job_id), SILENCE)
    while True:
        followed.begin()
        try:
            response = http.send(built(http, request), stream=True, follow_redirects=True)
            with closing(response):
                if response.status_code == 200:
                    for chunk in response.iter_bytes():
                        yield from followed.of_chunk(chunk)
                        if followed.has_ended:
                            return
            # 204 says that the final state was sent before. An ordinary read words an error.
            if response.status_code != 200:
                yield from followed.of_job(drive(http, perform(settings, _calls.job(job_id))))
        except (httpx.RequestError, AtelierError) as error:
            if not followed.goes_on_after(error):
                raise
        if followed.has_ended:
            return
        _clock.sleep(followed.pause())


async def follow_async(http: httpx.AsyncClient, settings: Settings, job_id: str) -> AsyncGenerator[Job, None]:
    """As `follow`, by awaiting."""
    followed, request = Followed(), request_of(settings, _calls.job_events(job_id), SILENCE)
    while True:
        followed.begin()
        try:
            response = await http.send(built(http, request), stream=True, follow_redirects=True)
            async with aclosing(response):
                if response.status_code == 200:
                    async for chunk in response.aiter_bytes():
                        for job in followed.of_chunk(chunk):
                            yield job
                        if followed.has_ended:
                            return
            if response.status_code != 200:
                for job in followed.of_job(await drive_async(http, perform(settings, _calls.job(job_id)))):
                    yield job
        except (httpx.RequestError, AtelierError) as error:
            if not followed.goes_on_after(error):
                raise
        if followed.has_ended:
            return
        await _clock.sleep_async(followed.pause())


def _job_of(event: str) -> Job | None:
    """The job of one event; None for a comment."""
    data = [line.removeprefix("data:") for line in re.split(r"\r?\n", event) if line.startswith("data:")]
    return decode(Job, json.loads("\n".join(data))) if data else None
