"""Sales, sliders, tiles and collections as sources of product lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class ListSource:
    """A sale, slider, tile or named collection: a list of the products in its collection."""

    collection_id: int
    title: str
    description: str
    image: dict[str, Any] | None
    link: str
    starts_at: datetime | None
    ends_at: datetime | None
    seo_title: str = ""
    """Title of the page for search engines; empty: its own title."""
    seo_description: str = ""

    def is_shown(self, now: datetime) -> bool:
        """Whether shoppers can see it now."""
        return (self.starts_at is None or self.starts_at <= now) and (
            self.ends_at is None or now < self.ends_at
        )
