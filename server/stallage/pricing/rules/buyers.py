"""Identifies the buyer that uses of a promo code are counted for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Buyer:
    """What identifies a buyer; all fields are None for a guest who has not entered a contact yet."""

    customer_id: int | None = None
    email: str | None = None
    phone: str | None = None

    @property
    def parameters(self) -> tuple[int | None, str | None, str | None]:
        """The three parameters of `pricing.sql.buyer_hashes`, in order."""
        return self.customer_id, self.email, self.phone
