"""Makes gift codes and redeems them, each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
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
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL
    AND (expires_at IS NULL OR expires_at > $3)
RETURNING amount, credit_expires_at
"""

WHY_NOT = "SELECT redeemed_at, voided_at FROM gift_codes WHERE code_hash = ANY($1)"


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
    """Tops up a wallet. Raises GiftCodeInvalid, GiftCodeUsed, GiftCodeVoid, GiftCodeExpired."""
    # One of the secrets hid the code when it was made; it may have been followed by others since.
    shown = [rules.gift_code_hash(secret, code) for secret in secrets]
    row = await connection.fetchrow(REDEEM, shown, customer_id, clock.now())
    if row is None:
        kept = await connection.fetchrow(WHY_NOT, shown)
        if kept is None:
            raise GiftCodeInvalid(fields={"code": [GiftCodeInvalid.message]})
        if kept["redeemed_at"] is not None:
            raise GiftCodeUsed(fields={"code": [GiftCodeUsed.message]})
        if kept["voided_at"] is not None:
            raise GiftCodeVoid(fields={"code": [GiftCodeVoid.message]})
        raise GiftCodeExpired(fields={"code": [GiftCodeExpired.message]})
    movement_id = await credit(
        connection,
        customer_id,
        row["amount"],
        Reason.GIFT_CODE,
        expires_at=row["credit_expires_at"],
    )
    return GiftRedeemed(row["amount"], movement_id)
