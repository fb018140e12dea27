"""Looks applied to many products."""

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._flows import follow_shoot
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of, body_of_set, idempotency_header, path_of, query_of
from .._requests import Call, json_as
from ..inputs import ShootCreation
from ..types import Shoot, ShootEstimate, ShootItem, ShootItemPage, ShootItemStatus, ShootPage, ShootStatus


def estimate_shoot(body: Fields) -> Call[ShootEstimate]:
    return Call("POST", "/v1/shoots/estimate", json_as(ShootEstimate), repeatable=True, json=body_of(body))


def create_shoot(body: Fields, key: str | None) -> Call[Shoot]:
    headers = idempotency_header(key)
    return Call("POST", "/v1/shoots", json_as(Shoot), repeatable=True, json=body_of(body), headers=headers)


def shoots(query: Fields) -> Call[ShootPage]:
    return Call("GET", "/v1/shoots", json_as(ShootPage), repeatable=True, query=query_of(query))


def shoot(shoot_id: str) -> Call[Shoot]:
    return Call("GET", path_of("/v1/shoots", shoot_id), json_as(Shoot), repeatable=True)


def shoot_items(shoot_id: str, query: Fields) -> Call[ShootItemPage]:
    path = path_of("/v1/shoots", shoot_id, "items")
    return Call("GET", path, json_as(ShootItemPage), repeatable=True, query=query_of(query))


def cancel_shoot(shoot_id: str) -> Call[Shoot]:
    return Call("POST", path_of("/v1/shoots", shoot_id, "cancel"), json_as(Shoot), repeatable=True)


def resume_shoot(shoot_id: str) -> Call[Shoot]:
    return Call("POST", path_of("/v1/shoots", shoot_id, "resume"), json_as(Shoot), repeatable=True)


def retry_shoot(shoot_id: str, body: Fields) -> Call[Shoot]:
    path = path_of("/v1/shoots", shoot_id, "retry")
    return Call("POST", path, json_as(Shoot), repeatable=False, json=body_of_set(body))


class Shoots:
    """Looks applied to many products."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def estimate(self, **shoot: Unpack[ShootCreation]) -> ShootEstimate:
        """Tells what a shoot would make and cost. Nothing is saved or charged."""
        return self._connection.send(estimate_shoot(shoot))

    def create(self, *, idempotency_key: str | None = None, **shoot: Unpack[ShootCreation]) -> Shoot:
        """Applies a look to products. With a key that was used before it returns that shoot as it is now."""
        return self._connection.send(create_shoot(shoot, idempotency_key))

    def list(
        self,
        *,
        status: ShootStatus | None = None,
        look_id: str | None = None,
        idempotency_key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ShootPage:
        """Reads a page of shoots, newest first; with `idempotency_key` only the shoot that was created with it."""
        query = {"status": status, "look_id": look_id, "idempotency_key": idempotency_key}
        return self._connection.send(shoots({**query, "limit": limit, "cursor": cursor}))

    def get(self, shoot_id: str) -> Shoot:
        """Reads a shoot with its counts."""
        return self._connection.send(shoot(shoot_id))

    def items(
        self,
        shoot_id: str,
        *,
        status: ShootItemStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ShootItemPage:
        """Reads a page of the items of a shoot, in their order."""
        return self._connection.send(shoot_items(shoot_id, {"status": status, "limit": limit, "cursor": cursor}))

    def all_items(
        self, shoot_id: str, *, status: ShootItemStatus | None = None, limit: int | None = None
    ) -> Iterator[ShootItem]:
        """Goes through all items of a shoot, in their order; `limit` is the size of a page."""
        return every_item(
            lambda cursor: self.items(shoot_id, status=status, limit=limit, cursor=cursor), lambda page: page.items
        )

    def cancel(self, shoot_id: str) -> Shoot:
        """Cancels a shoot, and refunds its unfinished jobs."""
        return self._connection.send(cancel_shoot(shoot_id))

    def resume(self, shoot_id: str) -> Shoot:
        """Has a paused shoot go on."""
        return self._connection.send(resume_shoot(shoot_id))

    def retry(self, shoot_id: str, item_ids: Sequence[str] | None = None) -> Shoot:
        """Has items be made again: those named, or all that failed or were canceled."""
        return self._connection.send(retry_shoot(shoot_id, {"item_ids": item_ids}))

    def follow(
        self, shoot_id: str, *, interval: float = 1.0, on_change: Callable[[Shoot], None] | None = None
    ) -> Shoot:
        """Looks at a shoot until it does not run any more, and returns it: completed, canceled or paused.

        `interval` is the pause between two reads, in seconds. `on_change` gets the shoot at every read.
        """
        return self._connection.run(follow_shoot(self._connection.settings, shoot(shoot_id), interval, on_change))


class AsyncShoots:
    """Looks applied to many products."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def estimate(self, **shoot: Unpack[ShootCreation]) -> ShootEstimate:
        """Tells what a shoot would make and cost. Nothing is saved or charged."""
        return await self._connection.send(estimate_shoot(shoot))

    async def create(self, *, idempotency_key: str | None = None, **shoot: Unpack[ShootCreation]) -> Shoot:
        """Applies a look to products. With a key that was used before it returns that shoot as it is now."""
        return await self._connection.send(create_shoot(shoot, idempotency_key))

    async def list(
        self,
        *,
        status: ShootStatus | None = None,
        look_id: str | None = None,
        idempotency_key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ShootPage:
        """Reads a page of shoots, newest first; with `idempotency_key` only the shoot that was created with it."""
        query = {"status": status, "look_id": look_id, "idempotency_key": idempotency_key}
        return await self._connection.send(shoots({**query, "limit": limit, "cursor": cursor}))

    async def get(self, shoot_id: str) -> Shoot:
        """Reads a shoot with its counts."""
        return await self._connection.send(shoot(shoot_id))

    async def items(
        self,
        shoot_id: str,
        *,
        status: ShootItemStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ShootItemPage:
        """Reads a page of the items of a shoot, in their order."""
        return await self._connection.send(shoot_items(shoot_id, {"status": status, "limit": limit, "cursor": cursor}))

    def all_items(
        self, shoot_id: str, *, status: ShootItemStatus | None = None, limit: int | None = None
    ) -> AsyncGenerator[ShootItem, None]:
        """Goes through all items of a shoot, in their order; `limit` is the size of a page."""
        return every_item_async(
            lambda cursor: self.items(shoot_id, status=status, limit=limit, cursor=cursor), lambda page: page.items
        )

    async def cancel(self, shoot_id: str) -> Shoot:
        """Cancels a shoot, and refunds its unfinished jobs."""
        return await self._connection.send(cancel_shoot(shoot_id))

    async def resume(self, shoot_id: str) -> Shoot:
        """Has a paused shoot go on."""
        return await self._connection.send(resume_shoot(shoot_id))

    async def retry(self, shoot_id: str, item_ids: Sequence[str] | None = None) -> Shoot:
        """Has items be made again: those named, or all that failed or were canceled."""
        return await self._connection.send(retry_shoot(shoot_id, {"item_ids": item_ids}))

    async def follow(
        self, shoot_id: str, *, interval: float = 1.0, on_change: Callable[[Shoot], None] | None = None
    ) -> Shoot:
        """Looks at a shoot until it does not run any more, and returns it: completed, canceled or paused.

        `interval` is the pause between two reads, in seconds. `on_change` gets the shoot at every read.
        """
        return await self._connection.run(follow_shoot(self._connection.settings, shoot(shoot_id), interval, on_change))
