"""The key that signs tokens and codes, in a file of the data folder."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

FILE = "secret-key"
MIN_CHARACTERS = 32
"""A shorter one can be guessed from one token."""


class SecretKeyUnusable(OSError):
    """The file is there and holds no key; the text says what to do."""


def secret_key_in(folder: Path) -> bytes:
    """The folder's key; made at mode 0600 where there is none. Raises SecretKeyUnusable."""
    path = folder / FILE
    if not path.exists():
        _make(folder, path)
    return read_secret_key(path)


def read_secret_key(path: Path) -> bytes:
    """The key in a file. Raises SecretKeyUnusable."""
    key = path.read_bytes()
    if len(key.strip()) < MIN_CHARACTERS:
        raise SecretKeyUnusable(
            f"{path} is empty or incomplete, perhaps after a crash. Put it back from a backup, or"
            " delete it: the next start makes a new key, and everybody has to sign in again."
        )
    return key


def _make(folder: Path, path: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"{FILE}.{secrets.token_hex(8)}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        # On disk before it has its name: a crash leaves the whole key or none.
        os.fsync(file.fileno())
    # A hard link fails where another process was first, so all agree on one key.
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
    entry = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(entry)
    finally:
        os.close(entry)
