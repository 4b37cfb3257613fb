"""SQL of the level from which on a SKU is low, and of the rule that it comes from.

The SKU's own rule comes first, then its product's, then that of the nearest category, then the shop's
setting. If two categories are equally near, the higher level counts: it is better to order too early.

There are two forms of the same rules. `LEVEL_OF_EACH` looks up the categories of one row at a time, for
pages and single SKUs. `LEVELS_OF_ALL` ranks the categories of all products once, for what has to know
every SKU; in a catalogue of 100,000 it takes a fifth of the time. A test compares them.
"""

from __future__ import annotations

# Of each category: the nearest rule on its path.
NEAREST_RULES = """
    SELECT DISTINCT ON (c.id) c.id, rule.category_id, rule.low_at,
        cardinality(c.path) - above.depth AS distance
    FROM categories_view c CROSS JOIN LATERAL unnest(c.path) WITH ORDINALITY AS above (id, depth)
    JOIN stock_category_rules rule ON rule.category_id = above.id
    ORDER BY c.id, above.depth DESC
"""
OF_CATEGORIES = "nearest.distance, nearest.low_at DESC, nearest.category_id"

# The subqueries know `s`, a row of `skus_view`.
_RULES = """
    CROSS JOIN catalogue_state_view state
    LEFT JOIN stock_rules own ON own.sku_id = s.id
    LEFT JOIN stock_product_rules of_product ON of_product.product_id = s.product_id
"""
LEVEL_OF_EACH = f"""
    {_RULES}
    LEFT JOIN LATERAL (
        SELECT nearest.category_id, nearest.low_at FROM product_categories_view pc
        CROSS JOIN LATERAL (
            SELECT rule.category_id, rule.low_at, cardinality(c.path) - above.depth AS distance
            FROM categories_view c
            CROSS JOIN LATERAL unnest(c.path) WITH ORDINALITY AS above (id, depth)
            JOIN stock_category_rules rule ON rule.category_id = above.id
            WHERE c.id = pc.category_id
        ) nearest
        WHERE pc.product_id = s.product_id
        ORDER BY {OF_CATEGORIES} LIMIT 1
    ) of_category ON true
"""
LEVELS_OF_ALL = f"""
    {_RULES}
    LEFT JOIN (
        SELECT DISTINCT ON (pc.product_id) pc.product_id, nearest.category_id, nearest.low_at
        FROM ({NEAREST_RULES}) nearest
        JOIN product_categories_view pc ON pc.category_id = nearest.id
        ORDER BY pc.product_id, {OF_CATEGORIES}
    ) of_category ON of_category.product_id = s.product_id
"""

LOW_AT = "coalesce(own.low_at, of_product.low_at, of_category.low_at, state.low_stock)"
LOW_FROM = """
    CASE WHEN own.low_at IS NOT NULL THEN 'item'
        WHEN of_product.low_at IS NOT NULL THEN 'product'
        WHEN of_category.low_at IS NOT NULL THEN 'category'
        ELSE 'shop' END
"""
LOW_CATEGORY = """
    CASE WHEN own.low_at IS NULL AND of_product.low_at IS NULL THEN (
        SELECT title FROM categories_view WHERE id = of_category.category_id) END
"""
