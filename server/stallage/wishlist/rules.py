"""How long a wishlist is."""

from __future__ import annotations

MAX_WISHES = 500
