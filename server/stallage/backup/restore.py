"""Restores a backup: checked first, prepared beside the old shop, then put in its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup.archive import MEDIA, read_parts
from stallage.backup.draft import sync
from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.programs import programs_for
from stallage.backup.progress import Progress
from stallage.backup.restore_embedded import restore_embedded
from stallage.backup.restore_external import restore_external
from stallage.backup.secrets_of_backup import other_key_is_set
from stallage.backup.verify import Verified, verify_backup
from stallage.core.media import KINDS
from stallage.core.storage import Storage, create_storage
from stallage.migrations import head, plugin_chains
from stallage.settings import Settings


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done."""

    backup: Verified
    old_database: str
    """Where the old database was set aside; empty where there was none."""
    other_key: bool
    """Whether a configured secret key overrides the restored one."""


def restore_backup(
    settings: Settings, path: Path, progress: Progress, *, replace: bool
) -> Restored:
    """Restore a backup. Raises BackupError; then the shop is as it was."""
    programs = programs_for(settings)
    backup = verify_backup(path, programs, progress)
    _check_revision(backup)
    name = f"replaced_{datetime.now(UTC):%Y%m%dt%H%M%S%f}"
    put = restore_external if settings.database_url else restore_embedded
    try:
        old = put(
            settings,
            path,
            programs,
            backup.about,
            name,
            replace=replace,
            pictures=lambda: _put_pictures(path, settings, progress),
        )
    except OSError as error:
        raise from_os_error(error, settings.data_dir) from error
    finally:
        progress.clear()
    return Restored(backup, old, other_key_is_set(settings, settings.data_dir))


def _check_revision(backup: Verified) -> None:
    if backup.about.revision > head():
        raise BackupError(
            f"The backup was made by a newer release ({backup.about.program}, schema "
            f"{backup.about.revision}; this one knows {head()}). Install that release first."
        )
    made_with = backup.about.plugins or {}
    for chain in plugin_chains():
        if made_with.get(chain.feature, "") > chain.head:
            raise BackupError(
                f"The backup was made with a newer release of the plug-in {chain.feature} (schema "
                f"{made_with[chain.feature]}; this one knows {chain.head}). Install that release first."
            )


def _media(settings: Settings) -> Storage:
    return create_storage(
        settings.storage_url,
        settings.storage_access_key,
        settings.storage_secret_key,
        settings.data_dir / "media",
    )


def _put_pictures(path: Path, settings: Settings, progress: Progress) -> None:
    """Write the pictures that are not there. Their names say their content: none is overwritten
    with another, so the old shop does not notice."""
    storage, count = _media(settings), 0
    written: list[str] = []
    with path.open("rb") as file:
        for part in read_parts(file):
            if part.name.startswith(MEDIA):
                name = part.name.removeprefix(MEDIA)
                content = b"".join(part.chunks())
                if storage.read(name) != content:
                    storage.write(name, content, KINDS[name.rpartition(".")[2]])
                    written.append(name)
                count += 1
                progress.show("Pictures", count, "files")
    if not settings.storage_url:
        _sync_files(settings.data_dir / "media", written)


def _sync_files(media: Path, names: list[str]) -> None:
    for name in names:
        sync(media / name)
    for folder in {parent for name in names for parent in (media / name).parents}:
        if folder.is_relative_to(media):
            sync(folder)
