"""Products, avatars and presets."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Unpack

from .._connection import AsyncConnection, Connection
from .._files import Picture, form_of
from .._pages import every_item, every_item_async
from .._parts import Fields, body_of, nothing, path_of, query_of
from .._requests import Call, Form, json_as
from ..inputs import AssetChange, AssetCreation, AssetFilter, AssetUploadType
from ..types import Asset, AssetPage, ImageRecord, PresetSuggestion


def create_asset(body: Fields) -> Call[Asset]:
    return Call("POST", "/assets", json_as(Asset), repeatable=False, json=body_of(body))


def asset(asset_id: str) -> Call[Asset]:
    return Call("GET", path_of("/assets", asset_id), json_as(Asset), repeatable=True)


def update_asset(asset_id: str, body: Fields) -> Call[Asset]:
    return Call("PATCH", path_of("/assets", asset_id), json_as(Asset), repeatable=True, json=body_of(body))


def delete_asset(asset_id: str) -> Call[None]:
    return Call("DELETE", path_of("/assets", asset_id), nothing, repeatable=False)


def assets(query: Fields) -> Call[AssetPage]:
    return Call("GET", "/assets", json_as(AssetPage), repeatable=True, query=query_of({**query, "paginated": True}))


def upload_to_asset(asset_id: str, form: Form) -> Call[ImageRecord]:
    return Call("POST", path_of("/assets", asset_id, "images"), json_as(ImageRecord), repeatable=False, form=form)


def link(asset_id: str, image_id: str) -> Call[ImageRecord]:
    body = {"asset_id": asset_id}
    return Call("POST", path_of("/images", image_id, "asset"), json_as(ImageRecord), repeatable=True, json=body)


def asset_images(asset_id: str, references: bool) -> Call[list[ImageRecord]]:
    query = query_of({"for_training": True} if references else {})
    path = path_of("/assets", asset_id, "images")
    return Call("GET", path, json_as(list[ImageRecord]), repeatable=True, query=query)


def suggest_preset(image_ids: Sequence[str]) -> Call[PresetSuggestion]:
    body = {"image_ids": list(image_ids)}
    return Call("POST", "/assets/analyze-preset", json_as(PresetSuggestion), repeatable=True, json=body)


class Assets:
    """Products, avatars and presets that a workspace keeps for later requests."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, **asset: Unpack[AssetCreation]) -> Asset:
        """Saves an asset. It becomes a visual reference when an image is uploaded or linked to it."""
        return self._connection.send(create_asset(asset))

    def get(self, asset_id: str) -> Asset:
        """Reads an asset."""
        return self._connection.send(asset(asset_id))

    def update(self, asset_id: str, **change: Unpack[AssetChange]) -> Asset:
        """Changes the fields that are named; None clears one."""
        return self._connection.send(update_asset(asset_id, change))

    def delete(self, asset_id: str) -> None:
        """Deletes an asset. Its images stay."""
        self._connection.send(delete_asset(asset_id))

    def list(self, *, cursor: str | None = None, **filter: Unpack[AssetFilter]) -> AssetPage:
        """Reads a page of assets, newest first. Without `type` the service lists avatars."""
        return self._connection.send(assets({**filter, "cursor": cursor}))

    def all(self, **filter: Unpack[AssetFilter]) -> Iterator[Asset]:
        """Goes through all assets that a filter selects, newest first."""
        return every_item(lambda cursor: self.list(cursor=cursor, **filter), lambda page: page.assets)

    def upload(
        self, asset_id: str, picture: Picture, *, type: AssetUploadType | None = None, file_name: str | None = None
    ) -> ImageRecord:
        """Uploads an image and links it to an asset."""
        return self._connection.send(upload_to_asset(asset_id, form_of(picture, file_name, {"type": type})))

    def link(self, asset_id: str, image_id: str) -> ImageRecord:
        """Links an image of the workspace to an asset as a source reference."""
        return self._connection.send(link(asset_id, image_id))

    def images(self, asset_id: str, *, references: bool = False) -> Sequence[ImageRecord]:
        """Lists the images of an asset; with `references` its source references alone."""
        return self._connection.send(asset_images(asset_id, references))

    def suggest_preset(self, image_ids: Sequence[str]) -> PresetSuggestion:
        """Suggests a name, a class and a prompt for a preset, from one to three images. Nothing is saved."""
        return self._connection.send(suggest_preset(image_ids))


class AsyncAssets:
    """Products, avatars and presets that a workspace keeps for later requests."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, **asset: Unpack[AssetCreation]) -> Asset:
        """Saves an asset. It becomes a visual reference when an image is uploaded or linked to it."""
        return await self._connection.send(create_asset(asset))

    async def get(self, asset_id: str) -> Asset:
        """Reads an asset."""
        return await self._connection.send(asset(asset_id))

    async def update(self, asset_id: str, **change: Unpack[AssetChange]) -> Asset:
        """Changes the fields that are named; None clears one."""
        return await self._connection.send(update_asset(asset_id, change))

    async def delete(self, asset_id: str) -> None:
        """Deletes an asset. Its images stay."""
        await self._connection.send(delete_asset(asset_id))

    async def list(self, *, cursor: str | None = None, **filter: Unpack[AssetFilter]) -> AssetPage:
        """Reads a page of assets, newest first. Without `type` the service lists avatars."""
        return await self._connection.send(assets({**filter, "cursor": cursor}))

    def all(self, **filter: Unpack[AssetFilter]) -> AsyncGenerator[Asset, None]:
        """Goes through all assets that a filter selects, newest first."""
        return every_item_async(lambda cursor: self.list(cursor=cursor, **filter), lambda page: page.assets)

    async def upload(
        self, asset_id: str, picture: Picture, *, type: AssetUploadType | None = None, file_name: str | None = None
    ) -> ImageRecord:
        """Uploads an image and links it to an asset."""
        form = await asyncio.to_thread(form_of, picture, file_name, {"type": type})
        return await self._connection.send(upload_to_asset(asset_id, form))

    async def link(self, asset_id: str, image_id: str) -> ImageRecord:
        """Links an image of the workspace to an asset as a source reference."""
        return await self._connection.send(link(asset_id, image_id))

    async def images(self, asset_id: str, *, references: bool = False) -> Sequence[ImageRecord]:
        """Lists the images of an asset; with `references` its source references alone."""
        return await self._connection.send(asset_images(asset_id, references))

    async def suggest_preset(self, image_ids: Sequence[str]) -> PresetSuggestion:
        """Suggests a name, a class and a prompt for a preset, from one to three images. Nothing is saved."""
        return await self._connection.send(suggest_preset(image_ids))
