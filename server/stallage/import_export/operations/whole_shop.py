"""Files of a whole shop, which a later feature exports and imports with the same commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WholeShopFile:
    """The commands for a file that holds a whole shop."""

    recognises: Callable[[Path], bool]
    export: Callable[[Path, Path | None], None]
    """Takes the file to write, and a file with the passphrase."""
    load: Callable[[Path, Path | None], None]
    """Takes the file to import, and a file with the passphrase."""
    verify: Callable[[Path], None]


_registered: list[WholeShopFile] = []


def register_whole_shop(file: WholeShopFile) -> None:
    """Declare the commands."""
    _registered[:] = [file]


def whole_shop() -> WholeShopFile:
    """Return the declared commands."""
    return _registered[0]
