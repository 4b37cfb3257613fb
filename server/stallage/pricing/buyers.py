"""Who has used a promo code: recognised by account, email address or phone number, whichever comes back.

Addresses count as written, whatever their case. `ada+shop@` and `a.da@` are other addresses than `ada@`:
only the host of a mailbox knows which of them lead to the same person, at many hosts they do not, and
who wants another address can have one anyway.
"""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection


@dataclass(frozen=True, slots=True)
class Buyer:
    """What is known of a buyer; nothing, for a guest who has only filled a cart."""

    customer_id: int | None = None
    email: str | None = None
    phone: str | None = None

    @property
    def values(self) -> tuple[int | None, str | None, str | None]:
        """The three parameters that `hashes_of` names."""
        return self.customer_id, self.email, self.phone


def hashes_of(customer_id: str, email: str, phone: str) -> str:
    """An SQL expression for all hashes of a buyer, from three parameters such as `$2`.

    A contact that an account has stands for the account and its other contact as well.
    """
    return f"""(
        SELECT coalesce(array_agg(DISTINCT promo_buyer_hash(name)), '{{}}') FROM (
            SELECT unnest(ARRAY['customer:' || id, 'email:' || lower(email), 'phone:' || phone])
            FROM customers
            WHERE id = {customer_id}::bigint OR lower(email) = lower({email}::text)
                OR phone = {phone}::text
            UNION ALL SELECT 'customer:' || {customer_id}::bigint
            UNION ALL SELECT 'email:' || lower({email}::text)
            UNION ALL SELECT 'phone:' || {phone}::text
        ) names (name) WHERE name IS NOT NULL
    )"""


def uses_by(code_id: str, hashes: str) -> str:
    """An SQL expression for how many orders of a buyer have a code now."""
    return f"""(
        SELECT count(DISTINCT known.order_id)
        FROM promo_use_buyers known JOIN promo_uses used ON used.order_id = known.order_id
        WHERE known.buyer = ANY({hashes}) AND known.promo_code_id = {code_id}
            AND NOT used.given_back
    )"""


NOTE = f"""
    INSERT INTO promo_use_buyers (buyer, promo_code_id, order_id)
    SELECT unnest({hashes_of("$2", "$3", "$4")}), u.promo_code_id, u.order_id
    FROM promo_uses u WHERE u.order_id = $1
    ON CONFLICT DO NOTHING
"""

# Of an order that the person is recognised by, every other name goes too.
FORGET = f"""
    DELETE FROM promo_use_buyers WHERE order_id IN (
        SELECT order_id FROM promo_use_buyers WHERE buyer = ANY({hashes_of("$1", "$2", "$3")}::bytea[])
    )
"""


async def note_buyer(connection: Connection, order_id: int, buyer: Buyer) -> None:
    """Notes who has used the code of an order."""
    await connection.execute(NOTE, order_id, *buyer.values)


async def forget_buyer(connection: Connection, buyer: Buyer) -> None:
    """Takes a person out of who has used which code; that it was used stays counted."""
    await connection.execute(FORGET, *buyer.values)


async def forget_buyers_of(connection: Connection, order_ids: list[int]) -> None:
    """The same for whoever placed these orders."""
    await connection.execute(
        "DELETE FROM promo_use_buyers WHERE order_id = ANY($1::bigint[])", order_ids
    )
