"""Products of a catalogue, and the looks and shoots that use them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from .jobs import JobError, JobResult, PageInfo

PhotoView = Literal["front", "back", "side", "detail"]
LookOperation = Literal["virtual_try_on", "generate"]
ShootStatus = Literal["running", "paused", "completed", "canceled"]
ShootItemStatus = Literal["waiting", "pending", "generating", "completed", "failed", "policy_blocked", "canceled"]


@dataclass(frozen=True)
class AssetImage:
    """An image of an asset."""

    id: str
    url: str
    width: int  # pixels
    height: int  # pixels
    source: str | None  # address or file name where an import found it; None for other uploads
    created_at: datetime


@dataclass(frozen=True)
class Product:
    """A product of the catalogue: an asset of the type `outfit`."""

    id: str
    sku: str | None
    name: str
    options: dict[str, list[str]]  # choices of a shopper, by the name of the choice
    images: list[AssetImage]  # first linked first
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class SavedProduct:
    """A product, and the effect of the request on it."""

    outcome: Literal["created", "changed", "unchanged"]
    product: Product


@dataclass(frozen=True)
class ProductPage:
    """A page of products, newest first."""

    products: list[Product]
    page_info: PageInfo


@dataclass(frozen=True)
class LookRecipe:
    """What a look does with a product."""

    operation: LookOperation
    avatar_ids: list[str]  # each gets images of its own
    scene_id: str | None
    views: list[int] | None  # places of photos, from 1; None: the photo that shows the product best
    input: dict[str, Any]  # the body of the operation, without what a shoot fills in


@dataclass(frozen=True)
class Look(LookRecipe):
    """A saved recipe for images of products."""

    id: str
    name: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class LookPage:
    """A page of looks, newest first."""

    looks: list[Look]
    page_info: PageInfo


@dataclass(frozen=True)
class UnusableProduct:
    """A product that a look cannot be applied to."""

    product_id: str | None  # None where no product has the SKU
    name: str | None
    sku: str | None
    reason: str


@dataclass(frozen=True)
class ShootEstimate:
    """What a shoot would make and cost."""

    products: int
    pictures: int
    price: float  # of all images; those that fail are refunded
    balance: float
    unusable: list[UnusableProduct]
    selection: str  # digest of recipe and products: the same images have the same


@dataclass(frozen=True)
class ShootPause:
    """Why a shoot is paused."""

    code: str  # with `insufficient_credits` it goes on by itself when the balance suffices
    message: str


@dataclass(frozen=True)
class ShootCounts:
    """How many items of a shoot are in each state."""

    waiting: int
    pending: int
    generating: int
    completed: int
    failed: int
    policy_blocked: int
    canceled: int


@dataclass(frozen=True)
class Shoot:
    """A look applied to products."""

    id: str
    look_id: str | None  # None when the look was deleted
    look_name: str  # as it was when the shoot began
    recipe: LookRecipe
    status: ShootStatus
    pause: ShootPause | None
    items: ShootCounts
    item_count: int
    price: float  # of all images
    credits_used: float  # charged now
    created_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True)
class ShootPage:
    """A page of shoots, newest first."""

    shoots: list[Shoot]
    page_info: PageInfo


@dataclass(frozen=True)
class ShootItem:
    """One image of a shoot. The IDs stay when what they name is deleted."""

    id: str
    product_id: str
    product_name: str
    sku: str | None
    avatar_id: str | None
    view: int  # place of the photo among those of the product, from 1
    status: ShootItemStatus
    job_id: str | None
    result: JobResult | None
    error: JobError | None


@dataclass(frozen=True)
class ShootItemPage:
    """A page of items, in their order."""

    items: list[ShootItem]
    page_info: PageInfo
