"""Count the uses of promo codes, in total and by buyer."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.sql import buyer_hashes

LOCK_PROMO = "SELECT id FROM promo_codes WHERE code = upper($1) FOR UPDATE"

LOCK_PROMO_OF_ORDER = """
    SELECT p.id FROM promo_uses u JOIN promo_codes p ON p.id = u.promo_code_id
    WHERE u.order_id = $1
    FOR UPDATE OF p
"""

USE_PROMO = """
    WITH used AS (
        UPDATE promo_codes SET used = used + 1
        WHERE id = $1 AND (total_uses IS NULL OR used < total_uses)
        RETURNING id
    )
    INSERT INTO promo_uses (order_id, promo_code_id, used_at)
    SELECT $2, id, $3 FROM used
"""

SET_RELEASED = """
    WITH changed AS (
        UPDATE promo_uses SET given_back = $2 WHERE order_id = $1 AND given_back <> $2
        RETURNING promo_code_id
    )
    UPDATE promo_codes SET used = used + CASE WHEN $2 THEN -1 ELSE 1 END
    FROM changed WHERE id = changed.promo_code_id
"""

RECORD_BUYER = f"""
    INSERT INTO promo_use_buyers (buyer, promo_code_id, order_id)
    SELECT unnest({buyer_hashes("$2", "$3", "$4")}), u.promo_code_id, u.order_id
    FROM promo_uses u WHERE u.order_id = $1
    ON CONFLICT DO NOTHING
"""

# If one hash of an order identifies the person, its other hashes are deleted too.
FORGET_BUYER = f"""
    DELETE FROM promo_use_buyers WHERE order_id IN (
        SELECT order_id FROM promo_use_buyers
        WHERE buyer = ANY({buyer_hashes("$1", "$2", "$3")}::bytea[])
    )
"""

FORGET_ORDER_BUYERS = "DELETE FROM promo_use_buyers WHERE order_id = ANY($1::bigint[])"


async def lock_promo(connection: Connection, code: str) -> None:
    """Lock a promo code until the transaction ends.

    Call it before reading the code, so that its number of uses cannot change afterwards.
    """
    await connection.execute(LOCK_PROMO, code)


async def lock_promo_of_order(connection: Connection, order_id: int) -> None:
    """Lock the promo code of an order until the transaction ends."""
    await connection.execute(LOCK_PROMO_OF_ORDER, order_id)


async def use_promo(connection: Connection, promo_id: int, order_id: int, buyer: Buyer) -> None:
    """Count a use. The caller has locked and checked the code."""
    await connection.execute(USE_PROMO, promo_id, order_id, clock.now())
    await connection.execute(RECORD_BUYER, order_id, *buyer.parameters)


async def release_promo(connection: Connection, order_id: int) -> None:
    """Stop counting an order's use of a code. Repeating it changes nothing."""
    await connection.execute(SET_RELEASED, order_id, True)


async def reuse_promo(connection: Connection, order_id: int) -> None:
    """Count a released use again, for an order that is paid after it was cancelled.

    The limits of the code are not checked: the shopper has paid the agreed price.
    """
    await connection.execute(SET_RELEASED, order_id, False)


async def forget_buyer(connection: Connection, buyer: Buyer) -> None:
    """Delete who used which code; the uses themselves stay counted."""
    await connection.execute(FORGET_BUYER, *buyer.parameters)


async def forget_order_buyers(connection: Connection, order_ids: list[int]) -> None:
    """Delete who used codes in these orders; the uses themselves stay counted."""
    await connection.execute(FORGET_ORDER_BUYERS, order_ids)
