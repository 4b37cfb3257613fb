"""What emails about returns need. Amounts are minor units of `currency`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class EmailedReturn:
    """A return as its emails need it."""

    public_id: str
    items: str
    """Such as `1 × Moss bowl, 2 × Vase`."""
    answer: str
    """Why the shop refused it; empty otherwise."""
    amount: int
    currency: str
    to_source: int | None
    to_wallet: int | None
    credited_at: datetime | None
    exchange_public_id: str | None

    @property
    def waits_for_sign_in(self) -> bool:
        """Whether the wallet's part waits until a guest signs in."""
        return bool(self.to_wallet) and self.credited_at is None


@dataclass(frozen=True, slots=True)
class EmailedInstructions:
    """How to send items back, as the email needs it."""

    public_id: str
    """Of the return."""
    items: str
    text: str
    label_url: str


@dataclass(frozen=True, slots=True)
class EmailedExchangeRefund:
    """The refund of a cancelled exchange as its email needs it."""

    public_id: str
    """Of the return."""
    items: str
    currency: str
    to_source: int
    to_wallet: int
    credited_at: datetime | None

    @property
    def waits_for_sign_in(self) -> bool:
        """Whether the wallet's part waits until a guest signs in."""
        return bool(self.to_wallet) and self.credited_at is None


@dataclass(frozen=True, slots=True)
class EmailedWithdrawal:
    """A statement of withdrawal as its acknowledgement needs it."""

    id: int
    order_id: int
    order_public_id: str
    name: str | None
    contact: str | None
    contact_proven: bool
    items: str
    """The items that it covers; empty for the whole order."""
    outcome: str
    received_at: datetime
