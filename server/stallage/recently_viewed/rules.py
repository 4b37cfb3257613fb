"""How long the list is."""

from __future__ import annotations

LIMIT = 20
