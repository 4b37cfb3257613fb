"""Restore a backup: verify it, prepare the new shop beside the old one, then replace the old one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stallage.backup.errors import BackupError, from_os_error
from stallage.backup.formats.archive import MEDIA, read_parts
from stallage.backup.operations.new_file import sync
from stallage.backup.operations.progress import Progress
from stallage.backup.operations.restore_embedded import restore_embedded
from stallage.backup.operations.restore_external import restore_external
from stallage.backup.operations.restore_secrets import has_other_secret_key
from stallage.backup.operations.verify import BackupSummary, verify_backup
from stallage.backup.providers.programs import locate_programs
from stallage.core.media import KINDS
from stallage.core.storage import Storage, create_storage
from stallage.migrations import head, plugin_chains
from stallage.settings import Settings


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The result of a restore."""

    backup: BackupSummary
    old_database: str
    """Path or schema of the old database; empty if there was none."""
    other_key: bool
    """Whether STALLAGE_SECRET_KEY overrides the restored key."""


def restore_backup(
    settings: Settings, path: Path, progress: Progress, *, replace: bool
) -> RestoreResult:
    """Restore a backup. Raises BackupError, and then leaves the shop unchanged."""
    programs = locate_programs(settings)
    backup = verify_backup(path, programs, progress)
    _check_revision(backup)
    name = f"replaced_{datetime.now(UTC):%Y%m%dt%H%M%S%f}"
    restore = restore_external if settings.database_url else restore_embedded
    try:
        old = restore(
            settings,
            path,
            programs,
            backup.metadata,
            name,
            replace=replace,
            pictures=lambda: _restore_pictures(path, settings, progress),
        )
    except OSError as error:
        raise from_os_error(error, settings.data_dir) from error
    finally:
        progress.clear()
    return RestoreResult(backup, old, has_other_secret_key(settings, settings.data_dir))


def _check_revision(backup: BackupSummary) -> None:
    metadata = backup.metadata
    if metadata.revision > head():
        raise BackupError(
            f"The backup was made by a newer release ({metadata.program}, schema "
            f"{metadata.revision}; this release has {head()}). Install that release first."
        )
    revisions = metadata.plugins or {}
    for chain in plugin_chains():
        if revisions.get(chain.feature, "") > chain.head:
            raise BackupError(
                f"The backup was made with a newer release of the plug-in {chain.feature} (schema "
                f"{revisions[chain.feature]}; this release has {chain.head}). Install that release "
                "first."
            )


def _media(settings: Settings) -> Storage:
    return create_storage(
        settings.storage_url,
        settings.storage_access_key,
        settings.storage_secret_key,
        settings.data_dir / "media",
    )


def _restore_pictures(path: Path, settings: Settings, progress: Progress) -> None:
    """Write the missing pictures.

    A picture's name depends on its content, so no picture of the old shop is replaced by another.
    """
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
