"""Files that `stallage import` hands to later features."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from stallage.core.runtime import Runtime


@dataclass(frozen=True, slots=True)
class OtherReport:
    """What an import of such a file did."""

    lines: tuple[str, ...]
    exit_status: int
    """0: all rows were imported; 2: some were refused; 1: nothing was imported."""


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A kind of file besides catalogues."""

    recognises: Callable[[Path], bool]
    run: Callable[[Runtime, Path], Awaitable[OtherReport]]


OTHER_FILES: list[OtherFile] = []


def register_other_file(other: OtherFile) -> None:
    """Let `stallage import` read a kind of file."""
    OTHER_FILES.append(other)
