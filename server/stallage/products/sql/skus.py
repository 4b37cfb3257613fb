"""SQL expressions over a SKU `s` of a product `p`."""

from __future__ import annotations

from stallage.products.sql.cards import FIRST_PICTURE, json_of, picture
from stallage.products.sql.price_history import lowest_before_reduction

CHOSEN_OPTIONS = f"""(
    SELECT coalesce(array_to_json(array_agg({json_of(name="o.name", value="o.value")}
        ORDER BY o.place)), '[]')
    FROM unnest(p.option_names, s.options) WITH ORDINALITY AS o (name, value, place)
    WHERE o.name IS NOT NULL AND o.value IS NOT NULL
)"""
"""The options of the SKU `s` of the product `p`."""

STOCK_NOTE = """CASE WHEN s.tracked AND NOT s.backorder AND s.stock BETWEEN 1 AND state.low_stock
    THEN 'Only ' || s.stock || ' left' END"""

LOWEST_OF_SKU = f"(SELECT {lowest_before_reduction('$2')} AS price OFFSET 0) lowest"

PICTURE_OF_SKU = f"""coalesce(
    (SELECT {picture("i")} FROM product_images i WHERE i.id = s.image_id AND i.path IS NOT NULL),
    (SELECT {picture("i")} FROM product_images i
        WHERE i.product_id = p.id AND i.path IS NOT NULL AND i.options IS NOT NULL AND NOT EXISTS (
            SELECT FROM jsonb_each_text(i.options) shown
            WHERE s.options[array_position(p.option_names, shown.key)] IS DISTINCT FROM shown.value)
        ORDER BY i.position, i.id LIMIT 1),
    {FIRST_PICTURE})"""
"""The picture of the SKU `s` of the product `p`: its own, else one of its options, else the product's
first."""
