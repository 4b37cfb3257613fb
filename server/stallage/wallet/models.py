"""Tables of the ledger, of remaining credit, of top-ups, gift codes and gift cards."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from stallage.core.tables import Model, references_owned


class Wallet(Model):
    """A customer's current balance: the sum of the customer's entries, in minor units."""

    __tablename__ = "wallets"
    __table_args__ = (CheckConstraint("balance >= 0", name="balance"),)

    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), primary_key=True)
    balance: Mapped[int]


class WalletMovement(Model):
    """A movement of money between accounts. Rows are only ever inserted."""

    __tablename__ = "wallet_movements"
    __table_args__ = (
        CheckConstraint(
            "reason IN ('gift_code', 'refund', 'goodwill', 'order', 'order_released', 'expired',"
            " 'top_up', 'adjustment', 'merged')",
            name="reason",
        ),
        Index("ix_wallet_movements_order_id", "order_id"),
        Index("uq_wallet_movements_releases_id", "releases_id", "owner_id", unique=True),
        references_owned("releases_id", "wallet_movements", None),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The customer whose wallet it changes, also in the tables that refer to it; see `orders.models.Order`.

    Between two customers, there is one movement for each."""
    reason: Mapped[str]
    order_id: Mapped[str | None]
    """The public id of the order it was for."""
    releases_id: Mapped[int | None]
    """The movement that this one returns; each is returned at most once."""
    created_at: Mapped[datetime]


class WalletEntry(Model):
    """One side of a movement, whose entries sum to zero. Rows are only ever inserted."""

    __tablename__ = "wallet_entries"
    __table_args__ = (
        CheckConstraint("amount <> 0", name="amount"),
        CheckConstraint("balance_after >= 0", name="balance_after"),
        CheckConstraint(
            "(account = 'customer') = (customer_id IS NOT NULL AND balance_after IS NOT NULL)",
            name="account",
        ),
        CheckConstraint("customer_id IS NULL OR customer_id = owner_id", name="owner"),
        references_owned("movement_id", "wallet_movements", None),
        Index("ix_wallet_entries_movement_id", "movement_id"),
        Index("ix_wallet_entries_customer_id", "customer_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    movement_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account: Mapped[str]
    """`customer`, or the shop's account on the other side; see `rules.CONTRA_ACCOUNT`."""
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    amount: Mapped[int]
    """Positive into the account, negative out of it."""
    balance_after: Mapped[int | None]
    """The customer's balance after this entry."""


class WalletCredit(Model):
    """Credit added by one movement, and how much of it remains."""

    __tablename__ = "wallet_credits"
    __table_args__ = (
        CheckConstraint("remaining BETWEEN 0 AND amount", name="remaining"),
        ForeignKeyConstraint(
            ["movement_id", "customer_id"], ["wallet_movements.id", "wallet_movements.owner_id"]
        ),
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
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), primary_key=True)
    movement_id: Mapped[int]
    amount: Mapped[int]
    remaining: Mapped[int]
    expires_at: Mapped[datetime | None]


class WalletSpending(Model):
    """How much of which credit a movement spent. Rows are only ever inserted."""

    __tablename__ = "wallet_spendings"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        references_owned("movement_id", "wallet_movements", None),
        ForeignKeyConstraint(
            ["credit_id", "owner_id"], ["wallet_credits.id", "wallet_credits.customer_id"]
        ),
    )

    movement_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    credit_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int]


class GiftCode(Model):
    """A code with a value that can be redeemed into a wallet. Only its keyed hash is stored."""

    __tablename__ = "gift_codes"
    __table_args__ = (
        CheckConstraint("amount >= 0", name="amount"),
        CheckConstraint("redeemed_at IS NULL OR voided_at IS NULL", name="voided"),
        Index("ix_gift_codes_redeemed_by", "redeemed_by"),
    )

    code_hash: Mapped[bytes] = mapped_column(primary_key=True)
    amount: Mapped[int]
    """What is left of it: its initial value plus the sum of its entries."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    """It can be redeemed until then."""
    credit_expires_at: Mapped[datetime | None]
    """When the credit from redeeming it expires."""
    redeemed_by: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    redeemed_at: Mapped[datetime | None]
    voided_at: Mapped[datetime | None]
    """When it was voided; null for a redeemed code."""


class GiftCodeEntry(Model):
    """An amount that an order took from a code or returned to it. Rows are only ever inserted."""

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
    """Negative if taken, positive if returned."""
    created_at: Mapped[datetime]


class WalletTopup(Model):
    """A top-up of a wallet by online payment."""

    __tablename__ = "wallet_topups"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint(
            "state IN ('pending', 'paid', 'declined', 'ended', 'refunded')", name="state"
        ),
        CheckConstraint("(state = 'paid') = (movement_id IS NOT NULL)", name="movement"),
        UniqueConstraint("public_id", "customer_id"),
        ForeignKeyConstraint(
            ["movement_id", "customer_id"], ["wallet_movements.id", "wallet_movements.owner_id"]
        ),
        Index("uq_wallet_topups_movement_id", "movement_id", "customer_id", unique=True),
        Index("ix_wallet_topups_customer_id", "customer_id", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), primary_key=True)
    amount: Mapped[int]
    currency: Mapped[str]
    state: Mapped[str]
    movement_id: Mapped[int | None]
    """The movement that credited it."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    """It can be paid until then."""
    settled_at: Mapped[datetime | None]


class GiftCard(Model):
    """A gift card that was sold and paid, or issued by an operator: a gift code with its recipient."""

    __tablename__ = "gift_cards"
    __table_args__ = (
        CheckConstraint("(order_id IS NULL) = (order_line_id IS NULL)", name="order_id"),
        CheckConstraint("order_id IS NOT NULL OR issued_by <> ''", name="issued_by"),
        Index("ix_gift_cards_order_id", "order_id"),
        # For the timer that sends them; a few rows at any time.
        Index("ix_gift_cards_unsent", "send_at", postgresql_where=text("sent_at IS NULL")),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    code_hash: Mapped[bytes] = mapped_column(ForeignKey("gift_codes.code_hash"), unique=True)
    """The code itself is derived from the secret and `public_id`; see `rules.gift_card_code`."""
    order_id: Mapped[str | None]
    """The public id of the order, as in `wallet_movements`; null: an operator issued it."""
    order_line_id: Mapped[int | None] = mapped_column(unique=True)
    """One card for each line. No foreign key, as `orders` comes later in the list of features."""
    currency: Mapped[str]
    recipient_name: Mapped[str]
    recipient_email: Mapped[str]
    sender_name: Mapped[str]
    message: Mapped[str]
    send_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    """A process is sending it until then; afterwards another may."""
    created_at: Mapped[datetime]
    issued_by: Mapped[str] = mapped_column(server_default="")
    """The name of the operator who issued it; empty: it was sold."""
    reason: Mapped[str] = mapped_column(server_default="")
    """Why it was issued. Only operators see it."""
    void_reason: Mapped[str] = mapped_column(server_default="")
    """Why an operator voided it."""


class WalletTransfer(Model):
    """Credit that moved to the account that its owner was merged into."""

    __tablename__ = "wallet_transfers"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        Index("ix_wallet_transfers_from_credit_id", "from_credit_id"),
        Index("uq_wallet_transfers_to_credit_id", "to_credit_id", "owner_id", unique=True),
        ForeignKeyConstraint(
            ["to_credit_id", "owner_id"], ["wallet_credits.id", "wallet_credits.customer_id"]
        ),
    )

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    from_credit_id: Mapped[int]
    """Not a foreign key, as the credit has another owner."""
    from_customer_id: Mapped[int]
    to_credit_id: Mapped[int]
    owner_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int]
    returned: Mapped[bool] = mapped_column(server_default=text("false"))
    """Whether the merge was undone and what remained moved back."""


class WalletNote(Model):
    """Why an operator credited or debited a wallet. Only operators see it."""

    __tablename__ = "wallet_notes"
    __table_args__ = (
        ForeignKeyConstraint(
            ["movement_id", "customer_id"], ["wallet_movements.id", "wallet_movements.owner_id"]
        ),
        Index("ix_wallet_notes_customer_id", "customer_id"),
    )

    movement_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customers.id", ondelete="CASCADE"), primary_key=True
    )
    note: Mapped[str]
    operator: Mapped[str]
    """The name of the operator."""
