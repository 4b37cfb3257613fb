"""Arguments of the audit log's actions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """What was changed."""

    kind: str
    """Such as `order`."""
    id: int | str | None
    label: str
    """What people call it, such as `SO-7K2M-9QXD`."""
