"""Actions on wallets: the ledger and gift codes."""

from __future__ import annotations

from stallage.wallet.actions.gift_codes import create_gift_code, redeem_gift_code
from stallage.wallet.actions.ledger import (
    credit,
    debit,
    expire_due_credit,
    release,
    release_part,
    return_transferred,
    transfer,
)

__all__ = [
    "create_gift_code",
    "credit",
    "debit",
    "expire_due_credit",
    "redeem_gift_code",
    "release",
    "release_part",
    "return_transferred",
    "transfer",
]
