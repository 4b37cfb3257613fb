"""Personal data in wallets: amounts and dates only."""

from __future__ import annotations

from stallage.customers.personal_data import PersonalData, declare

AMOUNTS = "kept for accounting: amounts and dates by customer id, no other personal data"

declare(
    PersonalData(
        feature="wallet",
        tables={
            "wallets": AMOUNTS,
            "wallet_movements": AMOUNTS,
            "wallet_entries": AMOUNTS,
            "wallet_credits": AMOUNTS,
            "wallet_topups": AMOUNTS,
            "gift_codes": AMOUNTS,
            "gift_code_entries": AMOUNTS,
        },
    )
)
