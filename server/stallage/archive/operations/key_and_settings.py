"""Take over the key and the settings of an archive, next to this machine's own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stallage.archive.formats.secrets import Secrets
from stallage.archive.rules.settings import own_settings, settings_lines
from stallage.backup.operations.create import fingerprint_of
from stallage.backup.operations.new_file import sync
from stallage.secret_key import FILE as KEY_FILE
from stallage.settings import SETTINGS_FILE, Settings


@dataclass(slots=True)
class TakeOver:
    """The files to write, and what they held before."""

    settings: Settings
    added: Mapping[str, str]
    """Settings of the archive that this machine does not set."""
    overridden: tuple[str, ...]
    """Settings of the archive that this machine sets to something else."""
    key: str
    """The archive's key; empty if it is not known."""
    before: dict[Path, bytes | None]

    def write(self) -> None:
        """Write both files."""
        folder = self.settings.data_dir
        if self.key:
            self._replace(folder / KEY_FILE, self.key.encode())
        if self.added:
            file = folder / SETTINGS_FILE
            current = file.read_text() if file.exists() else ""
            lines = "\n".join(settings_lines(self.added))
            self._replace(file, f"{current.rstrip()}\n{lines}\n".lstrip().encode())

    def undo(self) -> None:
        """Write what the files held before."""
        for path, content in self.before.items():
            if content is None:
                path.unlink(missing_ok=True)
            else:
                _write(path, content)
        self.before.clear()

    def _replace(self, path: Path, content: bytes) -> None:
        self.before[path] = path.read_bytes() if path.exists() else None
        _write(path, content)


def plan_take_over(
    settings: Settings, archived: Mapping[str, str], opened: Secrets | None
) -> TakeOver:
    """Compare the settings and secrets of an archive with those of this machine, which win."""
    own = own_settings(settings)
    theirs = {**archived, **(opened.settings if opened else {})}
    return TakeOver(
        settings,
        added={name: value for name, value in theirs.items() if name not in own},
        overridden=tuple(
            sorted(name for name, value in theirs.items() if own.get(name, value) != value)
        ),
        key=opened.secret_key if opened else "",
        before={},
    )


def has_key(settings: Settings, key: str) -> bool:
    """Whether the key with this fingerprint is configured, in the data folder or as an earlier one."""
    return key in {fingerprint_of(one) for one in (settings.secret(), *settings.previous_secrets())}


def _write(path: Path, content: bytes) -> None:
    """Replace a file of mode 0600; after a crash it has the old or the new content."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    sync(path.parent)
