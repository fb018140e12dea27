"""What goes wrong, each in one plain sentence for the operator or the customer."""

from __future__ import annotations


class Failure(Exception):
    """A failure under its name in the FASHN protocol, with one sentence."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


#: Words of PyTorch's and CUDA's errors, and the sentence that says what to do.
_KNOWN: tuple[tuple[str, str], ...] = (
    ("driver on your system is too old", "The NVIDIA driver is too old for this PyTorch: install a newer driver."),
    ("driver version is insufficient", "The NVIDIA driver is too old for this PyTorch: install a newer driver."),
    ("Found no NVIDIA driver", "There is no NVIDIA driver: install one, and give the card to the container."),
    ("No CUDA GPUs are available", "There is no card: this machine or container sees no NVIDIA GPU."),
    ("not compiled with CUDA", "This PyTorch was built without CUDA: install the build for your driver."),
)


#: Words of PyTorch, ONNX Runtime and cuBLAS for a card without room.
_OUT_OF_MEMORY = ("out of memory", "Failed to allocate memory", "ALLOC_FAILED")


def sentence_of(error: BaseException) -> str:
    """One sentence for an error of the pipeline, PyTorch or CUDA."""
    if isinstance(error, Failure):
        return error.message
    if type(error).__name__ == "OutOfMemoryError" or any(words in str(error) for words in _OUT_OF_MEMORY):
        return "The card is out of memory: end other programs that use it, or take a card with more."
    if isinstance(error, ModuleNotFoundError):
        return f"The Python package {error.name} is missing: install deploy/gpu/requirements.txt."
    known = next((sentence for words, sentence in _KNOWN if words in str(error)), None)
    said = str(error).strip().partition("\n")[0]
    return known or f"The model failed: {type(error).__name__}: {said[:200] or 'no message'}"
