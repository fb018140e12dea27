"""The library, collections, exports and review links."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .assets import AssetType
from .jobs import MediaType, Operation, PageInfo

Review = Literal["approved", "rejected"]
ImageOrigin = Literal["upload", "generated"]
FileFormat = Literal["png", "jpeg", "webp"]
Fit = Literal["contain", "cover"]


@dataclass(frozen=True)
class NamedAsset:
    """A saved asset that a request named."""

    id: str
    type: AssetType
    alias: str
    sku: str | None


@dataclass(frozen=True)
class NamedLook:
    """The look of a shoot. Its `id` is None once the look was deleted."""

    id: str | None
    name: str


@dataclass(frozen=True)
class MadeBy:
    """The request that made an image."""

    job_id: str  # `job` reads the whole request
    operation: Operation
    model: str
    credits_used: float
    prompt: str  # empty where the request had none
    assets: list[NamedAsset]  # those that still exist
    look: NamedLook | None
    shoot_id: str | None
    view: int | None  # place of the photo among those of the product, from 1


@dataclass(frozen=True)
class LibraryImage:
    """An image or video of a workspace: an upload or a result."""

    id: str  # pass it into the next operation
    type: MediaType
    origin: ImageOrigin
    url: str
    thumbnail_url: str | None  # a WebP; None for a video
    width: int  # pixels
    height: int  # pixels
    size_bytes: int
    file_name: str
    created_at: datetime
    review: Review | None
    comment_count: int
    collection_ids: list[str]
    made_by: MadeBy | None  # None for an upload


@dataclass(frozen=True)
class LibraryPage:
    """A page of the library, newest first."""

    images: list[LibraryImage]
    page_info: PageInfo
    total_count: int | None  # images on all pages; None unless `count` asked for it


@dataclass(frozen=True)
class ImageComment:
    """What somebody says about an image."""

    id: str
    author: str | None  # the name that its writer gave
    text: str
    created_at: datetime


@dataclass(frozen=True)
class CommentPage:
    """A page of comments, oldest first."""

    comments: list[ImageComment]
    page_info: PageInfo


@dataclass(frozen=True)
class Collection:
    """Images that are kept together under a name."""

    id: str
    name: str
    image_count: int
    cover_url: str | None  # thumbnail of its newest image
    created_at: datetime


@dataclass(frozen=True)
class CollectionPage:
    """A page of collections, newest first."""

    collections: list[Collection]
    page_info: PageInfo


@dataclass(frozen=True)
class ExportFormat:
    """The files that an export makes."""

    id: str | None  # None for a built-in format
    name: str
    width: int | None  # pixels
    height: int | None  # pixels
    aspect_ratio: str | None
    margin_percent: float  # of each side, around cut-outs with `contain`
    ground: str  # a colour such as #ffffff, or `transparent`
    fit: Fit
    file_format: FileFormat
    quality: int  # of a JPEG or a WebP, 1 to 100
    file_name: str  # pattern such as `{sku}-{n}`
    created_at: datetime | None  # None for a built-in format


@dataclass(frozen=True)
class ReviewLink:
    """A link that shows a collection to somebody without a key."""

    id: str
    name: str
    expires_at: datetime
    created_at: datetime
    comment_count: int  # comments that came by the link


@dataclass(frozen=True)
class ReviewLinkWithUrl:
    """A review link and its address, which the service shows this once."""

    review_link: ReviewLink
    url: str
