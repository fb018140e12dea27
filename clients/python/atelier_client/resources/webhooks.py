"""Addresses that receive a message when jobs end."""

from collections.abc import AsyncGenerator, Iterator, Sequence

from .._connection import AsyncConnection, Connection
from .._pages import every_item, every_item_async
from .._parts import Fields, nothing, path_of, query_of
from .._requests import Call, json_as
from ..types import DeliveryPage, Webhook, WebhookDelivery, WebhookEvent, WebhookWithSecret


def create_webhook(url: str, events: Sequence[str] | None) -> Call[WebhookWithSecret]:
    body = {"url": url} if events is None else {"url": url, "events": list(events)}
    return Call("POST", "/v1/webhooks", json_as(WebhookWithSecret), repeatable=False, json=body)


def webhooks() -> Call[list[Webhook]]:
    return Call("GET", "/v1/webhooks", json_as(list[Webhook], "webhooks"), repeatable=True)


def delete_webhook(webhook_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/webhooks", webhook_id), nothing, repeatable=False)


def rotate_webhook(webhook_id: str) -> Call[WebhookWithSecret]:
    return Call("POST", path_of("/v1/webhooks", webhook_id, "rotate"), json_as(WebhookWithSecret), repeatable=False)


def test_webhook(webhook_id: str) -> Call[WebhookDelivery]:
    return Call("POST", path_of("/v1/webhooks", webhook_id, "test"), json_as(WebhookDelivery), repeatable=False)


def deliveries(webhook_id: str, query: Fields) -> Call[DeliveryPage]:
    path = path_of("/v1/webhooks", webhook_id, "deliveries")
    return Call("GET", path, json_as(DeliveryPage), repeatable=True, query=query_of(query))


def redeliver(webhook_id: str, delivery_id: str) -> Call[WebhookDelivery]:
    path = path_of("/v1/webhooks", webhook_id, "deliveries", delivery_id, "redeliver")
    return Call("POST", path, json_as(WebhookDelivery), repeatable=False)


class Webhooks:
    """The addresses that the service tells when jobs end. Check each message with `verify_webhook`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, url: str, *, events: Sequence[WebhookEvent] | None = None) -> WebhookWithSecret:
        """Registers an address for some events, or for all. The answer shows the secret, this once."""
        return self._connection.send(create_webhook(url, events))

    def list(self) -> Sequence[Webhook]:
        """Lists all webhooks, newest first."""
        return self._connection.send(webhooks())

    def delete(self, webhook_id: str) -> None:
        """Deletes a webhook with its deliveries."""
        self._connection.send(delete_webhook(webhook_id))

    def rotate(self, webhook_id: str) -> WebhookWithSecret:
        """Gives a webhook a new secret and enables it again. Messages carry both signatures for a day."""
        return self._connection.send(rotate_webhook(webhook_id))

    def test(self, webhook_id: str) -> WebhookDelivery:
        """Sends a test message."""
        return self._connection.send(test_webhook(webhook_id))

    def deliveries(self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None) -> DeliveryPage:
        """Reads a page of deliveries, newest first."""
        return self._connection.send(deliveries(webhook_id, {"limit": limit, "cursor": cursor}))

    def all_deliveries(self, webhook_id: str) -> Iterator[WebhookDelivery]:
        """Goes through all deliveries of a webhook, newest first."""
        return every_item(lambda cursor: self.deliveries(webhook_id, cursor=cursor), lambda page: page.deliveries)

    def redeliver(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Sends the message of a delivery again."""
        return self._connection.send(redeliver(webhook_id, delivery_id))


class AsyncWebhooks:
    """The addresses that the service tells when jobs end. Check each message with `verify_webhook`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, url: str, *, events: Sequence[WebhookEvent] | None = None) -> WebhookWithSecret:
        """Registers an address for some events, or for all. The answer shows the secret, this once."""
        return await self._connection.send(create_webhook(url, events))

    async def list(self) -> Sequence[Webhook]:
        """Lists all webhooks, newest first."""
        return await self._connection.send(webhooks())

    async def delete(self, webhook_id: str) -> None:
        """Deletes a webhook with its deliveries."""
        await self._connection.send(delete_webhook(webhook_id))

    async def rotate(self, webhook_id: str) -> WebhookWithSecret:
        """Gives a webhook a new secret and enables it again. Messages carry both signatures for a day."""
        return await self._connection.send(rotate_webhook(webhook_id))

    async def test(self, webhook_id: str) -> WebhookDelivery:
        """Sends a test message."""
        return await self._connection.send(test_webhook(webhook_id))

    async def deliveries(self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None) -> DeliveryPage:
        """Reads a page of deliveries, newest first."""
        return await self._connection.send(deliveries(webhook_id, {"limit": limit, "cursor": cursor}))

    def all_deliveries(self, webhook_id: str) -> AsyncGenerator[WebhookDelivery, None]:
        """Goes through all deliveries of a webhook, newest first."""
        return every_item_async(lambda cursor: self.deliveries(webhook_id, cursor=cursor), lambda page: page.deliveries)

    async def redeliver(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Sends the message of a delivery again."""
        return await self._connection.send(redeliver(webhook_id, delivery_id))
