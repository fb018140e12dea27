"""The keys of a workspace."""

from collections.abc import AsyncGenerator, Iterator
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of, nothing, path_of, query_of
from .._requests import Call, json_as
from ..inputs import KeyChange, KeyCreation
from ..types import Key, KeyPage, KeyWithSecret


def create_key(body: Fields) -> Call[KeyWithSecret]:
    return Call("POST", "/v1/keys", json_as(KeyWithSecret), repeatable=False, json=body_of(body))


def keys(query: Fields) -> Call[KeyPage]:
    return Call("GET", "/v1/keys", json_as(KeyPage), repeatable=True, query=query_of(query))


def change_key(key_id: str, body: Fields) -> Call[Key]:
    return Call("PATCH", path_of("/v1/keys", key_id), json_as(Key), repeatable=True, json=body_of(body))


def revoke_key(key_id: str, leave_none: bool) -> Call[None]:
    query = query_of({"leave_none": leave_none or None})
    return Call("DELETE", path_of("/v1/keys", key_id), nothing, repeatable=True, query=query)


class Keys:
    """The keys of the workspace. All of it needs a key with the scope `manage`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, **key: Unpack[KeyCreation]) -> KeyWithSecret:
        """Makes a key. The answer shows its secret, this once."""
        return self._connection.send(create_key(key))

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> KeyPage:
        """Reads a page of keys, newest first, revoked ones included."""
        return self._connection.send(keys({"limit": limit, "cursor": cursor}))

    def all(self) -> Iterator[Key]:
        """Goes through all keys, newest first."""
        return every_item(lambda cursor: self.list(cursor=cursor), lambda page: page.keys)

    def change(self, key_id: str, **change: Unpack[KeyChange]) -> Key:
        """Changes name, scopes, expiry or limits of a key; None takes an expiry or a limit away."""
        return self._connection.send(change_key(key_id, change))

    def revoke(self, key_id: str, *, leave_none: bool = False) -> None:
        """Revokes a key at once. The last one with the scope `manage` needs `leave_none`."""
        self._connection.send(revoke_key(key_id, leave_none))


class AsyncKeys:
    """The keys of the workspace. All of it needs a key with the scope `manage`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, **key: Unpack[KeyCreation]) -> KeyWithSecret:
        """Makes a key. The answer shows its secret, this once."""
        return await self._connection.send(create_key(key))

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> KeyPage:
        """Reads a page of keys, newest first, revoked ones included."""
        return await self._connection.send(keys({"limit": limit, "cursor": cursor}))

    def all(self) -> AsyncGenerator[Key, None]:
        """Goes through all keys, newest first."""
        return every_item_async(lambda cursor: self.list(cursor=cursor), lambda page: page.keys)

    async def change(self, key_id: str, **change: Unpack[KeyChange]) -> Key:
        """Changes name, scopes, expiry or limits of a key; None takes an expiry or a limit away."""
        return await self._connection.send(change_key(key_id, change))

    async def revoke(self, key_id: str, *, leave_none: bool = False) -> None:
        """Revokes a key at once. The last one with the scope `manage` needs `leave_none`."""
        await self._connection.send(revoke_key(key_id, leave_none))
