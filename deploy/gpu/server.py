"""FASHN VTON 1.5 on one card, behind the FASHN protocol: python3 server.py (docs/gpu.md)"""

from __future__ import annotations

import base64
import hmac
import importlib
import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from dressing import Dressing, Model, dress, dressing_of
from failures import Failure, sentence_of
from jobs import Job, Jobs

#: Five pictures of 15 MiB, the most that a request may name, take 100 MiB in Base64.
_BODY_BYTES_MAX = 128 << 20
_PART_BYTES = 1 << 16
_STATUS_OF = {"UnauthorizedAccess": 401, "NotFound": 404, "UnknownRun": 404, "ConcurrencyLimitExceeded": 429}
_STATUS_OF |= {"InternalServerError": 500, "NotReady": 503}
_RETRY_SECONDS = {429: "5", 503: "5"}
_LOADING = "The model is being loaded onto the card."
#: Usual values of GPU_KEPT_SECONDS and the others (docs/gpu.md).
_SECONDS = {"KEPT": 3600.0, "JOB": 900.0, "LAST_ANSWERS": 30.0}


@dataclass(frozen=True)
class Patience:
    """Seconds that a job may have the card, and seconds for which a process with a broken card still answers."""

    job: float
    last_answers: float


class Card:
    """The pipeline on the card.

    `trouble` says why it takes no work, and is None when it does. It calls `on_break` once it takes none any more.
    """

    def __init__(self, model: Model, weights: str, patience: Patience) -> None:
        self.model = model
        self.trouble: str | None = _LOADING
        self.on_break: Callable[[Failure], None] = lambda _: None
        self._weights = weights
        self._patience = patience
        self._pipeline: Callable[..., Any] | None = None

    def load(self) -> None:
        """Loads the pipeline. A load that fails or takes too long ends the process."""
        try:
            with self._watched("The model was not loaded within {:g} seconds: this process ends."):
                self._pipeline = self.model.load(self._weights)
        except Exception as error:  # noqa: BLE001 - each error becomes the sentence that callers get
            return self._break(sentence_of(error))
        # A load that ends after its time leaves the process ending.
        if self.trouble == _LOADING:
            self.trouble = None
            print("ready", flush=True)

    def run(self, dressing: Dressing, is_canceled: Callable[[], bool]) -> bytes | None:
        """Makes the picture. A card that does not answer after a failure, or in time, ends the process."""
        if self.trouble or self._pipeline is None:
            raise Failure("PipelineError", self.trouble or "The model is not loaded.")
        with self._watched("The card has worked on one job for {:g} seconds: this process ends."):
            try:
                return dress(dressing, self.model, self._pipeline, is_canceled)
            except Exception as error:
                self._recover(error)
                raise

    @contextmanager
    def _watched(self, late: str) -> Iterator[None]:
        """Ends the process if the work within takes longer than a job may; `late` has a place for these seconds."""
        watch = _later(self._patience.job, lambda: self._break(late.format(self._patience.job)))
        try:
            yield
        finally:
            watch.cancel()

    def _recover(self, failure: Exception) -> None:
        try:
            # The frames of the failed run hold its tensors, which would keep their memory on the card.
            traceback.clear_frames(failure.__traceback__)
            self.model.free_memory()
        except Exception:  # noqa: BLE001 - whatever it is, the card cannot be used by this process any more
            self._break(f"The card broke: this process ends. {sentence_of(failure)}")

    def _break(self, trouble: str) -> None:
        """Takes no more work, answers for a while with the reason, and ends the process."""
        self.trouble = trouble
        print(trouble, flush=True)
        self.on_break(Failure("NotReady", trouble))
        # Not sys.exit, which would wait for a thread that hangs in the driver.
        _later(self._patience.last_answers, lambda: os._exit(1))


def _later(seconds: float, call: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer


class Handler(BaseHTTPRequestHandler):
    """The routes. `card`, `jobs` and `key` are set before the server starts."""

    card: Card
    jobs: Jobs
    key: str
    protocol_version = "HTTP/1.1"
    #: Seconds after which a silent client is left.
    timeout = 60

    def do_GET(self) -> None:
        """`/health`, `/metrics` and `/v1/status/{id}`."""
        if self.path == "/health":
            trouble = self.card.trouble
            return self._send(503 if trouble else 200, {"ready": trouble is None, "message": trouble or "ready"})
        if self.path == "/metrics":
            return self._send_bytes(200, _metrics(self.card, self.jobs).encode(), "text/plain; version=0.0.4")
        self._answer(lambda _: _status_of(self._job("/v1/status/")))

    def do_POST(self) -> None:
        """`/v1/run` and `/v1/cancel/{id}`."""
        self._answer(self._run if self.path.partition("?")[0] == "/v1/run" else self._cancel)

    def _run(self, raw: bytes) -> dict[str, Any]:
        try:
            body = json.loads(raw)
        except ValueError:
            raise Failure("BadRequest", "The body is not valid JSON.") from None
        if self.card.trouble:
            raise Failure("NotReady", self.card.trouble)
        try:
            job = self.jobs.submit(dressing_of(body, self.card.model))
        except queue.Full:
            raise Failure("ConcurrencyLimitExceeded", "The queue before the card is full: ask again soon.") from None
        return {"id": job.id, "error": None}

    def _cancel(self, _raw: bytes) -> dict[str, Any]:
        job = self._job("/v1/cancel/")
        self.jobs.cancel(job)
        return {"id": job.id, "status": job.status}

    def _body(self, keeps: bool) -> bytes:
        """The body; nothing of one that is read only to be refused."""
        length = self.headers.get("Content-Length", "0")
        is_known = length.isascii() and length.isdigit() and "Transfer-Encoding" not in self.headers
        if not is_known or int(length) > _BODY_BYTES_MAX:
            self.close_connection = True
            raise Failure("BadRequest", f"The body must have a length of at most {_BODY_BYTES_MAX >> 20} MiB.")
        if keeps:
            return self.rfile.read(int(length))
        left = int(length)
        while left > 0 and (part := self.rfile.read(min(left, _PART_BYTES))):
            left -= len(part)
        return b""

    def _job(self, prefix: str) -> Job:
        if not self.path.startswith(prefix):
            raise Failure("NotFound", "There is no such route.")
        job = self.jobs.find(self.path[len(prefix) :])
        if job is None:
            raise Failure("UnknownRun", "No run has this ID: the server was restarted, or the result is too old.")
        return job

    def _answer(self, work: Callable[[bytes], dict[str, Any]]) -> None:
        try:
            given = self.headers.get("Authorization", "")
            has_key = hmac.compare_digest(given.encode(), f"Bearer {self.key}".encode())
            # Read before anything is refused: a connection closed on unread bytes loses the answer.
            raw = self._body(keeps=has_key)
            if not has_key:
                raise Failure("UnauthorizedAccess", "The key is not the server's: compare GPU_KEY on both sides.")
            self._send(200, work(raw))
        except Failure as failure:
            self._refuse(failure)
        except Exception as error:  # noqa: BLE001 - every call gets an answer
            self._refuse(Failure("InternalServerError", sentence_of(error)))

    def _refuse(self, failure: Failure) -> None:
        self._send(_STATUS_OF.get(failure.name, 400), {"error": failure.name, "message": failure.message})

    def _send(self, status: int, body: dict[str, Any]) -> None:
        self._send_bytes(status, json.dumps(body).encode(), "application/json")

    def _send_bytes(self, status: int, body: bytes, content_type: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if status in _RETRY_SECONDS:
            self.send_header("Retry-After", _RETRY_SECONDS[status])
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are counted by /metrics and not logged."""


def _status_of(job: Job) -> dict[str, Any]:
    failure = job.failure and {"name": job.failure.name, "message": job.failure.message}
    png = job.png if job.status == "completed" else None
    output = png and [f"data:image/png;base64,{base64.b64encode(png).decode()}"]
    waited = round(job.waited_seconds, 3)
    return {"id": job.id, "status": job.status, "output": output, "error": failure, "waited_seconds": waited}


def _metrics(card: Card, jobs: Jobs) -> str:
    lines = ["# TYPE atelier_gpu_ready gauge", f"atelier_gpu_ready {int(card.trouble is None)}"]
    lines += ["# TYPE atelier_gpu_waiting gauge", f"atelier_gpu_waiting {jobs.waiting}"]
    lines += ["# TYPE atelier_gpu_kept gauge", f"atelier_gpu_kept {jobs.kept}"]
    lines += ["# TYPE atelier_gpu_card_seconds_total counter"]
    lines += [f"atelier_gpu_card_seconds_total {jobs.card_seconds:.3f}"]
    lines += ["# TYPE atelier_gpu_jobs_total counter"]
    ended = ("completed", "failed", "canceled")
    lines += [f'atelier_gpu_jobs_total{{status="{one}"}} {jobs.ended[one]}' for one in ended]
    return "\n".join(lines) + "\n"


def main(environment: dict[str, str]) -> None:
    """Serves until the process is ended. Variables are those of docs/gpu.md."""
    Handler.key = environment.get("GPU_KEY", "")
    if not Handler.key:
        sys.exit("GPU_KEY has no value: set the key that clients send.")
    bound = int(environment.get("GPU_QUEUE", "8"))
    if bound < 1:
        sys.exit(f"GPU_QUEUE is {bound}: it must be 1 or more.")
    model = cast(Model, importlib.import_module(environment.get("GPU_MODEL_MODULE", "fashn_model")))
    seconds = {name: float(environment.get(f"GPU_{name}_SECONDS", usual)) for name, usual in _SECONDS.items()}
    patience = Patience(job=seconds["JOB"], last_answers=seconds["LAST_ANSWERS"])
    Handler.card = Card(model, environment.get("GPU_WEIGHTS", "weights"), patience)
    Handler.jobs = Jobs(Handler.card.run, bound, seconds["KEPT"])
    Handler.card.on_break = Handler.jobs.give_up
    address = (environment.get("GPU_HOST", "127.0.0.1"), int(environment.get("GPU_PORT", "8189")))
    server = ThreadingHTTPServer(address, Handler)
    print(f"listening on http://{address[0]}:{server.server_port}", flush=True)
    threading.Thread(target=Handler.card.load, name="load", daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main(dict(os.environ))
