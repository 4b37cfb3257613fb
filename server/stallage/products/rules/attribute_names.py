"""Names of options and attributes in URLs."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 60


def facet_name(label: str) -> str:
    """Return the name that follows `attr.` in a URL: `Made in` → `made_in`."""
    folded = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", folded).strip("_")[:MAX_NAME] or "other"


def default_label(name: str) -> str:
    """Return the label of a facet that has none: `made_in` → `Made in`."""
    return name.replace("_", " ").capitalize()
