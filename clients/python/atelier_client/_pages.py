"""Goes through every item of a list, a page at a time. It asks for a page only when its first item is wanted."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from .types import PageInfo


class Page(Protocol):
    @property
    def page_info(self) -> PageInfo:
        ...


P = TypeVar("P", bound=Page)
T = TypeVar("T")


def every_item(read: Callable[[str | None], P], items_of: Callable[[P], Sequence[T]]) -> Iterator[T]:
    """The items of all pages. `read` gets the cursor of a page."""
    cursor = None
    while True:
        page = read(cursor)
        yield from items_of(page)
        cursor = page.page_info.next_cursor
        if cursor is None:
            return


async def every_item_async(
    read: Callable[[str | None], Awaitable[P]], items_of: Callable[[P], Sequence[T]]
) -> AsyncGenerator[T, None]:
    """As `every_item`, by awaiting."""
    cursor = None
    while True:
        page = await read(cursor)
        for item in items_of(page):
            yield item
        cursor = page.page_info.next_cursor
        if cursor is None:
            return
