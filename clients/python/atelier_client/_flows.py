"""The decisions of the client, as generators that do no input or output.

A flow yields each step that it wants: a request to send, or a pause. The clients take the steps, one by blocking and
one by awaiting, and send back the reply. So retries and waiting are written once.
"""

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from . import _calls, _clock
from ._requests import Call, Failure, Reply, Request, outcome_of, request_of
from ._settings import Settings
from .errors import ApiConnectionError, ApiError, DeadlineError
from .types import Job, Shoot

T = TypeVar("T")

TRIES_MAX = 4
"""Times a request is sent, the first one included."""

PAUSE = 0.3
"""Pause before the second try, in seconds. It doubles with each further one."""

INTERVAL_MIN = 0.2
"""Shortest pause between two reads of a job, in seconds."""

INTERVAL_SHARE = 0.1
"""Length of a pause as a share of the time waited so far."""


@dataclass(frozen=True)
class Pause:
    """Let some seconds pass."""

    seconds: float


Flow: TypeAlias = Generator[Request | Pause, Reply | None, T]
"""Yields steps and returns the result. A request is answered with its reply, a pause with None."""


def perform(settings: Settings, call: Call[T]) -> Flow[T]:
    """Tries a call until an outcome is final, four times at most.

    The error of a try that may have been carried out wins over the refusal of a later one. The refusal alone would say
    that nothing was done.
    """
    uncertain: ApiError | ApiConnectionError | None = None
    attempt = 0
    while True:
        attempt += 1
        outcome = yield from _once(settings, call)
        if not isinstance(outcome, Failure):
            return outcome
        again = outcome.refused or (call.repeatable and outcome.transient)
        if not again or attempt == TRIES_MAX:
            raise (uncertain if outcome.refused and uncertain else outcome.error)
        if not outcome.refused:
            uncertain = uncertain or outcome.error
        yield Pause(pause_before(attempt + 1) if outcome.retry_after is None else outcome.retry_after)


def wait(
    settings: Settings,
    job_ids: Sequence[str],
    deadline: float,
    interval: float,
    on_change: Callable[[Job], None] | None,
) -> Flow[list[Job]]:
    """Looks at jobs until all have ended, also over times when the service is away. Raises DeadlineError."""
    start = _clock.now()
    end = start + deadline
    seen: dict[str, Job] = {}
    while True:
        pause = max(INTERVAL_MIN, min(interval, (_clock.now() - start) * INTERVAL_SHARE))
        for job_id in job_ids:
            before = seen.get(job_id)
            if before and before.is_final:
                continue
            left = end - _clock.now()
            if left <= 0:
                raise DeadlineError(job_id, deadline)
            outcome = yield from _once(settings, _calls.job(job_id), min(settings.timeout, left))
            if isinstance(outcome, Failure):
                if not (outcome.refused or outcome.transient):
                    raise outcome.error
                pause = max(pause, outcome.retry_after or 0)
                continue
            seen[job_id] = outcome
            if on_change and (before is None or is_change(before, outcome)):
                on_change(outcome)
        if all(job_id in seen and seen[job_id].is_final for job_id in job_ids):
            return [seen[job_id] for job_id in job_ids]
        yield Pause(max(0, min(pause, end - _clock.now())))


def follow_shoot(
    settings: Settings, read: Call[Shoot], interval: float, on_change: Callable[[Shoot], None] | None
) -> Flow[Shoot]:
    """Looks at a shoot until it does not run any more."""
    while True:
        shoot = yield from perform(settings, read)
        if on_change:
            on_change(shoot)
        if shoot.status != "running":
            return shoot
        yield Pause(interval)


def is_change(before: Job, after: Job) -> bool:
    """True when somebody who follows a job should hear of it."""
    return (before.status, before.progress) != (after.status, after.progress)


def pause_before(attempt: int) -> float:
    """Seconds before a try, the second or a later one. Half is random, so that clients do not return in step."""
    return PAUSE * 2.0 ** (attempt - 2) * random.uniform(0.5, 1)


def _once(settings: Settings, call: Call[T], timeout: float | None = None) -> Flow[T | Failure]:
    request = request_of(settings, call, timeout)
    reply = yield request
    assert reply is not None, "a request is answered with a reply"
    return outcome_of(request, call, reply)
