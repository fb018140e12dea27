"""Images of a workspace and its assets."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from .jobs import ImageStatus, MediaType, Operation, PageInfo

AssetType = Literal["outfit", "model", "preset"]
PresetClass = Literal["human_studio", "human_location", "ghost_mannequin", "flat_lay", "product_packshot"]


@dataclass(frozen=True)
class LinkedAsset:
    """An asset that an image belongs to."""

    id: str


@dataclass(frozen=True)
class ImageVersion:
    """One version of a parent image. Its status is its own."""

    id: str
    image_id: str
    source_image_id: str  # the job that makes the version
    version_type: Literal["edited", "inpainted", "upscaled", "animated", "tried_on"]
    status: ImageStatus
    path: str | None
    width_px: int | None
    height_px: int | None
    created_timestamp: datetime
    failure_code: str | None = None
    fail_reason: str | None = None


@dataclass(frozen=True)
class ImageRecord:
    """An upload, a job or a result."""

    id: str
    status: ImageStatus
    type: MediaType
    path: str | None  # address of the finished file
    width_px: int | None
    height_px: int | None
    is_generated: bool  # False for uploads
    is_asset_reference: bool
    operation: Operation | None
    task: str | None
    created_timestamp: datetime
    finish_timestamp: datetime | None
    credits_used: int  # internal units: 100 are one display credit
    assets: list[LinkedAsset]
    versions: list[ImageVersion]  # newest first
    video_path: str | None = None
    failure_code: str | None = None
    fail_reason: str | None = None


@dataclass(frozen=True)
class Asset:
    """A reusable product (`outfit`), avatar (`model`) or preset."""

    id: str
    type: AssetType
    alias: str
    sku: str | None
    characteristics: dict[str, Any] | None
    preset_class: PresetClass | None
    prompt: str | None
    display_image: str | None  # address of a thumbnail
    public: bool  # True for assets of the shared library, which are read-only
    image_count: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class AssetFacets:
    """How many assets there are of each value, under the same filters but the one for that value."""

    type: dict[str, int]
    preset_class: dict[str, int]


@dataclass(frozen=True)
class AssetPage:
    """A page of assets, newest first."""

    assets: list[Asset]
    page_info: PageInfo
    total_count: int  # assets on all pages
    facets: AssetFacets


@dataclass(frozen=True)
class PresetSuggestion:
    """A suggested name, class and prompt for a preset."""

    name: str
    preset_class: PresetClass
    prompt: str
