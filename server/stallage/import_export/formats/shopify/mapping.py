"""The fields of Shopify's product CSV, for mapping columns by hand."""

from __future__ import annotations

from stallage.import_export.formats.fields import OWN_FIELDS, CatalogueField, FieldGroup
from stallage.import_export.formats.shopify.columns import COLUMNS

VARIANT = frozenset(
    {
        *("sku", "barcode", "price", "compare_at_price", "cost", "taxable", "tracker", "quantity"),
        *("backorder", "grams", "weight_unit", "requires_shipping", "variant_image"),
        *(f"option{number}_{part}" for number in "123" for part in ("name", "value")),
    }
)
PICTURE = frozenset({"image", "image_position", "image_alt", "image_options"})


def _group(field: str) -> FieldGroup:
    if field in VARIANT:
        return "variant"
    return "picture" if field in PICTURE else "product"


FIELDS = (
    *(
        CatalogueField(
            field, name.partition(" (product.")[0], _group(field), required=field == "title"
        )
        for field, name, _ in COLUMNS
    ),
    *OWN_FIELDS,
)
