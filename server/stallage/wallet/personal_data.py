"""The ledger of a customer's wallet: sums and dates, and no word about the person."""

from __future__ import annotations

from stallage.customers.personal_data import PersonalData, declare

NO_WORDS = "kept for the books: sums and dates under a customer's number, nothing about the person"

declare(
    PersonalData(
        feature="wallet",
        tables={
            "wallets": NO_WORDS,
            "wallet_movements": NO_WORDS,
            "wallet_entries": NO_WORDS,
            "wallet_credits": NO_WORDS,
            "wallet_topups": NO_WORDS,
            "gift_codes": NO_WORDS,
            "gift_code_entries": NO_WORDS,
        },
    )
)
