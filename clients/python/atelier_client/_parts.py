"""Parts of requests: paths, queries, bodies and headers."""

import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias
from urllib.parse import quote

import httpx

Fields: TypeAlias = Mapping[str, object]


def nothing(response: httpx.Response) -> None:
    """Reads an answer that says nothing."""


def path_of(start: str, *parts: str) -> str:
    """A path with escaped parts."""
    return "/".join([start, *(quote(part, safe="") for part in parts)])


def query_of(fields: Fields) -> dict[str, str]:
    """The fields that are set, in the words of the service."""
    return {name: str(value).lower() if isinstance(value, bool) else str(_plain(value)) for name, value in _set(fields)}


def body_of(fields: Fields) -> dict[str, object]:
    """The fields as JSON has them. None is sent as null."""
    return {name: _plain(value) for name, value in fields.items()}


def body_of_set(fields: Fields) -> dict[str, object]:
    """As `body_of`, without the fields of the value None."""
    return body_of(dict(_set(fields)))


def idempotency_header(key: str | None) -> dict[str, str]:
    """The header that all tries of one request share. Its key is made here unless the caller gave one."""
    key = secrets.token_hex(16) if key is None else key
    if not re.fullmatch("[!-~]{1,128}", key):
        raise ValueError(f"`idempotency_key` is {key!r}. Give 1 to 128 visible ASCII characters.")
    return {"idempotency-key": key}


def _set(fields: Fields) -> list[tuple[str, object]]:
    return [(name, value) for name, value in fields.items() if value is not None]


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
