"""A local server that misbehaves on demand, a clock that only pauses move, and one face for both clients."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from inspect import isasyncgen, iscoroutine
from typing import Any, Self
from unittest import TestCase, mock

from atelier_client import AsyncAtelier, Atelier, _clock

JOB_ID = "0198f3a2-7c1e-7d53-9a34-5b1c2d3e4f50"
TRY_ON = {"person_image_id": JOB_ID, "outfit_image_ids": [JOB_ID]}


@dataclass(frozen=True)
class Answer:
    """What the server does with one request."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    missing: int = 0
    """Bytes of the body that are promised and not sent before the connection breaks."""
    piece: int = 1 << 20
    """Bytes that are sent at once."""


DROPPED = "The request is read, and the connection closed without an answer."
SILENT = "The request is read, and nothing is sent for as long as the test runs."


@dataclass(frozen=True)
class Seen:
    """A request as the server saw it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Server(ThreadingHTTPServer):
    """Gives one scripted answer after another, the last one for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[Answer | str] = []
        self.seen: list[Seen] = []
        self.stopped = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Says nothing of connections that clients close."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = self.server.seen
        seen.append(Seen(self.command, self.path, headers, body))
        answer = self.server.answers[min(len(seen), len(self.server.answers)) - 1]
        if isinstance(answer, Answer):
            self.answer(answer)
        else:
            if answer is SILENT:
                self.server.stopped.wait()
            self.hang_up()

    do_POST = do_PATCH = do_DELETE = do_GET

    def answer(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(answer.body) + answer.missing))
        self.end_headers()
        for start in range(0, len(answer.body), answer.piece):
            self.wfile.write(answer.body[start : start + answer.piece])
            self.wfile.flush()
        if answer.missing:
            self.hang_up()

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        """Says nothing of each request."""


class Clock:
    """A time that passes only in pauses."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)


class Awaited:
    """An asynchronous client, or a part of one, whose methods can be called without `await`."""

    def __init__(self, target: Any = None, runner: asyncio.Runner | None = None, **settings: Any) -> None:
        self._runner = runner or asyncio.Runner()
        self._target = AsyncAtelier(**settings) if target is None else target

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._target.close())
        self._runner.close()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if not callable(found):
            return Awaited(found, self._runner)

        def call(*args: Any, **named: Any) -> Any:
            value = found(*args, **named)
            if isasyncgen(value):
                return self._items(value)
            return self._runner.run(value) if iscoroutine(value) else value

        return call

    def _items(self, generator: Any) -> Iterator[Any]:
        async def following() -> Any:
            return await anext(generator, self)

        while (item := self._runner.run(following())) is not self:
            yield item


@dataclass(frozen=True)
class Scene:
    """A client of either kind with its server and its time."""

    client: Any
    server: Server
    clock: Clock

    @property
    def seen(self) -> list[Seen]:
        return self.server.seen

    def asked(self) -> list[str]:
        """Method and path of each request."""
        return [f"{request.method} {request.path}" for request in self.server.seen]


@contextmanager
def scene(make: Any) -> Iterator[Scene]:
    clock = Clock()
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        for name, fake in (("now", lambda: clock.now), ("sleep", clock.sleep), ("sleep_async", clock.sleep_async)):
            stack.enter_context(mock.patch.object(_clock, name, fake))
        client = stack.enter_context(make(api_key="key", base_url=f"{server.url}/"))
        yield Scene(client, server, clock)


def both_clients(*answers: Answer | str) -> Callable[[Callable[[Any, Scene], None]], Callable[[TestCase], None]]:
    """Runs a test for each client, before a server with these answers."""

    def decorate(test: Callable[[Any, Scene], None]) -> Callable[[TestCase], None]:
        @wraps(test)
        def run(case: TestCase) -> None:
            for make in (Atelier, Awaited):
                with case.subTest(client=make.__name__), scene(make) as stage:
                    stage.server.answers.extend(answers)
                    test(case, stage)

        return run

    return decorate


def job(**fields: object) -> dict[str, object]:
    """A job as the service sends it."""
    known = {"id": JOB_ID, "status": "pending", "task": None, "created_at": "2026-01-01T00:00:00.000Z"}
    return {**known, "result": None, "error": None, "credits_used": 0, "a_later_field": 1, **fields}


def as_json(body: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(body).encode())


def submitted() -> Answer:
    return as_json({"jobs": [job()]}, 202)


def refusal(status: int, code: str = "unavailable", **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, json.dumps({"code": code, "message": "No."}).encode(), named)


def image_record() -> dict[str, object]:
    """An upload as the service shows it."""
    record = {"id": JOB_ID, "status": "completed", "type": "image", "path": None, "width_px": 1, "height_px": 1}
    flags = {"is_generated": False, "is_asset_reference": False, "operation": None, "task": None, "credits_used": 0}
    times = {"created_timestamp": "2026-01-01T00:00:00.000Z", "finish_timestamp": None}
    return {**record, **flags, **times, "assets": [], "versions": []}
