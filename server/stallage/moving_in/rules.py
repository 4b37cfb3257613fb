"""Rules of what moves in from another shop."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from stallage.moving_in.drafts import OrderDraft

SYSTEM_NAMES: Mapping[str, str] = {"shopify": "Shopify", "woocommerce": "WooCommerce"}

NOT_BOUGHT = frozenset({"voided", "pending"})
"""Payments after which nothing was bought, so the order counts neither in reports nor together."""


def fingerprint_of(draft: OrderDraft) -> str:
    """Return a hash of everything that a file has of an order."""
    plain = json.dumps(draft.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()
