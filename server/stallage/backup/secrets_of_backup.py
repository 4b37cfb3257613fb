"""The secret key and the settings of a backup, fitted to the machine they are restored on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stallage.backup.archive import MAX_SECRET, SECRET_KEY, SETTINGS, read_parts
from stallage.backup.draft import sync
from stallage.settings import SETTINGS_FILE, Settings

_PLACES = (
    *("STALLAGE_DATA_DIR", "STALLAGE_DATABASE_URL", "STALLAGE_STORAGE_URL"),
    *("STALLAGE_STORAGE_ACCESS_KEY", "STALLAGE_STORAGE_SECRET_KEY"),
)
"""Where the shop lies. A backup is restored to where the shop lies now, so these are not restored."""
_PLACE = re.compile(rf"\s*(?:export\s+)?(?:{'|'.join(_PLACES)})\s*=", re.IGNORECASE)


def prepare_secrets(backup: Path, settings: Settings, folder: Path) -> None:
    """Write the secret files of a backup into a new folder, each of mode 0600."""
    folder.mkdir(mode=0o700)
    with backup.open("rb") as file:
        for part in read_parts(file):
            if part.name == SECRET_KEY:
                _write(folder / SECRET_KEY, part.read(MAX_SECRET))
            elif part.name == SETTINGS:
                here = settings.data_dir / SETTINGS_FILE
                present = here.read_text() if here.exists() else ""
                merged = "\n".join(_merged(part.read(MAX_SECRET).decode(), present))
                _write(folder / SETTINGS, f"{merged}\n".encode())


def _merged(restored: str, present: str) -> Iterator[str]:
    for line in restored.splitlines():
        yield f"# Not restored: {line}" if _PLACE.match(line) else line
    yield from (line for line in present.splitlines() if _PLACE.match(line))


def _write(path: Path, content: bytes) -> None:
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(content)
    sync(path)


def other_key_is_set(settings: Settings, data_dir: Path) -> bool:
    """Whether STALLAGE_SECRET_KEY is set to another key than the one that was restored."""
    configured = settings.secret_key.get_secret_value().encode()
    restored = (data_dir / SECRET_KEY).read_bytes()
    return bool(configured) and configured != restored
