"""Images that are kept together under a name."""

from collections.abc import AsyncGenerator, Iterator, Sequence

from .._connection import AsyncConnection, Connection
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of_set, nothing, path_of, query_of
from .._requests import Call, json_as
from ..types import Collection, CollectionPage


def create_collection(name: str) -> Call[Collection]:
    return Call("POST", "/v1/collections", json_as(Collection), repeatable=False, json={"name": name})


def collections(query: Fields) -> Call[CollectionPage]:
    return Call("GET", "/v1/collections", json_as(CollectionPage), repeatable=True, query=query_of(query))


def collection(collection_id: str) -> Call[Collection]:
    return Call("GET", path_of("/v1/collections", collection_id), json_as(Collection), repeatable=True)


def rename_collection(collection_id: str, name: str) -> Call[Collection]:
    path = path_of("/v1/collections", collection_id)
    return Call("PATCH", path, json_as(Collection), repeatable=True, json={"name": name})


def delete_collection(collection_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/collections", collection_id), nothing, repeatable=False)


def change_collection(collection_id: str, body: Fields) -> Call[Collection]:
    path = path_of("/v1/collections", collection_id, "images")
    return Call("POST", path, json_as(Collection), repeatable=True, json=body_of_set(body))


class Collections:
    """Images that are kept together under a name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, name: str) -> Collection:
        """Makes an empty collection."""
        return self._connection.send(create_collection(name))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> CollectionPage:
        """Reads a page of collections, newest first."""
        return self._connection.send(collections({"limit": limit, "cursor": cursor}))

    def all(self) -> Iterator[Collection]:
        """Goes through all collections, newest first."""
        return every_item(lambda cursor: self.list(cursor=cursor), lambda page: page.collections)

    def get(self, collection_id: str) -> Collection:
        """Reads a collection."""
        return self._connection.send(collection(collection_id))

    def rename(self, collection_id: str, name: str) -> Collection:
        """Renames a collection."""
        return self._connection.send(rename_collection(collection_id, name))

    def delete(self, collection_id: str) -> None:
        """Deletes a collection. Its images stay until retention deletes them."""
        self._connection.send(delete_collection(collection_id))

    def change(
        self, collection_id: str, *, add: Sequence[str] | None = None, remove: Sequence[str] | None = None
    ) -> Collection:
        """Puts images into a collection, or takes them out: at most 100 of each."""
        return self._connection.send(change_collection(collection_id, {"add": add, "remove": remove}))


class AsyncCollections:
    """Images that are kept together under a name."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, name: str) -> Collection:
        """Makes an empty collection."""
        return await self._connection.send(create_collection(name))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> CollectionPage:
        """Reads a page of collections, newest first."""
        return await self._connection.send(collections({"limit": limit, "cursor": cursor}))

    def all(self) -> AsyncGenerator[Collection, None]:
        """Goes through all collections, newest first."""
        return every_item_async(lambda cursor: self.list(cursor=cursor), lambda page: page.collections)

    async def get(self, collection_id: str) -> Collection:
        """Reads a collection."""
        return await self._connection.send(collection(collection_id))

    async def rename(self, collection_id: str, name: str) -> Collection:
        """Renames a collection."""
        return await self._connection.send(rename_collection(collection_id, name))

    async def delete(self, collection_id: str) -> None:
        """Deletes a collection. Its images stay until retention deletes them."""
        await self._connection.send(delete_collection(collection_id))

    async def change(
        self, collection_id: str, *, add: Sequence[str] | None = None, remove: Sequence[str] | None = None
    ) -> Collection:
        """Puts images into a collection, or takes them out: at most 100 of each."""
        return await self._connection.send(change_collection(collection_id, {"add": add, "remove": remove}))
