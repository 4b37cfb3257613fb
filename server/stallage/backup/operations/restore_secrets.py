"""Restore the secret key and the settings of a backup, adapted to this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stallage.backup.formats.archive import MAX_SECRET, SECRET_KEY, SETTINGS, read_parts
from stallage.backup.operations.new_file import sync
from stallage.settings import SETTINGS_FILE, Settings

_LOCATIONS = (
    *("STALLAGE_DATA_DIR", "STALLAGE_DATABASE_URL", "STALLAGE_STORAGE_URL"),
    *("STALLAGE_STORAGE_ACCESS_KEY", "STALLAGE_STORAGE_SECRET_KEY"),
)
"""Settings that locate the shop's data. They keep the values of this machine."""
_LOCATION = re.compile(rf"\s*(?:export\s+)?(?:{'|'.join(_LOCATIONS)})\s*=", re.IGNORECASE)


def prepare_secrets(backup: Path, settings: Settings, folder: Path) -> None:
    """Write the secret files of a backup, of mode 0600, to a new folder."""
    folder.mkdir(mode=0o700)
    with backup.open("rb") as file:
        for part in read_parts(file):
            if part.name == SECRET_KEY:
                _write(folder / SECRET_KEY, part.read(MAX_SECRET))
            elif part.name == SETTINGS:
                current_file = settings.data_dir / SETTINGS_FILE
                current = current_file.read_text() if current_file.exists() else ""
                lines = "\n".join(_merge(part.read(MAX_SECRET).decode(), current))
                _write(folder / SETTINGS, f"{lines}\n".encode())


def _merge(restored: str, current: str) -> Iterator[str]:
    for line in restored.splitlines():
        yield f"# Not restored: {line}" if _LOCATION.match(line) else line
    yield from (line for line in current.splitlines() if _LOCATION.match(line))


def _write(path: Path, content: bytes) -> None:
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(content)
    sync(path)


def has_other_secret_key(settings: Settings, data_dir: Path) -> bool:
    """Whether STALLAGE_SECRET_KEY is set and differs from the restored key."""
    configured = settings.secret_key.get_secret_value().encode()
    restored = (data_dir / SECRET_KEY).read_bytes()
    return bool(configured) and configured != restored
