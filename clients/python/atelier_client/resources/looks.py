"""Saved recipes for images of products."""

from collections.abc import AsyncGenerator, Iterator
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of, nothing, path_of, query_of
from .._requests import Call, json_as
from ..inputs import LookChange, LookCreation
from ..types import Look, LookPage


def create_look(body: Fields) -> Call[Look]:
    return Call("POST", "/v1/looks", json_as(Look), repeatable=False, json=body_of(body))


def looks(query: Fields) -> Call[LookPage]:
    return Call("GET", "/v1/looks", json_as(LookPage), repeatable=True, query=query_of(query))


def look(look_id: str) -> Call[Look]:
    return Call("GET", path_of("/v1/looks", look_id), json_as(Look), repeatable=True)


def change_look(look_id: str, body: Fields) -> Call[Look]:
    return Call("PATCH", path_of("/v1/looks", look_id), json_as(Look), repeatable=False, json=body_of(body))


def delete_look(look_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/looks", look_id), nothing, repeatable=False)


class Looks:
    """Saved recipes for images of products."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, **look: Unpack[LookCreation]) -> Look:
        """Saves a look. Its name must be free in the workspace."""
        return self._connection.send(create_look(look))

    def list(self, *, name: str | None = None, limit: int | None = None, cursor: str | None = None) -> LookPage:
        """Reads a page of looks, newest first; with `name` only the look of this name."""
        return self._connection.send(looks({"name": name, "limit": limit, "cursor": cursor}))

    def all(self) -> Iterator[Look]:
        """Goes through all looks, newest first."""
        return every_item(lambda cursor: self.list(cursor=cursor), lambda page: page.looks)

    def get(self, look_id: str) -> Look:
        """Reads a look."""
        return self._connection.send(look(look_id))

    def change(self, look_id: str, **change: Unpack[LookChange]) -> Look:
        """Replaces the fields that are named. Shoots that exist keep the look as it was."""
        return self._connection.send(change_look(look_id, change))

    def delete(self, look_id: str) -> None:
        """Deletes a look. Its shoots stay, and continue."""
        self._connection.send(delete_look(look_id))


class AsyncLooks:
    """Saved recipes for images of products."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, **look: Unpack[LookCreation]) -> Look:
        """Saves a look. Its name must be free in the workspace."""
        return await self._connection.send(create_look(look))

    async def list(self, *, name: str | None = None, limit: int | None = None, cursor: str | None = None) -> LookPage:
        """Reads a page of looks, newest first; with `name` only the look of this name."""
        return await self._connection.send(looks({"name": name, "limit": limit, "cursor": cursor}))

    def all(self) -> AsyncGenerator[Look, None]:
        """Goes through all looks, newest first."""
        return every_item_async(lambda cursor: self.list(cursor=cursor), lambda page: page.looks)

    async def get(self, look_id: str) -> Look:
        """Reads a look."""
        return await self._connection.send(look(look_id))

    async def change(self, look_id: str, **change: Unpack[LookChange]) -> Look:
        """Replaces the fields that are named. Shoots that exist keep the look as it was."""
        return await self._connection.send(change_look(look_id, change))

    async def delete(self, look_id: str) -> None:
        """Deletes a look. Its shoots stay, and continue."""
        await self._connection.send(delete_look(look_id))
