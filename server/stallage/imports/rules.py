"""States and limits of imports."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal, TypeAlias

from stallage.core.retry_policies import Lane, RetryPolicy

State: TypeAlias = Literal[
    "mapping", "checking", "checked", "importing", "imported", "undoing", "undone", "failed"
]
"""`failed`: the dry run could not read the file; its mapping can be changed."""
Outcome: TypeAlias = Literal["created", "changed", "unchanged", "archived", "failed"]
"""What the dry run expects of an item. `archived` are records that the file does not have."""
ItemState: TypeAlias = Literal["planned", "done", "failed", "skipped", "undone", "conflict"]
"""`skipped`: the import was stopped before it. `conflict`: changed since, so undo has left it."""
UndoResult: TypeAlias = Literal["removed", "archived", "restored", "conflict"]
Severity: TypeAlias = Literal["error", "warning"]

RUNNING: tuple[State, ...] = ("checking", "importing", "undoing")
MAPPABLE: tuple[State, ...] = ("mapping", "checked", "failed")
DISCARDABLE: tuple[State, ...] = ("mapping", "checking", "checked", "failed")

MAX_FILE_BYTES = 32 * 1024 * 1024
MAX_UNPACKED_BYTES = 128 * 1024 * 1024
"""Of a compressed file, so that a small one cannot fill the disk."""
PART_BYTES = 1024 * 1024
MAX_COLUMNS = 500
MAX_ITEMS = 100_000
MAX_MESSAGES = 20_000
"""Messages that are stored; further ones are only counted."""
MAX_CHANGES = 200
"""Changes of an item that are stored; further ones are only counted."""
MAX_CELL = 200
"""Characters of a cell in samples and messages."""
SAMPLES = 3
READ_BATCH = 200
WRITE_BATCH = 100
BATCHES = 10
UNDO_ITEMS = 200
"""Batches and items of one run of a job. Then it queues again, so that other jobs get their turn."""

UNDO_FOR = timedelta(days=30)
KEEP = timedelta(days=90)
KEEP_UNUSED = timedelta(days=7)
"""Files that were not imported."""

POLICY = RetryPolicy(
    Lane.OPERATORS,
    first_pause=timedelta(seconds=5),
    longest_pause=timedelta(minutes=10),
    retry_for=timedelta(days=1),
    run_limit=timedelta(minutes=30),
)

FAILED = "Something went wrong. Nothing was changed."
NO_PERMISSION = "You no longer have the permission."


def shorten(text: str, limit: int = MAX_CELL) -> str:
    """Return a text for the screen, without NUL and of at most `limit` characters."""
    plain = text.replace("\0", "�")
    return plain if len(plain) <= limit else f"{plain[: limit - 1]}…"
