"""Measures the space that the shop uses. Walking folders may take minutes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from stallage.backoffice.schemas.health import Disk, Space, UsedSpace
from stallage.settings import Settings

Holds = Literal["data", "backups"]

DATABASE_FOLDER = "postgres"
"""Of the embedded database, whose size the server reports."""


def measure_space(settings: Settings, database: int) -> Space:
    """Measure what the data folder and the folder of backups use. `database` is in bytes."""
    folder = settings.data_dir
    media, search, archives = (
        sum(_sizes(folder / name)) for name in ("media", "search", "archives")
    )
    backups = sum(_sizes(Path(settings.backup_folder))) if settings.backup_folder else 0
    known = {"media", "search", "archives", DATABASE_FOLDER}
    other = sum(
        sum(_sizes(path)) if path.is_dir() else path.stat().st_size
        for path in _entries(folder)
        if path.name not in known
    )
    sizes: dict[Literal["media", "database", "search", "backups", "archives", "other"], int] = {
        "database": database,
        "media": media,
        "search": search,
        "backups": backups,
        "archives": archives,
        "other": other,
    }
    return Space(
        used=[UsedSpace(name=name, bytes=size) for name, size in sizes.items()],
        disks=list(_disks(settings)),
    )


def _disks(settings: Settings) -> Iterator[Disk]:
    folders: dict[Holds, Path] = {"data": settings.data_dir}
    if settings.backup_folder:
        folders["backups"] = Path(settings.backup_folder)
    holds: dict[int, list[Holds]] = {}
    usage = {}
    for name, folder in folders.items():
        if folder.is_dir():
            device = folder.stat().st_dev
            holds.setdefault(device, []).append(name)
            usage[device] = shutil.disk_usage(folder)
    for device, names in holds.items():
        yield Disk(holds=names, free=usage[device].free, total=usage[device].total)


def _entries(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if not path.is_symlink()]
    except OSError:
        return []


def _sizes(folder: Path) -> Iterator[int]:
    """Yield the sizes of all files below a folder. Files may disappear meanwhile."""
    for parent, _folders, names in os.walk(folder):
        for name in names:
            try:
                yield Path(parent, name).lstat().st_size
            except OSError:
                continue
