"""What changes wallets: the ledger, and gift codes."""

from __future__ import annotations

from stallage.wallet.actions.gift_codes import make_gift_code, redeem_gift_code
from stallage.wallet.actions.ledger import credit, debit, expire_due, release, release_some

__all__ = [
    "credit",
    "debit",
    "expire_due",
    "make_gift_code",
    "redeem_gift_code",
    "release",
    "release_some",
]
