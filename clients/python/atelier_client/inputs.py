"""The fields of requests, as keyword arguments. Leave out a field to get its default."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Required, TypedDict

from .types import (
    AssetType,
    FileFormat,
    Fit,
    ImageOrigin,
    JobStatus,
    LookOperation,
    Operation,
    PhotoView,
    PresetClass,
    Resolution,
    Scope,
)

UploadType = Literal[
    "virtual-try-on-outfit",
    "virtual-try-on-person",
    "video-last-frame",
    "inpaint-base",
    "inpaint-mask",
    "inpaint-reference",
    "reference",
]
TryOnModel = Literal["v6", "v1", "nano-banana", "nano-banana-pro", "nano-banana-2", "v4", "v4x", "v5"]
PictureModel = Literal["nano-banana", "nano-banana-pro", "nano-banana-2"]
AssetUploadType = Literal["training", "virtual-try-on-outfit"]


class _Shared(TypedDict, total=False):
    """Fields of every operation, beside its models."""

    resolution: Resolution
    seed: int


class _Image(_Shared, total=False):
    """Fields of every operation that makes an image."""

    output_format: FileFormat
    background: Literal["opaque", "transparent"]


class VirtualTryOnInput(_Image, total=False):
    """Exactly one person source and exactly one garment list, of one to four."""

    model: TryOnModel
    num_images: int
    aspect_ratio: str
    person_image_id: str
    person_image_url: str
    outfit_image_ids: Sequence[str]
    outfit_image_urls: Sequence[str]
    outfit_asset_ids: Sequence[str]
    prompt: str
    style: str
    asset_ids: Sequence[str]
    speed: str


class GenerateInput(_Image, total=False):
    """At least one reference or a prompt."""

    model: PictureModel
    num_images: int
    asset_ids: Sequence[str]
    outfit_asset_ids: Sequence[str]
    outfit_image_ids: Sequence[str]
    generate_mode: Literal["presets", "products", "prompt"]
    preset_class: PresetClass
    prompt: str
    outfit_text: str
    style: str
    aspect_ratio: str


class EditInput(_Image, total=False):
    """The change, in words."""

    model: PictureModel
    prompt: Required[str]
    num_images: int
    reference_image_ids: Sequence[str]
    aspect_ratio: str


class InpaintInput(_Image, total=False):
    """Exactly one mask: white is repainted. Without a prompt the masked part is removed."""

    model: PictureModel
    num_images: int
    mask_image_id: str
    mask_url: str
    mask: str
    prompt: str
    reference_image_id: str
    denoise: float
    mask_expansion_percent: float


class UpscaleInput(_Image, total=False):
    """How much larger; the factor 1 restores."""

    model: Literal["upscale-1"]
    upscale_factor: Literal[1, 2, 4]
    denoise: float


class AnimateInput(_Shared, total=False):
    """How an image moves."""

    model: Literal["video-3", "video-2.5"]
    num_images: int
    prompt: str
    duration_seconds: Literal[5, 10]
    last_frame_image_id: str
    aspect_ratio: str


class TextToVideoInput(_Shared, total=False):
    """What a video shows."""

    model: Literal["video-3"]
    prompt: Required[str]
    num_images: int
    asset_ids: Sequence[str]
    duration_seconds: Literal[5, 10]
    aspect_ratio: str


class AssetCreation(TypedDict, total=False):
    """A new product, avatar or preset."""

    type: Required[AssetType]
    alias: Required[str]
    sku: str | None
    characteristics: Mapping[str, Any] | None
    preset_class: PresetClass | None
    prompt: str | None


class AssetChange(TypedDict, total=False):
    """The fields to change; None clears one."""

    alias: str
    sku: str | None
    characteristics: Mapping[str, Any] | None
    preset_class: PresetClass | None
    prompt: str | None
    display_image_id: str | None


class AssetFilter(TypedDict, total=False):
    """Which assets to list. Without `type` the service lists avatars."""

    type: AssetType
    include_public: bool
    public_only: bool
    search: str
    preset_class: PresetClass
    limit: int


class JobFilter(TypedDict, total=False):
    """Which jobs to list. A time needs its offset, as `datetime.now(timezone.utc)` has."""

    status: JobStatus
    operation: Operation
    created_after: datetime | str
    limit: int


class LibraryFilter(TypedDict, total=False):
    """Which images to list. Filters add up. A time needs its offset."""

    search: str
    origin: ImageOrigin
    operation: Operation
    review: Literal["approved", "rejected", "none"]
    collection_id: str
    asset_id: str
    shoot_id: str
    created_after: datetime | str
    limit: int


class ProductSaving(TypedDict, total=False):
    """A product of a catalogue. Without `options` those of the product stay."""

    sku: Required[str]
    name: Required[str]
    options: Mapping[str, Sequence[str]]


class AssetImageFetch(TypedDict, total=False):
    """An image to fetch. `source` identifies it among those of the asset; its address by default."""

    url: Required[str]
    source: str
    view: PhotoView


class _Look(TypedDict, total=False):
    """Fields of a look beside name and operation. `input` is that of the operation, without what a shoot fills in."""

    avatar_ids: Sequence[str]
    scene_id: str | None
    views: Sequence[int] | None
    input: Mapping[str, Any]


class LookCreation(_Look, total=False):
    """A new look."""

    name: Required[str]
    operation: Required[LookOperation]


class LookChange(_Look, total=False):
    """The fields of a look to replace."""

    name: str
    operation: LookOperation


class ShootCreation(TypedDict, total=False):
    """A look and its products, named in exactly one of four ways."""

    look_id: Required[str]
    product_ids: Sequence[str]
    skus: Sequence[str]
    search: str
    all: Literal[True]


class KeyCreation(TypedDict, total=False):
    """A new key. Without `scopes` it has those of the calling key. A time needs its offset."""

    name: Required[str]
    scopes: Sequence[Scope]
    expires_at: datetime | str
    requests_per_minute: int
    credits_per_month: float


class KeyChange(TypedDict, total=False):
    """The fields of a key to change; None takes an expiry or a limit away."""

    name: str
    scopes: Sequence[Scope]
    expires_at: datetime | str | None
    requests_per_minute: int | None
    credits_per_month: float | None


class _Format(TypedDict, total=False):
    """Fields of an export format beside its name and size."""

    margin_percent: float
    ground: str
    fit: Fit
    file_format: FileFormat
    quality: int
    file_name: str


class ExportFormatCreation(_Format, total=False):
    """A new format: a size, a ratio, or neither to keep that of each image."""

    name: Required[str]
    width: int
    height: int
    aspect_ratio: str


class ExportFormatChange(_Format, total=False):
    """The fields of a format to change; None takes a size or a ratio away."""

    name: str
    width: int | None
    height: int | None
    aspect_ratio: str | None
