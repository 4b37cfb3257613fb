"""Which uploads are in use: each feature that shows them says where.

    pictures_stand_in("reviews", "SELECT … AS id FROM reviews …")

It is said in the feature's `jobs`, which every process loads that clears away. What stands nowhere is
cleared away after a while.
"""

from __future__ import annotations

IN_USE: dict[str, str] = {}
"""Feature → SQL that selects the ids of the uploads that it shows, none of them null."""


def pictures_stand_in(feature: str, ids: str) -> None:
    """Declares where uploads stand. `ids` is SQL text of the feature's own, never values."""
    if IN_USE.setdefault(feature, ids) != ids:
        raise ValueError(f"{feature} says twice where uploads stand")
