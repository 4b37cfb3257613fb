"""How options and attributes are called in addresses."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 60


def facet_name(label: str) -> str:
    """`Made in` → `made_in`: what follows `attr.` in an address."""
    folded = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", folded).strip("_")[:MAX_NAME] or "other"
