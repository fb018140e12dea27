"""Images that are uploaded, and files that are written."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import BinaryIO, TypeAlias

from ._requests import Form

Picture: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""A path, bytes, or a file opened for bytes."""


def form_of(picture: Picture, file_name: str | None, fields: Mapping[str, str | None]) -> Form:
    """Reads an image to its end, since a try may follow that sends it again. Fields of the value None are left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    if isinstance(picture, (str, os.PathLike)):
        with open(picture, "rb") as file:
            return Form(file.read(), file_name or os.path.basename(picture), given)
    content = bytes(picture) if isinstance(picture, (bytes, bytearray, memoryview)) else picture.read()
    if not isinstance(content, bytes):
        raise TypeError("The image is a file opened for text. Open it with the mode 'rb'.")
    return Form(content, file_name or "picture", given)


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file whole or not at all. An older file of that name is replaced."""
    with whole_file(path) as file:
        file.write(content)


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, which takes its name at the end of the `with` statement. After an error nothing is left."""
    partial = f"{os.fspath(path)}.{secrets.token_hex(4)}.part"
    try:
        with open(partial, "xb") as file:
            yield file
        os.replace(partial, path)
    except BaseException:
        if os.path.exists(partial):
            os.remove(partial)
        raise
