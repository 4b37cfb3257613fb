"""Take over the key and the settings of an archive, next to this machine's own."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from stallage.archive.formats.secrets import Secrets
from stallage.archive.rules.settings import own_settings, settings_lines
from stallage.archive.rules.uploads import folder_of
from stallage.backup.operations.create import fingerprint_of
from stallage.backup.operations.new_file import sync
from stallage.secret_key import FILE as KEY_FILE
from stallage.settings import SETTINGS_FILE, Settings


@dataclass(slots=True)
class TakeOver:
    """The files to write. What they held before is stored until the import has ended."""

    settings: Settings
    added: Mapping[str, str]
    """Settings of the archive that this machine does not set."""
    overridden: tuple[str, ...]
    """Settings of the archive that this machine sets to something else."""
    key: str
    """The archive's key; empty if it is not known."""

    def write(self, mark: str) -> None:
        """Write both files. `mark` says which import it is that does."""
        folder = self.settings.data_dir
        contents: dict[str, bytes] = {}
        if self.key:
            contents[KEY_FILE] = self.key.encode()
        if self.added:
            file = folder / SETTINGS_FILE
            current = file.read_text() if file.exists() else ""
            lines = "\n".join(settings_lines(self.added))
            contents[SETTINGS_FILE] = f"{current.rstrip()}\n{lines}\n".lstrip().encode()
        if contents:
            _store_previous(folder, mark, tuple(contents))
        for name, content in contents.items():
            _write(folder / name, content)


def _previous(data_dir: Path) -> Path:
    return folder_of(data_dir) / "before.json"


def _store_previous(data_dir: Path, mark: str, names: tuple[str, ...]) -> None:
    paths = {name: data_dir / name for name in names}
    previous = {
        name: base64.b64encode(path.read_bytes()).decode() if path.exists() else None
        for name, path in paths.items()
    }
    _write(_previous(data_dir), orjson.dumps({"mark": mark, "files": previous}))


def _read_previous(data_dir: Path, mark: str) -> dict[str, str | None]:
    """Return what the files held before an import; empty if it was another one."""
    if not _previous(data_dir).exists():
        return {}
    stored = orjson.loads(_previous(data_dir).read_bytes())
    return dict(stored["files"]) if stored["mark"] == mark else {}


def undo_take_over(data_dir: Path, mark: str) -> None:
    """Write what the files held before an import that failed."""
    for name, content in _read_previous(data_dir, mark).items():
        if content is None:
            (data_dir / name).unlink(missing_ok=True)
        else:
            _write(data_dir / name, base64.b64decode(content))
    forget_previous(data_dir, mark)


def forget_previous(data_dir: Path, mark: str) -> None:
    """Delete what the files held before an import: it has ended."""
    if _read_previous(data_dir, mark):
        _previous(data_dir).unlink(missing_ok=True)


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
