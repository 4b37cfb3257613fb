"""The tables of the ledger, of credit that is left, and of gift codes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model


class Wallet(Model):
    """A customer's balance now: the sum of the customer's entries, in minor units."""

    __tablename__ = "wallets"
    __table_args__ = (CheckConstraint("balance >= 0", name="balance"),)

    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), primary_key=True)
    balance: Mapped[int]


class WalletMovement(Model):
    """Something that moved money between accounts, and why. Only ever added."""

    __tablename__ = "wallet_movements"
    __table_args__ = (
        CheckConstraint(
            "reason IN ('gift_code', 'refund', 'goodwill', 'order', 'order_released', 'expired',"
            " 'top_up')",
            name="reason",
        ),
        Index("ix_wallet_movements_order_id", "order_id"),
        Index("uq_wallet_movements_releases_id", "releases_id", unique=True),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    reason: Mapped[str]
    order_id: Mapped[str | None]
    """The public id of the order it was for."""
    releases_id: Mapped[int | None] = mapped_column(ForeignKey("wallet_movements.id"))
    """The movement that this one gives back; each is given back at most once."""
    created_at: Mapped[datetime]


class WalletEntry(Model):
    """One side of a movement. Only ever added; a movement's entries sum to zero."""

    __tablename__ = "wallet_entries"
    __table_args__ = (
        CheckConstraint("amount <> 0", name="amount"),
        CheckConstraint("balance_after >= 0", name="balance_after"),
        CheckConstraint(
            "(account = 'customer') = (customer_id IS NOT NULL AND balance_after IS NOT NULL)",
            name="account",
        ),
        Index("ix_wallet_entries_movement_id", "movement_id"),
        Index("ix_wallet_entries_customer_id", "customer_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    movement_id: Mapped[int] = mapped_column(ForeignKey("wallet_movements.id"))
    account: Mapped[str]
    """`customer`, or the shop's account on the other side; see `rules.OTHER_SIDE`."""
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    amount: Mapped[int]
    """Positive into the account, negative out of it."""
    balance_after: Mapped[int | None]
    """The customer's balance with this entry."""


class WalletCredit(Model):
    """Credit that came in with one movement and how much of it is left to spend."""

    __tablename__ = "wallet_credits"
    __table_args__ = (
        CheckConstraint("remaining BETWEEN 0 AND amount", name="remaining"),
        Index(
            "ix_wallet_credits_open",
            "customer_id",
            "expires_at",
            postgresql_where=text("remaining > 0"),
        ),
        Index(
            "ix_wallet_credits_expiring",
            "expires_at",
            postgresql_where=text("remaining > 0 AND expires_at IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"))
    movement_id: Mapped[int] = mapped_column(ForeignKey("wallet_movements.id"))
    amount: Mapped[int]
    remaining: Mapped[int]
    expires_at: Mapped[datetime | None]


class WalletSpending(Model):
    """How much of which credit a movement spent. Only ever added."""

    __tablename__ = "wallet_spendings"
    __table_args__ = (CheckConstraint("amount > 0", name="amount"),)

    movement_id: Mapped[int] = mapped_column(ForeignKey("wallet_movements.id"), primary_key=True)
    credit_id: Mapped[int] = mapped_column(ForeignKey("wallet_credits.id"), primary_key=True)
    amount: Mapped[int]


class GiftCode(Model):
    """A code that has a value until it is redeemed into a wallet, by its keyed hash."""

    __tablename__ = "gift_codes"
    __table_args__ = (
        CheckConstraint("amount >= 0", name="amount"),
        CheckConstraint("redeemed_at IS NULL OR voided_at IS NULL", name="voided"),
        Index("ix_gift_codes_redeemed_by", "redeemed_by"),
    )

    code_hash: Mapped[bytes] = mapped_column(primary_key=True)
    amount: Mapped[int]
    """What is left of it: its value when it was made and the sum of its entries."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    """Until when it can be redeemed."""
    credit_expires_at: Mapped[datetime | None]
    """Until when the credit it gives can be spent."""
    redeemed_by: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    redeemed_at: Mapped[datetime | None]
    voided_at: Mapped[datetime | None]
    """Since when it cannot be redeemed any more; never of one that has been."""


class GiftCodeEntry(Model):
    """What an order took of a code without redeeming it, or gave back. Rows are only ever added."""

    __tablename__ = "gift_code_entries"
    __table_args__ = (
        CheckConstraint("amount <> 0", name="amount"),
        Index("ix_gift_code_entries_code_hash", "code_hash"),
        Index("ix_gift_code_entries_order_id", "order_id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(ForeignKey("gift_codes.code_hash"))
    order_id: Mapped[str]
    """The public id of the order; as in `wallet_movements`."""
    amount: Mapped[int]
    """Negative out of the code, positive back into it."""
    created_at: Mapped[datetime]


class WalletTopup(Model):
    """Money that a customer wants to add to their wallet by online payment."""

    __tablename__ = "wallet_topups"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint(
            "state IN ('pending', 'paid', 'declined', 'ended', 'refunded')", name="state"
        ),
        CheckConstraint("(state = 'paid') = (movement_id IS NOT NULL)", name="movement"),
        Index("uq_wallet_topups_movement_id", "movement_id", unique=True),
        Index("ix_wallet_topups_customer_id", "customer_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"))
    amount: Mapped[int]
    currency: Mapped[str]
    state: Mapped[str]
    movement_id: Mapped[int | None] = mapped_column(ForeignKey("wallet_movements.id"))
    """The movement that credited it: at most one."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    """Until when it can be paid."""
    settled_at: Mapped[datetime | None]


class GiftCard(Model):
    """A gift card that was sold and paid: a gift code with its way to the recipient."""

    __tablename__ = "gift_cards"
    __table_args__ = (
        Index("ix_gift_cards_order_id", "order_id"),
        # What the timer sends; a few rows at any time.
        Index("ix_gift_cards_unsent", "send_at", postgresql_where=text("sent_at IS NULL")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    code_hash: Mapped[bytes] = mapped_column(ForeignKey("gift_codes.code_hash"), unique=True)
    """The code itself is derived from the secret and `public_id`; see `rules.gift_card_code`."""
    order_id: Mapped[str]
    """The public id of the order; as in `wallet_movements`."""
    order_line_id: Mapped[int] = mapped_column(unique=True)
    """One card a line. No foreign key: orders come later in the list of features."""
    currency: Mapped[str]
    recipient_name: Mapped[str]
    recipient_email: Mapped[str]
    sender_name: Mapped[str]
    message: Mapped[str]
    send_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    """Somebody is sending it until then; afterwards another may."""
    created_at: Mapped[datetime]
