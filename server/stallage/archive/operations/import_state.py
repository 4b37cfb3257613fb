"""Read and change the state of an upload. Several processes do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from pydantic import ValidationError

from stallage.archive.formats.import_state import ImportState
from stallage.archive.rules.uploads import folder_of, upload_of
from stallage.core.embedded.locks import FileLock

log = structlog.get_logger(__name__)

_WAIT_SECONDS = 0.01
_REPORT_SECONDS = 0.5

Change = Callable[[ImportState | None], ImportState | None]


def _file(data_dir: Path) -> Path:
    return folder_of(data_dir) / "state.json"


def read_state(data_dir: Path) -> ImportState | None:
    """Return the state of the upload, or None if there is none."""
    try:
        content = _file(data_dir).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return ImportState.model_validate_json(content)
    except ValidationError:
        log.warning("import_state_unreadable", file=str(_file(data_dir)))
        return None


def is_import_pending(data_dir: Path) -> bool:
    """Whether the shop has to stop for an import, or was stopped during one."""
    state = read_state(data_dir)
    return state is not None and state.is_pending


@contextmanager
def locked_upload(data_dir: Path) -> Iterator[None]:
    """Let nobody else change the upload while the context lasts."""
    folder_of(data_dir).mkdir(mode=0o700, parents=True, exist_ok=True)
    with FileLock(folder_of(data_dir) / "state.lock") as lock:
        while not lock.try_exclusive():
            time.sleep(_WAIT_SECONDS)
        yield


@contextmanager
def locked_import(data_dir: Path) -> Iterator[bool]:
    """Yield whether this process alone imports while the context lasts."""
    with FileLock(folder_of(data_dir) / "import.lock") as lock:
        yield lock.try_exclusive()


def change_state(data_dir: Path, change: Change) -> ImportState | None:
    """Replace the state by what `change` returns for the current one; None deletes the upload."""
    with locked_upload(data_dir):
        after = change(read_state(data_dir))
        if after is None:
            delete_upload(data_dir)
        else:
            write_state(data_dir, after)
        return after


def write_state(data_dir: Path, state: ImportState) -> None:
    """Replace the state. After a crash the file has the old or the new one."""
    draft = _file(data_dir).with_suffix(".draft")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(state.model_dump_json(by_alias=True).encode())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(_file(data_dir))


def delete_upload(data_dir: Path) -> None:
    """Delete the uploaded file and its state."""
    upload_of(data_dir).unlink(missing_ok=True)
    _file(data_dir).unlink(missing_ok=True)


def update_upload(data_dir: Path, upload_id: str, **changes: object) -> None:
    """Set fields of an upload, unless another one has taken its place."""

    def change(current: ImportState | None) -> ImportState | None:
        if current is None or current.id != upload_id:
            return current
        return current.model_copy(update=changes)

    change_state(data_dir, change)


class StateReporter:
    """Records the progress of a command in the state of its upload."""

    def __init__(self, data_dir: Path, upload_id: str) -> None:
        self._data_dir = data_dir
        self._upload_id = upload_id
        self._step = ""
        self._last = 0.0

    def __call__(self, step: str, done: int, total: int) -> None:
        """Record a step, what is done and the total, at most twice a second."""
        now = time.monotonic()
        if step != self._step or now - self._last > _REPORT_SECONDS:
            self._step, self._last = step, now
            update_upload(self._data_dir, self._upload_id, step=step, done=done, total=total)
