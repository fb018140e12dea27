"""How the parts of a client send their calls."""

from functools import cache
from ssl import SSLContext
from typing import TypeVar

import httpx

from ._drive import drive, drive_async
from ._flows import Flow, perform
from ._requests import Call
from ._settings import Settings

T = TypeVar("T")


@cache
def trusted() -> SSLContext:
    """
    The certificates that this machine trusts. All clients share them, since reading them takes tens of ms. Certificates
    and `SSL_CERT_FILE` that change later count for the next process.
    """
    return httpx.create_ssl_context()


class Connection:
    """Sends calls with the settings and the HTTP client of one client."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings, self.http = settings, http

    def send(self, call: Call[T]) -> T:
        return self.run(perform(self.settings, call))

    def run(self, flow: Flow[T]) -> T:
        return drive(self.http, flow)


class AsyncConnection:
    """As `Connection`, by awaiting."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings, self.http = settings, http

    async def send(self, call: Call[T]) -> T:
        return await self.run(perform(self.settings, call))

    async def run(self, flow: Flow[T]) -> T:
        return await drive_async(self.http, flow)
