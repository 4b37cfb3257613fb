"""How stamps fill cards."""

from __future__ import annotations


def on_card(stamps: int, size: int) -> int:
    """Return the stamps on the current card; a full card is replaced by an empty one."""
    return stamps % size


def fills_card(stamps: int, size: int) -> bool:
    """Whether the last of these stamps filled a card."""
    return stamps > 0 and stamps % size == 0
