"""Limits and places of an uploaded archive. One shop has one at most."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path

PART_BYTES = 4 * 1024 * 1024
"""A part is held in memory, and a part that fails is sent again."""
MAX_BYTES = 50 * 1024 * 1024 * 1024
"""Larger archives are imported on the command line."""
SPARE_BYTES = 256 * 1024 * 1024
"""What must stay free on the disk."""
VALID_FOR = timedelta(days=1)
"""The file has all personal data of a shop."""

PENDING = frozenset({"starting", "running"})
"""States in which the shop is stopped for an import."""
BUSY = frozenset({"checking", *PENDING})


def folder_of(data_dir: Path) -> Path:
    """Return the folder of an upload, which no web server serves."""
    return data_dir / "archive-import"


def upload_of(data_dir: Path) -> Path:
    """Return the uploaded file."""
    return folder_of(data_dir) / "upload.tar"


def hash_token(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
