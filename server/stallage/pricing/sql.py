"""SQL of prices: who has used a promo code, which discounts run, and the tax class of a product.

Email addresses are compared as typed, ignoring case. `ada+shop@` and `a.da@` differ from `ada@`: only the
mail host knows which addresses belong to the same mailbox, and a new address is easy to get anyway.
"""

from __future__ import annotations


def buyer_hashes(customer_id: str, email: str, phone: str) -> str:
    """An SQL expression for all hashes of a buyer, from three parameters such as `$2`.

    A contact of an account also identifies the account and its other contact.
    """
    return f"""(
        SELECT coalesce(array_agg(DISTINCT promo_buyer_hash(name)), '{{}}') FROM (
            SELECT unnest(ARRAY['customer:' || id, 'email:' || lower(email), 'phone:' || phone])
            FROM customers_view
            WHERE id = {customer_id}::bigint OR lower(email) = lower({email}::text)
                OR phone = {phone}::text
            UNION ALL SELECT 'customer:' || {customer_id}::bigint
            UNION ALL SELECT 'email:' || lower({email}::text)
            UNION ALL SELECT 'phone:' || {phone}::text
        ) names (name) WHERE name IS NOT NULL
    )"""


def promo_use_count(code_id: str, hashes: str) -> str:
    """An SQL expression for the number of a buyer's orders that currently use a code."""
    return f"""(
        SELECT count(DISTINCT known.order_id)
        FROM promo_use_buyers known JOIN promo_uses used ON used.order_id = known.order_id
        WHERE known.buyer = ANY({hashes}) AND known.promo_code_id = {code_id}
            AND NOT used.given_back
    )"""


TERMS_VERSION = "(SELECT version FROM terms_version)"
"""A scalar subquery for what names the current terms: another text after each change of any of them."""


def running_discounts(now: str) -> str:
    """A scalar subquery, as JSON, of the automatic discounts that run at the time parameter `now`.

    Part of the query that a quote runs anyway, so that discounts need no query of their own.
    """
    return f"""
    (SELECT jsonb_agg(to_jsonb(d) - 'id' - 'starts_at' - 'ends_at')
        FROM automatic_discounts d
        WHERE d.starts_at <= {now} AND (d.ends_at IS NULL OR {now} < d.ends_at))
    """


def tax_class_of(product_id: str) -> str:
    """A scalar subquery for the tax class of a product: its own, or else that of its categories.

    Null for the standard rates. Part of the query that reads lines, so that it needs no query of its own.
    """
    return f"""
    (SELECT t.code FROM tax_classes t
        WHERE {product_id} = ANY(t.product_ids) OR t.category_ids <> '{{}}' AND EXISTS (
            SELECT FROM product_categories_view pc
            JOIN categories_view c ON c.id = pc.category_id
            WHERE pc.product_id = {product_id} AND c.path && t.category_ids)
        ORDER BY {product_id} = ANY(t.product_ids) DESC, t.position, t.code
        LIMIT 1)
    """
