"""Stops a server whose users were killed."""

from __future__ import annotations

from pathlib import Path

from stallage.core.embedded import postmaster
from stallage.core.embedded.folder import open_folder


def stop_orphan(data_dir: Path) -> None:
    """Stop any PostgreSQL still running in `data_dir`, which the caller must use exclusively."""
    if not data_dir.exists():
        return
    folder = open_folder(data_dir)
    server = postmaster.find(folder)
    if server is not None:
        postmaster.stop(folder, server)
    postmaster.kill_strays(folder)
