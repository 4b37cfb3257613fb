"""Makes gift codes, redeems them once, and lets orders spend them in parts."""

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

KEEP = """
INSERT INTO gift_codes (code_hash, amount, created_at, expires_at, credit_expires_at)
VALUES ($1, $2, $3, $4, $5)
"""

REDEEM = """
UPDATE gift_codes SET redeemed_by = $2, redeemed_at = $3
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL AND amount > 0
    AND (expires_at IS NULL OR expires_at > $3)
RETURNING amount, credit_expires_at
"""

KNOWN = """
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

PUT_BACK = """
UPDATE gift_codes SET amount = amount + $2 WHERE code_hash = $1
RETURNING redeemed_by, credit_expires_at
"""


@dataclass(frozen=True, slots=True)
class GiftRedeemed:
    """What a code brought."""

    amount: int
    movement_id: int


async def make_gift_code(
    connection: Connection,
    secret: bytes,
    amount: int,
    *,
    expires_at: datetime | None = None,
    credit_expires_at: datetime | None = None,
) -> str:
    """A new code worth an amount in minor units. Only its keyed hash is kept: show it now or never.

    `secret` is the runtime's; a code is only good in the shop that made it.
    """
    code = rules.draw_gift_code()
    await connection.execute(
        KEEP, rules.gift_code_hash(secret, code), amount, clock.now(), expires_at, credit_expires_at
    )
    return code


async def keep_gift_code(
    connection: Connection,
    secret: bytes,
    code: str,
    amount: int,
    *,
    expires_at: datetime | None = None,
) -> None:
    """Takes a code that was chosen elsewhere. One that is kept already stays as it is.

    It is as hard to guess as whoever chose it made it.
    """
    await connection.execute(
        f"{KEEP} ON CONFLICT (code_hash) DO NOTHING",
        rules.gift_code_hash(secret, code),
        amount,
        clock.now(),
        expires_at,
        None,
    )


async def redeem_gift_code(
    connection: Connection, secrets: Sequence[bytes], customer_id: int, code: str
) -> GiftRedeemed:
    """Tops up a wallet with what is left of a code.

    Raises GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired.
    """
    # One of the secrets hid the code when it was made; it may have been followed by others since.
    hashes = [rules.gift_code_hash(secret, code) for secret in secrets]
    row = await connection.fetchrow(REDEEM, hashes, customer_id, clock.now())
    if row is None:
        refusal = _why_not(await connection.fetchrow(KNOWN, hashes))
        raise refusal(fields={"code": [refusal.message]})
    movement_id = await credit(
        connection,
        customer_id,
        row["amount"],
        Reason.GIFT_CODE,
        expires_at=row["credit_expires_at"],
    )
    return GiftRedeemed(row["amount"], movement_id)


def _why_not(code: Record | None) -> type[ApiError]:
    """Why a code that is not good any more is refused."""
    if code is None:
        return GiftCodeInvalid
    if code["voided_at"] is not None:
        return GiftCodeVoid
    return GiftCodeUsed if code["redeemed_at"] or not code["amount"] else GiftCodeExpired


@dataclass(frozen=True, slots=True)
class SpendableCode:
    """A code that an order can be paid with. `amount` is what is left of it, in minor units."""

    code_hash: bytes
    amount: int


async def spendable_code(
    connection: Connection, secrets: Sequence[bytes], code: str
) -> SpendableCode:
    """A code with what is left of it.

    Raises GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired.
    """
    hashes = [rules.gift_code_hash(secret, code) for secret in secrets]
    row = await connection.fetchrow(KNOWN, hashes)
    if row is None or row["redeemed_at"] or row["voided_at"] or not row["amount"]:
        raise _why_not(row)
    if any(end and end <= clock.now() for end in (row["expires_at"], row["credit_expires_at"])):
        raise GiftCodeExpired
    return SpendableCode(row["code_hash"], row["amount"])


async def spend_gift_code(
    connection: Connection, code_hash: bytes, amount: int, *, order_id: str
) -> None:
    """Takes an amount out of a code for an order. Raises GiftCodeUsed if the code lacks it now."""
    now = clock.now()
    if await connection.fetchval(SPEND, code_hash, amount, now) is None:
        raise GiftCodeUsed
    await connection.execute(ENTRY, code_hash, order_id, -amount, now)


async def put_back_into_gift_code(
    connection: Connection, code_hash: bytes, amount: int, *, order_id: str
) -> None:
    """Gives back what an order took. If the rest was redeemed meanwhile, it follows into that wallet.

    The caller holds the order's row and sees to it that a part is given back once.
    """
    code = await connection.fetchrow(PUT_BACK, code_hash, amount)
    await connection.execute(ENTRY, code_hash, order_id, amount, clock.now())
    if code is not None and code["redeemed_by"] is not None:
        expires_at = code["credit_expires_at"]
        await credit(
            connection, code["redeemed_by"], amount, Reason.GIFT_CODE, expires_at=expires_at
        )
