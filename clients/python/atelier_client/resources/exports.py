"""Collections as files for a shop, and as pages for somebody without a key."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import aclosing, closing
from datetime import datetime
from typing import Literal, Unpack

import httpx

from .._connection import AsyncConnection, Connection
from .._files import whole_file
from .._parts import Fields, body_of, nothing, path_of, query_of
from .._requests import Call, json_as
from ..errors import ApiConnectionError
from ..inputs import ExportFormatChange, ExportFormatCreation
from ..types import ExportFormat, ReviewLink, ReviewLinkWithUrl


def export(collection_id: str, query: Fields) -> Call[httpx.Response]:
    path = path_of("/v1/collections", collection_id, "export")
    return Call("GET", path, lambda response: response, repeatable=True, query=query_of(query), streams=True)


def formats() -> Call[list[ExportFormat]]:
    return Call("GET", "/v1/export-formats", json_as(list[ExportFormat], "formats"), repeatable=True)


def create_format(body: Fields) -> Call[ExportFormat]:
    return Call("POST", "/v1/export-formats", json_as(ExportFormat), repeatable=False, json=body_of(body))


def change_format(format_id: str, body: Fields) -> Call[ExportFormat]:
    path = path_of("/v1/export-formats", format_id)
    return Call("PATCH", path, json_as(ExportFormat), repeatable=True, json=body_of(body))


def delete_format(format_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/export-formats", format_id), nothing, repeatable=False)


def create_review_link(collection_id: str, body: Fields) -> Call[ReviewLinkWithUrl]:
    path = path_of("/v1/collections", collection_id, "review-links")
    return Call("POST", path, json_as(ReviewLinkWithUrl), repeatable=False, json=body_of(body))


def review_links(collection_id: str) -> Call[list[ReviewLink]]:
    path = path_of("/v1/collections", collection_id, "review-links")
    return Call("GET", path, json_as(list[ReviewLink], "review_links"), repeatable=True)


def revoke_review_link(link_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/review-links", link_id), nothing, repeatable=False)


ENDED_EARLY = "the service ended the export early"


class Exports:
    """Collections on their way out: as files for a shop, and as pages for somebody without a key."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def collection(
        self,
        collection_id: str,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        review: Literal["approved"] | None = None,
    ) -> None:
        """Exports the images of a collection as a ZIP file, whole or not at all, in the memory of a piece.

        `format` names an export format; without one the images are JPEGs of their own sizes. With `review` it holds
        approved images alone. Raises ApiConnectionError where the service ends the export early.
        """
        response = self._connection.send(export(collection_id, {"format": format, "review": review}))
        try:
            with closing(response), whole_file(path) as file:
                for piece in response.iter_bytes():
                    file.write(piece)
        except httpx.RequestError as error:
            raise ApiConnectionError(ENDED_EARLY) from error

    def formats(self) -> Sequence[ExportFormat]:
        """Lists the built-in formats, then those of the workspace."""
        return self._connection.send(formats())

    def create_format(self, **format: Unpack[ExportFormatCreation]) -> ExportFormat:
        """Makes a format."""
        return self._connection.send(create_format(format))

    def change_format(self, format_id: str, **change: Unpack[ExportFormatChange]) -> ExportFormat:
        """Changes a format of the workspace."""
        return self._connection.send(change_format(format_id, change))

    def delete_format(self, format_id: str) -> None:
        """Deletes a format of the workspace."""
        self._connection.send(delete_format(format_id))

    def create_review_link(self, collection_id: str, *, name: str, expires_at: datetime | str) -> ReviewLinkWithUrl:
        """Makes a link that shows a collection without a key. The answer has its address, this once."""
        return self._connection.send(create_review_link(collection_id, {"name": name, "expires_at": expires_at}))

    def review_links(self, collection_id: str) -> Sequence[ReviewLink]:
        """Lists the review links of a collection, newest first."""
        return self._connection.send(review_links(collection_id))

    def revoke_review_link(self, link_id: str) -> None:
        """Revokes a review link."""
        self._connection.send(revoke_review_link(link_id))


class AsyncExports:
    """Collections on their way out: as files for a shop, and as pages for somebody without a key."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def collection(
        self,
        collection_id: str,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        review: Literal["approved"] | None = None,
    ) -> None:
        """Exports the images of a collection as a ZIP file, whole or not at all, in the memory of a piece.

        `format` names an export format; without one the images are JPEGs of their own sizes. With `review` it holds
        approved images alone. Raises ApiConnectionError where the service ends the export early.
        """
        response = await self._connection.send(export(collection_id, {"format": format, "review": review}))
        try:
            async with aclosing(response):
                with whole_file(path) as file:
                    async for piece in response.aiter_bytes():
                        await asyncio.to_thread(file.write, piece)
        except httpx.RequestError as error:
            raise ApiConnectionError(ENDED_EARLY) from error

    async def formats(self) -> Sequence[ExportFormat]:
        """Lists the built-in formats, then those of the workspace."""
        return await self._connection.send(formats())

    async def create_format(self, **format: Unpack[ExportFormatCreation]) -> ExportFormat:
        """Makes a format."""
        return await self._connection.send(create_format(format))

    async def change_format(self, format_id: str, **change: Unpack[ExportFormatChange]) -> ExportFormat:
        """Changes a format of the workspace."""
        return await self._connection.send(change_format(format_id, change))

    async def delete_format(self, format_id: str) -> None:
        """Deletes a format of the workspace."""
        await self._connection.send(delete_format(format_id))

    async def create_review_link(
        self, collection_id: str, *, name: str, expires_at: datetime | str
    ) -> ReviewLinkWithUrl:
        """Makes a link that shows a collection without a key. The answer has its address, this once."""
        return await self._connection.send(create_review_link(collection_id, {"name": name, "expires_at": expires_at}))

    async def review_links(self, collection_id: str) -> Sequence[ReviewLink]:
        """Lists the review links of a collection, newest first."""
        return await self._connection.send(review_links(collection_id))

    async def revoke_review_link(self, link_id: str) -> None:
        """Revokes a review link."""
        await self._connection.send(revoke_review_link(link_id))
