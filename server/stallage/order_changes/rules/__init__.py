"""Versions of previews."""

from __future__ import annotations

import hashlib
import json

from stallage.core.json_types import JsonObject


def version_of(figures: JsonObject) -> str:
    """The version of a preview with these figures.

    Figures that change all the time in a busy shop, such as stock and the next number of a document, are
    left out by the caller: they may differ without being wrong.
    """
    text = json.dumps(figures, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
