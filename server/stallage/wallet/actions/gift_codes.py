"""Create gift codes, redeem them, and pay orders with them in part or whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import ApiError
from stallage.wallet import rules
from stallage.wallet.actions.ledger import credit
from stallage.wallet.errors import GiftCodeExpired, GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid
from stallage.wallet.rules import Reason

INSERT = """
INSERT INTO gift_codes (code_hash, amount, created_at, expires_at, credit_expires_at)
VALUES ($1, $2, $3, $4, $5)
"""

REDEEM = """
UPDATE gift_codes SET redeemed_by = $2, redeemed_at = $3
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL AND amount > 0
    AND (expires_at IS NULL OR expires_at > $3)
RETURNING amount, credit_expires_at
"""

FIND = """
SELECT code_hash, amount, redeemed_at, voided_at, expires_at, credit_expires_at FROM gift_codes
WHERE code_hash = ANY($1)
"""

ENTRY = """
INSERT INTO gift_code_entries (code_hash, order_id, amount, created_at) VALUES ($1, $2, $3, $4)
"""

SPEND = """
UPDATE gift_codes SET amount = amount - $2
WHERE code_hash = $1 AND amount >= $2 AND redeemed_at IS NULL AND voided_at IS NULL
    AND (expires_at IS NULL OR expires_at > $3)
    AND (credit_expires_at IS NULL OR credit_expires_at > $3)
RETURNING amount
"""

RETURN = """
UPDATE gift_codes SET amount = amount + $2 WHERE code_hash = $1
RETURNING redeemed_by, credit_expires_at
"""


@dataclass(frozen=True, slots=True)
class RedeemedGiftCode:
    """The amount of a redeemed code and its movement in the ledger."""

    amount: int
    movement_id: int


async def create_gift_code(
    connection: Connection,
    secret: bytes,
    amount: int,
    *,
    expires_at: datetime | None = None,
    credit_expires_at: datetime | None = None,
) -> str:
    """Create a code worth an amount in minor units, and return it. Only its keyed hash is stored.

    `secret` is the runtime's. A code is valid only in the shop that created it.
    """
    code = rules.generate_gift_code()
    await connection.execute(
        INSERT,
        rules.gift_code_hash(secret, code),
        amount,
        clock.now(),
        expires_at,
        credit_expires_at,
    )
    return code


async def store_gift_code(
    connection: Connection,
    secret: bytes,
    code: str,
    amount: int,
    *,
    expires_at: datetime | None = None,
) -> None:
    """Store a given code unless it exists. The caller must make it hard to guess."""
    await connection.execute(
        f"{INSERT} ON CONFLICT (code_hash) DO NOTHING",
        rules.gift_code_hash(secret, code),
        amount,
        clock.now(),
        expires_at,
        None,
    )


async def redeem_gift_code(
    connection: Connection, secrets: Sequence[bytes], customer_id: int, code: str
) -> RedeemedGiftCode:
    """Credit a wallet with what is left of a code.

    Raises GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired.
    """
    # The code was hashed with the secret of its time, which may be an earlier one.
    hashes = [rules.gift_code_hash(secret, code) for secret in secrets]
    row = await connection.fetchrow(REDEEM, hashes, customer_id, clock.now())
    if row is None:
        error = _error_of(await connection.fetchrow(FIND, hashes))
        raise error(fields={"code": [error.message]})
    movement_id = await credit(
        connection,
        customer_id,
        row["amount"],
        Reason.GIFT_CODE,
        expires_at=row["credit_expires_at"],
    )
    return RedeemedGiftCode(row["amount"], movement_id)


def _error_of(code: Record | None) -> type[ApiError]:
    """Return the error for a code that cannot be used."""
    if code is None:
        return GiftCodeInvalid
    if code["voided_at"] is not None:
        return GiftCodeVoid
    return GiftCodeUsed if code["redeemed_at"] or not code["amount"] else GiftCodeExpired


@dataclass(frozen=True, slots=True)
class SpendableCode:
    """A code that can pay an order. `amount` is what is left of it, in minor units."""

    code_hash: bytes
    amount: int


async def spendable_code(
    connection: Connection, secrets: Sequence[bytes], code: str
) -> SpendableCode:
    """Find a code that can pay an order.

    Raises GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired.
    """
    hashes = [rules.gift_code_hash(secret, code) for secret in secrets]
    row = await connection.fetchrow(FIND, hashes)
    if row is None or row["redeemed_at"] or row["voided_at"] or not row["amount"]:
        raise _error_of(row)
    if any(end and end <= clock.now() for end in (row["expires_at"], row["credit_expires_at"])):
        raise GiftCodeExpired
    return SpendableCode(row["code_hash"], row["amount"])


async def spend_gift_code(
    connection: Connection, code_hash: bytes, amount: int, *, order_id: str
) -> None:
    """Take an amount out of a code for an order. Raises GiftCodeUsed if less is left."""
    now = clock.now()
    if await connection.fetchval(SPEND, code_hash, amount, now) is None:
        raise GiftCodeUsed
    await connection.execute(ENTRY, code_hash, order_id, -amount, now)


async def return_to_gift_code(
    connection: Connection, code_hash: bytes, amount: int, *, order_id: str
) -> None:
    """Return an amount that an order took. If the code was redeemed since, credit that wallet.

    The caller has locked the order and ensures that an amount is returned once.
    """
    code = await connection.fetchrow(RETURN, code_hash, amount)
    await connection.execute(ENTRY, code_hash, order_id, amount, clock.now())
    if code is not None and code["redeemed_by"] is not None:
        expires_at = code["credit_expires_at"]
        await credit(
            connection, code["redeemed_by"], amount, Reason.GIFT_CODE, expires_at=expires_at
        )
