"""From parsed JSON to the classes of `types`."""

from dataclasses import fields, is_dataclass
from datetime import datetime
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

T = TypeVar("T")


def decode(kind: type[T], value: object) -> T:
    """Makes a typed object of parsed JSON. Raises ValueError where the JSON has another shape."""
    try:
        made: T = _made(kind, value)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a {kind}: {error}") from error
    return made


def _made(kind: Any, value: Any) -> Any:
    if get_origin(kind) is UnionType:  # `X | None`, the only union that answers have
        return None if value is None else _made(get_args(kind)[0], value)
    if get_origin(kind) is list:
        return [_made(get_args(kind)[0], item) for item in value]
    if kind is datetime:
        return datetime.fromisoformat(value)
    if is_dataclass(kind):
        # A field named like a word of Python, such as `from_`, ends in an underscore.
        known = {field.name: field.name.rstrip("_") for field in fields(kind)}
        made = {field.name: field.type for field in fields(kind) if known[field.name] in value}
        return kind(**{name: _made(each, value[known[name]]) for name, each in made.items()})  # type: ignore[operator]
    return value
