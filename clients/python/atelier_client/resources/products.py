"""The products of a catalogue, by SKU."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._files import Picture, form_of
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of, nothing, path_of, query_of
from .._requests import Call, Form, json_as
from ..inputs import AssetImageFetch, ProductSaving
from ..types import AssetImage, ImageRecord, PhotoView, Product, ProductPage, SavedProduct


def save_product(body: Fields) -> Call[SavedProduct]:
    return Call("POST", "/v1/products", json_as(SavedProduct), repeatable=True, json=body_of(body))


def products(query: Fields) -> Call[ProductPage]:
    return Call("GET", "/v1/products", json_as(ProductPage), repeatable=True, query=query_of(query))


def add_image(product_id: str, body: Fields) -> Call[AssetImage]:
    path = path_of("/v1/assets", product_id, "images")
    return Call("POST", path, json_as(AssetImage), repeatable=True, json=body_of(body))


def upload_to_product(product_id: str, form: Form) -> Call[ImageRecord]:
    return Call("POST", path_of("/assets", product_id, "images"), json_as(ImageRecord), repeatable=True, form=form)


def remove_image(product_id: str, image_id: str) -> Call[None]:
    return Call("DELETE", path_of("/v1/assets", product_id, "images", image_id), nothing, repeatable=True)


class Products:
    """The products of a catalogue, by SKU. Each call can be repeated without doubling anything, so each is retried."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def save(self, **product: Unpack[ProductSaving]) -> SavedProduct:
        """Creates the product of an SKU, or changes it where it differs. Its images stay."""
        return self._connection.send(save_product(product))

    def list(self, *, sku: str | None = None, limit: int | None = None, cursor: str | None = None) -> ProductPage:
        """Reads a page of products with their images, newest first."""
        return self._connection.send(products({"sku": sku, "limit": limit, "cursor": cursor}))

    def all(self, *, sku: str | None = None, limit: int | None = None) -> Iterator[Product]:
        """Goes through all products, newest first; `limit` is the size of a page."""
        return every_item(lambda cursor: self.list(sku=sku, limit=limit, cursor=cursor), lambda page: page.products)

    def add_image(self, product_id: str, **image: Unpack[AssetImageFetch]) -> AssetImage:
        """Has the service fetch an image and link it. Raises ApiError `source_unavailable` where its server is busy."""
        return self._connection.send(add_image(product_id, image))

    def upload_image(
        self,
        product_id: str,
        picture: Picture,
        *,
        source: str,
        view: PhotoView | None = None,
        file_name: str | None = None,
    ) -> ImageRecord:
        """Uploads an image file and links it. A product has one image of each `source`, such as a file name.

        `view` says what the photo shows.
        """
        fields = {"catalogue_source": source, "catalogue_view": view}
        return self._connection.send(upload_to_product(product_id, form_of(picture, file_name, fields)))

    def remove_image(self, product_id: str, image_id: str) -> None:
        """Removes an image from a product. The image itself stays."""
        self._connection.send(remove_image(product_id, image_id))


class AsyncProducts:
    """The products of a catalogue, by SKU. Each call can be repeated without doubling anything, so each is retried."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def save(self, **product: Unpack[ProductSaving]) -> SavedProduct:
        """Creates the product of an SKU, or changes it where it differs. Its images stay."""
        return await self._connection.send(save_product(product))

    async def list(self, *, sku: str | None = None, limit: int | None = None, cursor: str | None = None) -> ProductPage:
        """Reads a page of products with their images, newest first."""
        return await self._connection.send(products({"sku": sku, "limit": limit, "cursor": cursor}))

    def all(self, *, sku: str | None = None, limit: int | None = None) -> AsyncGenerator[Product, None]:
        """Goes through all products, newest first; `limit` is the size of a page."""
        return every_item_async(
            lambda cursor: self.list(sku=sku, limit=limit, cursor=cursor), lambda page: page.products
        )

    async def add_image(self, product_id: str, **image: Unpack[AssetImageFetch]) -> AssetImage:
        """Has the service fetch an image and link it. Raises ApiError `source_unavailable` where its server is busy."""
        return await self._connection.send(add_image(product_id, image))

    async def upload_image(
        self,
        product_id: str,
        picture: Picture,
        *,
        source: str,
        view: PhotoView | None = None,
        file_name: str | None = None,
    ) -> ImageRecord:
        """Uploads an image file and links it. A product has one image of each `source`, such as a file name.

        `view` says what the photo shows.
        """
        fields = {"catalogue_source": source, "catalogue_view": view}
        return await self._connection.send(
            upload_to_product(product_id, await asyncio.to_thread(form_of, picture, file_name, fields))
        )

    async def remove_image(self, product_id: str, image_id: str) -> None:
        """Removes an image from a product. The image itself stays."""
        await self._connection.send(remove_image(product_id, image_id))
