"""Tables of imports."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, Integer, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class ImportRun(Model):
    """An uploaded file and what was done with it."""

    __tablename__ = "import_runs"
    __table_args__ = (
        CheckConstraint(
            "state IN ('mapping', 'checking', 'checked', 'importing', 'imported', 'undoing',"
            " 'undone', 'failed')",
            name="state",
        ),
        CheckConstraint("done >= 0 AND done <= total", name="progress"),
        Index("ix_import_runs_kind", "kind", text("id DESC")),
        Index("ix_import_runs_created_at", "created_at"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    kind: Mapped[str]
    """A name of `operations.registry`, such as `products`."""
    format: Mapped[str]
    """A format of the kind, such as `shopify`."""
    file_name: Mapped[str]
    file_bytes: Mapped[int]
    encoding: Mapped[str]
    delimiter: Mapped[str]
    """Empty for a format without one."""
    columns: Mapped[list[Any]]
    """Of the file, in order: name, samples, and the proposed target."""
    header_key: Mapped[str]
    """Identifies files with the same kind and header."""
    mapping: Mapped[list[Any]]
    """The target of each column; an empty text ignores it."""
    remembered: Mapped[bool]
    """Whether the first mapping was that of an earlier file with this header."""
    options: Mapped[dict[str, Any]]
    state: Mapped[str]
    run_key: Mapped[str]
    """Changes with every start of a job, so that an older one stops."""
    reason: Mapped[str | None]
    """Why the file could not be read, or the import stopped early."""
    rows: Mapped[int]
    total: Mapped[int]
    """Items of the phase that runs."""
    done: Mapped[int]
    more_messages: Mapped[int]
    """Messages beyond those that are stored."""
    operator_id: Mapped[int | None] = mapped_column(ForeignKey("operators.id", ondelete="SET NULL"))
    """Who started the last phase."""
    actor_kind: Mapped[str]
    actor_id: Mapped[int | None]
    actor_name: Mapped[str]
    address: Mapped[str | None]
    created_by: Mapped[str]
    created_at: Mapped[datetime]
    imported_at: Mapped[datetime | None]
    undo_until: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]


class ImportFilePart(Model):
    """A part of an uploaded file. Deleted once the file was imported."""

    __tablename__ = "import_file_parts"

    import_id: Mapped[int] = mapped_column(
        ForeignKey("import_runs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class ImportItem(Model):
    """A record of a file, such as a product with all its rows."""

    __tablename__ = "import_items"
    __table_args__ = (
        CheckConstraint(
            "outcome IN ('created', 'changed', 'unchanged', 'archived', 'failed')", name="outcome"
        ),
        CheckConstraint(
            "state IN ('planned', 'done', 'failed', 'skipped', 'undone', 'conflict')", name="state"
        ),
        Index("ix_import_items_outcome", "import_id", "outcome", "position"),
        Index("ix_import_items_state", "import_id", "state", "position"),
    )

    import_id: Mapped[int] = mapped_column(
        ForeignKey("import_runs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    key: Mapped[str]
    """What identifies the record, such as a slug."""
    label: Mapped[str]
    line: Mapped[int]
    """Of its first row in the file; 0 for a record that the file does not have."""
    outcome: Mapped[str]
    changes: Mapped[list[Any]]
    """`registry.Change` as objects."""
    more_changes: Mapped[int]
    payload: Mapped[dict[str, Any] | None]
    """What the kind needs to import it."""
    state: Mapped[str]
    message: Mapped[str | None]
    target_id: Mapped[int | None]
    """The record that was written, once it was."""
    undo: Mapped[dict[str, Any] | None]
    """What the kind needs to undo it; null if nothing was changed."""
    undo_result: Mapped[str | None]


class ImportMessage(Model):
    """An error or a warning about a row."""

    __tablename__ = "import_messages"

    import_id: Mapped[int] = mapped_column(
        ForeignKey("import_runs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    severity: Mapped[str]
    line: Mapped[int]
    column_name: Mapped[str]
    """As in the file; empty if it concerns no single column."""
    value: Mapped[str]
    text: Mapped[str]


class ImportMapping(Model):
    """The mapping that was confirmed last for a header."""

    __tablename__ = "import_mappings"

    header_key: Mapped[str] = mapped_column(primary_key=True)
    mapping: Mapped[list[Any]]
    used_at: Mapped[datetime]
