"""Ends a server whose users were killed, on a folder that the caller keeps to itself."""

from __future__ import annotations

from pathlib import Path

from stallage.core.embedded import postmaster
from stallage.core.embedded.folder import open_folder


def end_orphan(data_dir: Path) -> None:
    """End whatever PostgreSQL still works in `data_dir`; nobody else may use it."""
    if not data_dir.exists():
        return
    folder = open_folder(data_dir)
    server = postmaster.find(folder)
    if server is not None:
        postmaster.stop(folder, server)
    postmaster.kill_strays(folder)
