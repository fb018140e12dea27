"""The client for asyncio. Each method does what its namesake in `client` does."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import datetime
from types import TracebackType
from typing import Self, Unpack

import httpx

from . import _calls
from ._connection import AsyncConnection, trusted
from ._events import JobFollowed, WorkspaceFollowed, follow_async
from ._files import Picture, form_of, write_whole
from ._flows import wait
from ._pages import every_item_async
from ._parts import Fields
from ._settings import settings_of
from .inputs import (
    AnimateInput,
    EditInput,
    GenerateInput,
    InpaintInput,
    JobFilter,
    TextToVideoInput,
    UploadType,
    UpscaleInput,
    VirtualTryOnInput,
)
from .resources.assets import AsyncAssets
from .resources.collections import AsyncCollections
from .resources.exports import AsyncExports
from .resources.keys import AsyncKeys
from .resources.library import AsyncLibrary
from .resources.looks import AsyncLooks
from .resources.products import AsyncProducts
from .resources.shoots import AsyncShoots
from .resources.webhooks import AsyncWebhooks
from .types import (
    Account,
    ImageRecord,
    Job,
    JobEvent,
    JobPage,
    JobResult,
    LedgerEntry,
    LedgerPage,
    Model,
    Operation,
    Usage,
    UsageGrouping,
)


class AsyncAtelier:
    """A client of one workspace for asyncio. Use it in an `async with` statement, or `close` it."""

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 120.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """The key is that of ATELIER_API_KEY by default, the address that of ATELIER_URL, else this machine.

        `timeout` is the longest silence of the service within one request, in seconds. `http_client` is a client of
        your own, with its proxies and certificates; you close it. Raises ValueError or TypeError for a missing key and
        for an address that is not http or https.
        """
        settings = settings_of(api_key, base_url, timeout)
        self._connection = AsyncConnection(settings, http_client or httpx.AsyncClient(verify=trusted()))
        self._owns_http = http_client is None
        self.assets = AsyncAssets(self._connection)
        """Products, avatars and presets."""
        self.products = AsyncProducts(self._connection)
        """Products of a catalogue, by SKU."""
        self.looks = AsyncLooks(self._connection)
        """Saved recipes for images of products."""
        self.shoots = AsyncShoots(self._connection)
        """Looks applied to many products."""
        self.library = AsyncLibrary(self._connection)
        """Uploads and results."""
        self.collections = AsyncCollections(self._connection)
        """Images that are kept together."""
        self.exports = AsyncExports(self._connection)
        """Collections as files for a shop, and as pages for somebody without a key."""
        self.keys = AsyncKeys(self._connection)
        """Who may call for the workspace, and how much."""
        self.webhooks = AsyncWebhooks(self._connection)
        """Addresses that receive a message when jobs end."""

    async def close(self) -> None:
        """Closes the connections. A client that you passed stays open."""
        if self._owns_http:
            await self._connection.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def upload(
        self, picture: Picture, *, type: UploadType | None = None, file_name: str | None = None
    ) -> ImageRecord:
        """Uploads an image from a path, bytes or a file opened for bytes. Use the `id` of its record later.

        It is sent again only where the service says that it stored nothing.
        """
        form = await asyncio.to_thread(form_of, picture, file_name, {"type": type})
        return await self._connection.send(_calls.upload(form))

    async def image(self, image_id: str) -> ImageRecord:
        """Reads the record of an image, by its own ID or that of its job."""
        return await self._connection.send(_calls.image(image_id))

    async def delete_image(self, image_id: str) -> None:
        """Deletes an image, its file included. Images and videos made of it stay."""
        await self._connection.send(_calls.delete_image(image_id))

    async def try_on(self, *, idempotency_key: str | None = None, **input: Unpack[VirtualTryOnInput]) -> list[Job]:
        """Dresses a person in one to four garments. Like every submission it returns one job for each output.

        Sent again after a broken connection it still makes one set of jobs. Your own `idempotency_key` makes it safe to
        repeat by another process.
        """
        return await self._connection.send(_calls.try_on(input, idempotency_key))

    async def generate(self, *, idempotency_key: str | None = None, **input: Unpack[GenerateInput]) -> list[Job]:
        """Makes an image of avatar, products and preset."""
        return await self._connection.send(_calls.generate(input, idempotency_key))

    async def edit(self, image_id: str, *, idempotency_key: str | None = None, **input: Unpack[EditInput]) -> list[Job]:
        """Changes a finished image as a prompt says."""
        return await self._connection.send(_calls.on_image(image_id, "edit", input, idempotency_key))

    async def inpaint(
        self, image_id: str, *, idempotency_key: str | None = None, **input: Unpack[InpaintInput]
    ) -> list[Job]:
        """Fills the masked part of a finished image."""
        return await self._connection.send(_calls.on_image(image_id, "inpaint", input, idempotency_key))

    async def upscale(
        self, image_id: str, *, idempotency_key: str | None = None, **input: Unpack[UpscaleInput]
    ) -> list[Job]:
        """Makes a finished image larger."""
        return await self._connection.send(_calls.on_image(image_id, "upscale", input, idempotency_key))

    async def animate(
        self, image_id: str, *, idempotency_key: str | None = None, **input: Unpack[AnimateInput]
    ) -> list[Job]:
        """Makes a video of a finished image."""
        return await self._connection.send(_calls.on_image(image_id, "animate", input, idempotency_key))

    async def text_to_video(
        self, *, idempotency_key: str | None = None, **input: Unpack[TextToVideoInput]
    ) -> list[Job]:
        """Makes a video of a text."""
        return await self._connection.send(_calls.text_to_video(input, idempotency_key))

    async def submit(
        self,
        operation: Operation,
        input: Fields,
        *,
        image_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> list[Job]:
        """Submits any operation: its own fields as `input`, and the image it works on, where it works on one."""
        return await self._connection.send(_calls.envelope(operation, input, image_id, idempotency_key))

    async def run(
        self,
        operation: Operation,
        input: Fields,
        *,
        image_id: str | None = None,
        idempotency_key: str | None = None,
        deadline: float = 600.0,
        interval: float = 2.0,
        on_change: Callable[[Job], None] | None = None,
    ) -> list[Job]:
        """Submits any operation, waits for all its jobs and returns them as they ended.

        A job may have failed: look at its `result` or `error`. Raises DeadlineError when one takes longer; the jobs go
        on.
        """
        jobs = await self.submit(operation, input, image_id=image_id, idempotency_key=idempotency_key)
        return await self.wait_for_all(jobs, deadline=deadline, interval=interval, on_change=on_change)

    async def wait_for(
        self,
        job: Job | str,
        *,
        deadline: float = 600.0,
        interval: float = 2.0,
        on_change: Callable[[Job], None] | None = None,
    ) -> Job:
        """Looks at a job, given as itself or its ID, until it has ended, also over times when the service is away.

        `deadline` is the longest wait and `interval` the longest pause between two reads, in seconds. `on_change` gets
        the job at the first read, and at each change of its status or progress. Raises DeadlineError when it takes
        longer: the job goes on, and can be waited for again.
        """
        [ended] = await self.wait_for_all([job], deadline=deadline, interval=interval, on_change=on_change)
        return ended

    async def wait_for_all(
        self,
        jobs: Sequence[Job | str],
        *,
        deadline: float = 600.0,
        interval: float = 2.0,
        on_change: Callable[[Job], None] | None = None,
    ) -> list[Job]:
        """Waits for several jobs. Raises DeadlineError for one that takes longer; all of them go on."""
        ids = [job if isinstance(job, str) else job.id for job in jobs]
        return await self._connection.run(wait(self._connection.settings, ids, deadline, interval, on_change))

    def events(self, job_id: str) -> AsyncGenerator[Job, None]:
        """Yields a job at each change, by server-sent events, and ends with its final state.

        Raises ApiConnectionError after six answers in a row that this client does not understand.
        """
        return follow_async(self._connection.http, self._connection.settings, JobFollowed(job_id))

    def workspace_events(self, *, on_open: Callable[[], None] | None = None) -> AsyncGenerator[JobEvent, None]:
        """Yields the ends of all jobs of the workspace, each once, for as long as you read them.

        Opens broken streams again; ends of up to an hour before come then. `on_open` is called each time the service
        has opened a stream: what ends later comes. Raises ApiConnectionError after six answers in a row that this
        client does not understand.
        """
        return follow_async(self._connection.http, self._connection.settings, WorkspaceFollowed(on_open))

    async def job(self, job_id: str) -> Job:
        """Reads a job."""
        return await self._connection.send(_calls.job(job_id))

    async def jobs(self, *, cursor: str | None = None, **filter: Unpack[JobFilter]) -> JobPage:
        """Reads a page of jobs, newest first."""
        return await self._connection.send(_calls.jobs({**filter, "cursor": cursor}))

    def all_jobs(self, **filter: Unpack[JobFilter]) -> AsyncGenerator[Job, None]:
        """Goes through all jobs that a filter selects, newest first."""
        return every_item_async(lambda cursor: self.jobs(cursor=cursor, **filter), lambda page: page.jobs)

    async def cancel(self, job_id: str) -> Job:
        """Cancels a job and returns it as it is then. A job that had ended stays as it was."""
        return await self._connection.send(_calls.cancel(job_id))

    async def download(self, source: Job | JobResult, path: str | os.PathLike[str]) -> None:
        """Writes the result of a finished job to a file, whole or not at all. Raises JobFailedError for none."""
        await asyncio.to_thread(write_whole, path, await self.bytes(source))

    async def bytes(self, source: Job | JobResult) -> bytes:
        """Reads the result of a finished job. Raises JobFailedError where it has none."""
        return await self._connection.send(_calls.result(source))

    async def account(self) -> Account:
        """The workspace of the key: plan, limits, balance."""
        return await self._connection.send(_calls.account())

    async def models(self) -> list[Model]:
        """Every public model, as this workspace may use it."""
        return await self._connection.send(_calls.models())

    async def usage(
        self,
        *,
        group_by: UsageGrouping | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
    ) -> Usage:
        """Reads what the jobs of a time cost, this month's by day by default. Needs the scope `manage`.

        `from_` is the first moment, and `to` the one after the last.
        """
        return await self._connection.send(_calls.usage({"group_by": group_by, "from": from_, "to": to}))

    async def usage_csv(
        self,
        *,
        group_by: UsageGrouping | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
    ) -> str:
        """The same as a table in CSV, with a row for each group."""
        return await self._connection.send(_calls.usage_csv({"group_by": group_by, "from": from_, "to": to}))

    async def ledger(self, *, limit: int | None = None, cursor: str | None = None) -> LedgerPage:
        """Reads a page of the movements of the balance, newest first."""
        return await self._connection.send(_calls.ledger({"limit": limit, "cursor": cursor}))

    def all_ledger_entries(self) -> AsyncGenerator[LedgerEntry, None]:
        """Goes through the whole ledger, newest first."""
        return every_item_async(lambda cursor: self.ledger(cursor=cursor), lambda page: page.entries)
