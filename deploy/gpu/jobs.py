"""One job at a time on the card, a queue with a bound before it, and results for an hour after it."""

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

KEPT_SECONDS = 3600.0


@dataclass(eq=False)
class Job:
    """A job and how far it is: `in_queue`, `processing`, then `completed`, `failed` or `canceled`."""

    dressing: Dressing | None
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    status: str = "in_queue"
    png: bytes | None = None
    failure: Failure | None = None
    is_canceled: bool = False
    ended_at: float | None = None


class Jobs:
    """Jobs of this process. They do not outlive it."""

    def __init__(
        self, run: Callable[[Dressing, Callable[[], bool]], bytes | None], bound: int, kept_seconds: float
    ) -> None:
        self._run = run
        self._queue: queue.Queue[Job] = queue.Queue(bound)
        self._kept_seconds = kept_seconds
        self._known: dict[str, Job] = {}
        self._lock = threading.Lock()
        #: Ended jobs by status, and the seconds that the card worked.
        self.ended: Counter[str] = Counter()
        self.card_seconds = 0.0
        threading.Thread(target=self._work, name="card", daemon=True).start()

    def submit(self, dressing: Dressing) -> Job:
        """Queues a job. Raises queue.Full."""
        job = Job(dressing)
        with self._lock:
            self._queue.put_nowait(job)
            self._known[job.id] = job
        return job

    def find(self, job_id: str) -> Job | None:
        """The job with this ID, unless it ended more than the kept time ago."""
        with self._lock:
            oldest = time.monotonic() - self._kept_seconds
            for known in [job for job in self._known.values() if job.ended_at is not None and job.ended_at < oldest]:
                del self._known[known.id]
            return self._known.get(job_id)

    def cancel(self, job: Job) -> None:
        """Ends a waiting job at once. A run that the card has begun is finished, and no other one follows it."""
        with self._lock:
            job.is_canceled = True
            if job.status == "in_queue":
                self._leave_queue(job)
                self._end(job, "canceled")

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

    def _end(self, job: Job, status: str) -> None:
        job.status, job.ended_at, job.dressing = status, time.monotonic(), None
        self.ended[status] += 1

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            with self._lock:
                dressing = job.dressing
                if dressing is None:
                    continue
                job.status = "processing"
            began = time.monotonic()
            status = "failed"
            try:
                job.png = self._run(dressing, lambda job=job: job.is_canceled)
                status = "canceled" if job.png is None or job.is_canceled else "completed"
            except Failure as failure:
                job.failure = failure
            except Exception as error:  # noqa: BLE001 - whatever the model does, the next job gets the card
                job.failure = Failure("PipelineError", sentence_of(error))
            with self._lock:
                self.card_seconds += time.monotonic() - began
                self._end(job, status)
