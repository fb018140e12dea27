"""The settings of a client, from arguments and the environment."""

import math
import os
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

DEFAULT_URL = "http://127.0.0.1:8787"


@dataclass(frozen=True)
class Settings:
    """Where requests go, with which key, and how long one may take."""

    base_url: str
    """Without a slash at its end."""
    api_key: str = field(repr=False)
    timeout: float
    """Longest silence of the service within one request, in seconds."""


def settings_of(api_key: str | None, base_url: str | None, timeout: float) -> Settings:
    """Completes settings from the environment. Raises ValueError or TypeError with a sentence that says what to do."""
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < math.inf:
        raise ValueError(f"`timeout` is {timeout!r}. Give a number of seconds above 0.")
    return Settings(_address(base_url), _key(api_key), timeout)


def _address(given: str | None) -> str:
    url = given if given is not None else os.environ.get("ATELIER_URL") or DEFAULT_URL
    source = "ATELIER_URL" if given is None else "`base_url`"
    if not isinstance(url, str) or not _is_address(url):
        raise ValueError(f"{source} is {url!r}. Give an http or https address such as {DEFAULT_URL}.")
    return url.rstrip("/")


def _is_address(url: str) -> bool:
    try:
        parsed = urlsplit(url)
        has_host = bool(parsed.hostname) and parsed.port != 0
    except ValueError:
        return False
    # httpx would send a name and password of the address in place of the key.
    return parsed.scheme in ("http", "https") and has_host and "@" not in url and not re.search(r"\s", url)


def _key(given: str | None) -> str:
    if given is not None and not isinstance(given, str):
        # Keys are never shown in messages.
        raise TypeError(f"`api_key` is of type {type(given).__name__}. Give the key as a string.")
    key = (given if given is not None else os.environ.get("ATELIER_API_KEY", "")).strip()
    if not key:
        raise ValueError("There is no API key. Pass `api_key`, or set ATELIER_API_KEY.")
    if not re.fullmatch("[!-~]+", key):
        raise ValueError("The API key has characters that no key has. Copy it again.")
    return key
