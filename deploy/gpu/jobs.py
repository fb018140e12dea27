"""One job at a time on the card, a queue with a bound before it, and results for a time after it."""

from __future__ import annotations

import queue
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from dressing import Dressing
from failures import Failure, sentence_of


@dataclass(eq=False)
class Job:
    """A job and how far it is: `in_queue`, `processing`, then `completed`, `failed` or `canceled`."""

    dressing: Dressing | None
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    status: str = "in_queue"
    png: bytes | None = None
    failure: Failure | None = None
    is_canceled: bool = False
    submitted_at: float = field(default_factory=time.monotonic)
    began_at: float | None = None
    ended_at: float = 0.0

    @property
    def waited_seconds(self) -> float:
        """Seconds for which the job waited for the card, until now if it still waits."""
        return (self.began_at or time.monotonic()) - self.submitted_at


class Jobs:
    """Jobs of this process. They do not outlive it."""

    def __init__(
        self, run: Callable[[Dressing, Callable[[], bool]], bytes | None], bound: int, kept_seconds: float
    ) -> None:
        self._run = run
        self._queue: queue.Queue[Job] = queue.Queue(bound)
        self._results: queue.Queue[Job] = queue.Queue()
        self._kept_seconds = kept_seconds
        self._known: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._given_up: Failure | None = None
        #: Ended jobs by status, and the seconds that the card worked.
        self.ended: Counter[str] = Counter()
        self.card_seconds = 0.0
        threading.Thread(target=self._work, name="card", daemon=True).start()
        threading.Thread(target=self._forget, name="results", daemon=True).start()

    def submit(self, dressing: Dressing) -> Job:
        """Queues a job. Raises queue.Full, and the failure of `give_up`."""
        job = Job(dressing)
        with self._lock:
            if self._given_up:
                raise self._given_up
            self._queue.put_nowait(job)
            self._known[job.id] = job
        return job

    def find(self, job_id: str) -> Job | None:
        """The job with this ID, unless it ended more than the kept time ago."""
        with self._lock:
            return self._known.get(job_id)

    def cancel(self, job: Job) -> None:
        """Ends a waiting job at once. A run that the card has begun is finished, and no other one follows it."""
        with self._lock:
            job.is_canceled = True
            if job.status == "in_queue":
                self._leave_queue(job)
                self._end(job, "canceled")

    def give_up(self, failure: Failure) -> None:
        """Ends every job that waits or runs with this failure, and takes no other."""
        with self._lock:
            self._given_up = failure
            for job in self._known.values():
                if job.dressing:
                    job.is_canceled, job.failure = True, failure
                    self._end(job, "failed")

    def _leave_queue(self, job: Job) -> None:
        with self._queue.mutex:
            # The card's thread may have taken it already: it finds the job ended.
            if job in self._queue.queue:
                self._queue.queue.remove(job)

    @property
    def waiting(self) -> int:
        """Jobs that wait for the card."""
        with self._lock:
            return sum(job.status == "in_queue" for job in self._known.values())

    @property
    def kept(self) -> int:
        """Jobs in memory: those that wait or run, and those whose results are kept."""
        with self._lock:
            return len(self._known)

    def _end(self, job: Job, status: str) -> None:
        job.status, job.ended_at, job.dressing = status, time.monotonic(), None
        job.began_at = job.began_at or job.ended_at
        self.ended[status] += 1
        self._results.put(job)

    def _forget(self) -> None:
        # All results stay equally long, so the first that came is the first to go.
        while True:
            job = self._results.get()
            time.sleep(max(0.0, job.ended_at + self._kept_seconds - time.monotonic()))
            with self._lock:
                del self._known[job.id]

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            with self._lock:
                dressing = job.dressing
                if dressing is None:
                    continue
                job.status, job.began_at = "processing", (began_at := time.monotonic())
            status, png, failure = "failed", None, None
            try:
                png = self._run(dressing, lambda job=job: job.is_canceled)
                status = "canceled" if png is None or job.is_canceled else "completed"
            except Failure as error:
                failure = error
            except Exception as error:  # noqa: BLE001 - whatever the model does, the next job gets the card
                failure = Failure("PipelineError", sentence_of(error))
            with self._lock:
                self.card_seconds += time.monotonic() - began_at
                if job.dressing:
                    job.png, job.failure = png, failure
                    self._end(job, status)
