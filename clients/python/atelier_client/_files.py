"""Images that are uploaded, and files that are written."""

import os
import secrets
from typing import BinaryIO, TypeAlias

from ._requests import Form

Picture: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""A path, bytes, or a file opened for bytes."""


def form_of(picture: Picture, use: str | None, file_name: str | None) -> Form:
    """Reads an image to its end, since a try may follow that sends it again."""
    fields = {} if use is None else {"type": use}
    if isinstance(picture, (str, os.PathLike)):
        with open(picture, "rb") as file:
            return Form(file.read(), file_name or os.path.basename(picture), fields)
    content = bytes(picture) if isinstance(picture, (bytes, bytearray, memoryview)) else picture.read()
    if not isinstance(content, bytes):
        raise TypeError("The image is a file opened for text. Open it with the mode 'rb'.")
    return Form(content, file_name or "picture", fields)


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file whole or not at all. An older file of that name is replaced."""
    partial = f"{os.fspath(path)}.{secrets.token_hex(4)}.part"
    try:
        with open(partial, "xb") as file:
            file.write(content)
        os.replace(partial, path)
    except BaseException:
        if os.path.exists(partial):
            os.remove(partial)
        raise
