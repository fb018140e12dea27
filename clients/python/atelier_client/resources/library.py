"""Uploads and results: find them, decide on them and comment on them."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of_set, nothing, path_of, query_of
from .._requests import Call, json_as
from ..inputs import LibraryFilter
from ..types import CommentPage, ImageComment, LibraryImage, LibraryPage, Review


def library(query: Fields) -> Call[LibraryPage]:
    return Call("GET", "/v1/images", json_as(LibraryPage), repeatable=True, query=query_of(query))


def library_image(image_id: str) -> Call[LibraryImage]:
    return Call("GET", path_of("/v1/images", image_id), json_as(LibraryImage), repeatable=True)


def review_images(image_ids: Sequence[str], review: str | None) -> Call[list[LibraryImage]]:
    body = {"ids": list(image_ids), "review": review}
    return Call("PATCH", "/v1/images", json_as(list[LibraryImage], "images"), repeatable=True, json=body)


def delete_images(image_ids: Sequence[str]) -> Call[None]:
    return Call("POST", "/v1/images/delete", nothing, repeatable=False, json={"ids": list(image_ids)})


def comments(image_id: str, query: Fields) -> Call[CommentPage]:
    path = path_of("/v1/images", image_id, "comments")
    return Call("GET", path, json_as(CommentPage), repeatable=True, query=query_of(query))


def comment(image_id: str, body: Fields) -> Call[ImageComment]:
    path = path_of("/v1/images", image_id, "comments")
    return Call("POST", path, json_as(ImageComment), repeatable=False, json=body_of_set(body))


class Library:
    """The uploads and results of a workspace."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(
        self, *, count: bool | None = None, cursor: str | None = None, **filter: Unpack[LibraryFilter]
    ) -> LibraryPage:
        """Reads a page of images, newest first. With `count` it tells how many there are on all pages."""
        return self._connection.send(library({**filter, "count": count, "cursor": cursor}))

    def all(self, **filter: Unpack[LibraryFilter]) -> Iterator[LibraryImage]:
        """Goes through all images that a filter selects, newest first."""
        return every_item(lambda cursor: self.list(cursor=cursor, **filter), lambda page: page.images)

    def get(self, image_id: str) -> LibraryImage:
        """Reads an image with what made it."""
        return self._connection.send(library_image(image_id))

    def review(self, image_ids: Sequence[str], review: Review | None) -> Sequence[LibraryImage]:
        """Decides on at most 100 images; None takes decisions back. Where one is missing, nothing is done."""
        return self._connection.send(review_images(image_ids, review))

    def delete(self, image_ids: Sequence[str]) -> None:
        """Deletes at most 100 images with their files. Where one is missing, nothing is done."""
        self._connection.send(delete_images(image_ids))

    def comments(self, image_id: str, *, limit: int | None = None, cursor: str | None = None) -> CommentPage:
        """Reads a page of the comments on an image, oldest first."""
        return self._connection.send(comments(image_id, {"limit": limit, "cursor": cursor}))

    def comment(self, image_id: str, text: str, *, author: str | None = None) -> ImageComment:
        """Comments on an image."""
        return self._connection.send(comment(image_id, {"text": text, "author": author}))


class AsyncLibrary:
    """The uploads and results of a workspace."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(
        self, *, count: bool | None = None, cursor: str | None = None, **filter: Unpack[LibraryFilter]
    ) -> LibraryPage:
        """Reads a page of images, newest first. With `count` it tells how many there are on all pages."""
        return await self._connection.send(library({**filter, "count": count, "cursor": cursor}))

    def all(self, **filter: Unpack[LibraryFilter]) -> AsyncGenerator[LibraryImage, None]:
        """Goes through all images that a filter selects, newest first."""
        return every_item_async(lambda cursor: self.list(cursor=cursor, **filter), lambda page: page.images)

    async def get(self, image_id: str) -> LibraryImage:
        """Reads an image with what made it."""
        return await self._connection.send(library_image(image_id))

    async def review(self, image_ids: Sequence[str], review: Review | None) -> Sequence[LibraryImage]:
        """Decides on at most 100 images; None takes decisions back. Where one is missing, nothing is done."""
        return await self._connection.send(review_images(image_ids, review))

    async def delete(self, image_ids: Sequence[str]) -> None:
        """Deletes at most 100 images with their files. Where one is missing, nothing is done."""
        await self._connection.send(delete_images(image_ids))

    async def comments(self, image_id: str, *, limit: int | None = None, cursor: str | None = None) -> CommentPage:
        """Reads a page of the comments on an image, oldest first."""
        return await self._connection.send(comments(image_id, {"limit": limit, "cursor": cursor}))

    async def comment(self, image_id: str, text: str, *, author: str | None = None) -> ImageComment:
        """Comments on an image."""
        return await self._connection.send(comment(image_id, {"text": text, "author": author}))
