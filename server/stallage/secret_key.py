"""The key that signs tokens and codes, in a file of the data folder."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

FILE = "secret-key"
MIN_CHARACTERS = 32
"""A shorter key could be guessed from one token."""


class SecretKeyUnusable(OSError):
    """The file exists but contains no key; the text says what to do."""


def secret_key_in(folder: Path) -> bytes:
    """Read the folder's key; create it with mode 0600 if there is none. Raises SecretKeyUnusable."""
    path = folder / FILE
    if not path.exists():
        _create(folder, path)
    return read_secret_key(path)


def read_secret_key(path: Path) -> bytes:
    """Read the key in a file. Raises SecretKeyUnusable."""
    key = path.read_bytes()
    if len(key.strip()) < MIN_CHARACTERS:
        raise SecretKeyUnusable(
            f"{path} is empty or incomplete, perhaps after a crash. Restore it from a backup, or"
            " delete it: the next start creates a new key, and everybody has to sign in again."
        )
    return key


def _create(folder: Path, path: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"{FILE}.{secrets.token_hex(8)}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        # Written to disk before it gets its name, so that a crash leaves the complete key or none.
        os.fsync(file.fileno())
    # A hard link fails if another process was first, so all processes use one key.
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
    entry = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(entry)
    finally:
        os.close(entry)
