"""Where archives for download are stored: in the data folder, which no web server serves."""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"([1-9][0-9]{0,17})\.(tar|secrets)")


def folder_of(data_dir: Path) -> Path:
    """Return the folder of archives."""
    return data_dir / "archives"


def file_of(data_dir: Path, archive_id: int) -> Path:
    """Return the file of an archive."""
    return folder_of(data_dir) / f"{archive_id}.tar"


def secrets_of(data_dir: Path, archive_id: int) -> Path:
    """Return the file with the encrypted secrets of an archive that is still to be written."""
    return folder_of(data_dir) / f"{archive_id}.secrets"


def id_of(path: Path) -> int | None:
    """Return the archive that a file belongs to; None for other files."""
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else None
