"""Reads promo codes for a buyer."""

from __future__ import annotations

from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.pricing.queries.automatic import to_discount_rules
from stallage.pricing.rules.automatic import DiscountRule
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.rules.totals import Promo
from stallage.pricing.sql import buyer_hashes, promo_use_count, running_discounts

PROMO = f"""
    SELECT p.id, p.code, p.title, p.percent, p.amount, p.minimum_purchase, p.starts_at, p.ends_at,
        p.total_uses, p.uses_per_customer, p.used,
        {promo_use_count("p.id", "b.hashes")} AS used_by_buyer
    FROM promo_codes p, (SELECT {buyer_hashes("$2", "$3", "$4")} AS hashes) b
    WHERE p.code = upper($1)
"""

# Public codes that the buyer may use now, whatever the value of the cart, and the automatic discounts.
# At most a hundred codes, the newest.
PUBLIC_PROMOS = f"""
    WITH buyer AS MATERIALIZED (SELECT {buyer_hashes("$1", "$3", "$4")} AS hashes)
    SELECT
        (SELECT jsonb_agg(jsonb_build_array(p.id, p.code, p.title, p.percent, p.amount,
                p.minimum_purchase, p.ends_at))
            FROM (
                SELECT c.* FROM promo_codes c, buyer
                WHERE c.public AND c.starts_at <= $2 AND (c.ends_at IS NULL OR $2 < c.ends_at)
                    AND (c.total_uses IS NULL OR c.used < c.total_uses)
                    AND (c.uses_per_customer IS NULL
                        OR c.uses_per_customer > {promo_use_count("c.id", "buyer.hashes")})
                ORDER BY c.id DESC LIMIT 100
            ) p) AS codes,
        {running_discounts("$2")} AS automatic
"""


async def find_promo(connection: Connection, code: str, buyer: Buyer) -> Promo | None:
    """A promo code with its uses by a buyer; None if there is no such code."""
    row = await connection.fetchrow(PROMO, code, *buyer.parameters)
    return None if row is None else Promo(**row)


async def public_promos(
    connection: Connection, buyer: Buyer
) -> tuple[list[Promo], list[DiscountRule]]:
    """The public codes that the buyer may use now, and the running automatic discounts."""
    now = clock.now()
    row = await connection.fetchrow(PUBLIC_PROMOS, buyer.customer_id, now, buyer.email, buyer.phone)
    if row is None:
        return [], []
    promos = [
        Promo(
            id=promo_id,
            code=code,
            title=title,
            percent=percent,
            amount=amount,
            minimum_purchase=minimum,
            starts_at=now,
            ends_at=None if ends_at is None else datetime.fromisoformat(ends_at),
            # The query excludes codes that are used up.
            total_uses=None,
            uses_per_customer=None,
            used=0,
            used_by_buyer=0,
        )
        for promo_id, code, title, percent, amount, minimum, ends_at in row["codes"] or ()
    ]
    return promos, to_discount_rules(row["automatic"])
