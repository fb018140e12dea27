"""Takes the steps of a flow: by blocking for `Atelier`, by awaiting for `AsyncAtelier`."""

from contextlib import aclosing, closing
from typing import TypeVar

import httpx

from . import _clock
from ._flows import Flow, Pause
from ._requests import Reply, Request, built

T = TypeVar("T")


def drive(http: httpx.Client, flow: Flow[T]) -> T:
    """Runs a flow to its end in this thread."""
    reply: Reply | None = None
    while True:
        try:
            step = flow.send(reply)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(step, Pause):
            reply = None
            _clock.sleep(step.seconds)
        else:
            reply = _send(http, step)


async def drive_async(http: httpx.AsyncClient, flow: Flow[T]) -> T:
    """Runs a flow to its end in this task, which can be canceled at each step."""
    reply: Reply | None = None
    while True:
        try:
            step = flow.send(reply)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(step, Pause):
            reply = None
            await _clock.sleep_async(step.seconds)
        else:
            reply = await _send_async(http, step)


def _send(http: httpx.Client, request: Request) -> Reply:
    try:
        response = http.send(built(http, request), stream=True, follow_redirects=True)
        if not (request.call.streams and response.is_success):
            with closing(response):
                response.read()
        return response
    except httpx.RequestError as error:
        return error


async def _send_async(http: httpx.AsyncClient, request: Request) -> Reply:
    try:
        response = await http.send(built(http, request), stream=True, follow_redirects=True)
        if not (request.call.streams and response.is_success):
            async with aclosing(response):
                await response.aread()
        return response
    except httpx.RequestError as error:
        return error
