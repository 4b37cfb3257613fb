"""The columns of Shopify's product CSV: the field of each column and its current and older names.

Import and export share this table. Exports use the names in use since about 2025; imports accept all
names, in any case and with outer spaces.
"""

from __future__ import annotations

import re

COLUMNS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # field, name as written, older names
    ("title", "Title", ()),
    ("handle", "URL handle", ("Handle",)),
    ("description", "Description", ("Body (HTML)", "Body HTML")),
    ("vendor", "Vendor", ()),
    ("category", "Product category", ("Standard product type",)),
    ("type", "Type", ("Custom product type",)),
    ("tags", "Tags", ()),
    ("collection", "Collection", ()),
    ("published", "Published on online store", ("Published",)),
    ("status", "Status", ()),
    ("sku", "SKU", ("Variant SKU",)),
    ("barcode", "Barcode", ("Variant Barcode",)),
    ("option1_name", "Option1 name", ()),
    ("option1_value", "Option1 value", ()),
    ("option2_name", "Option2 name", ()),
    ("option2_value", "Option2 value", ()),
    ("option3_name", "Option3 name", ()),
    ("option3_value", "Option3 value", ()),
    ("price", "Price", ("Variant Price",)),
    ("compare_at_price", "Compare-at price", ("Variant Compare At Price", "Compare At Price")),
    ("cost", "Cost per item", ()),
    ("taxable", "Charge tax", ("Variant Taxable",)),
    ("tracker", "Inventory tracker", ("Variant Inventory Tracker",)),
    ("quantity", "Inventory quantity", ("Variant Inventory Qty",)),
    ("backorder", "Continue selling when out of stock", ("Variant Inventory Policy",)),
    ("grams", "Weight value (grams)", ("Variant Grams",)),
    ("weight_unit", "Weight unit for display", ("Variant Weight Unit",)),
    ("requires_shipping", "Requires shipping", ("Variant Requires Shipping",)),
    ("image", "Product image URL", ("Image Src",)),
    ("image_position", "Image position", ()),
    ("image_alt", "Image alt text", ()),
    ("image_options", "Image options (product.metafields.stallage.image_options)", ()),
    ("variant_image", "Variant image URL", ("Variant Image",)),
    ("gift_card", "Gift card", ()),
    ("seo_title", "SEO title", ()),
    ("seo_description", "SEO description", ()),
    # Fields without a column of Shopify go to metafields of our own.
    ("summary", "Summary (product.metafields.stallage.summary)", ()),
    ("categories", "Categories (product.metafields.stallage.categories)", ()),
    ("specification", "Specification (product.metafields.stallage.specification)", ()),
    ("swatches", "Swatches (product.metafields.stallage.swatches)", ()),
    ("returnable", "Returnable (product.metafields.stallage.returnable)", ()),
    ("max_per_order", "Most per order (product.metafields.stallage.max_per_order)", ()),
)

ATTRIBUTE = "attribute"
TAG = "tag"
EXTRA = "extra"
"""Targets of columns that are no field: a facet, more tags, or stored without being used."""

EXTRA_NAMES = {
    "fulfillment service": "Fulfillment service",
    "variant fulfillment service": "Fulfillment service",
    "tax code": "Tax code",
    "variant tax code": "Tax code",
    "google shopping / google product category": "Google Shopping / Google product category",
    "google shopping / gender": "Google Shopping / Gender",
    "google shopping / age group": "Google Shopping / Age group",
    "google shopping / mpn": "Google Shopping / Manufacturer part number (MPN)",
    "google shopping / adwords grouping": "Google Shopping / Ad group name",
    "google shopping / adwords labels": "Google Shopping / Ads labels",
    "google shopping / condition": "Google Shopping / Condition",
    "google shopping / custom product": "Google Shopping / Custom product",
    **{
        f"google shopping / custom label {number}": f"Google Shopping / Custom label {number}"
        for number in range(5)
    },
}
"""Columns that are stored and exported without being used: any name in lower case → current name."""

NAME_OF = {field: name for field, name, _ in COLUMNS}
FIELD_OF_LABEL = {name: field for field, name in NAME_OF.items()} | {
    "A tag": "tags",
    "A category": "categories",
    "Collection": "collection",
    "Weight": "grams",
    "Published": "published",
    "Image options": "image_options",
    "Categories": "categories",
    "Specification": "specification",
    "Swatches": "swatches",
    "Most per order": "max_per_order",
    "The picture's URL": "image",
    "Its URL": "variant_image",
}
"""Name of a cell in error messages → its field."""
FIELD_OF = {
    name.casefold(): field for field, written, older in COLUMNS for name in (written, *older)
}
SIGNATURE = frozenset({"handle", "option1_name", "published", "compare_at_price"})
"""Fields that identify the format: files of other systems have a title too."""
INVENTORY_COLUMNS = frozenset({"location", "available", "incoming", "on hand", "on hand (current)"})
"""Columns of Shopify's inventory file, which has handles but no product data."""
MAX_OPTIONS = 3

_METAFIELD = re.compile(r"(?P<label>.*?)\s*\(product\.metafields\.(?P<key>[^()]+)\)", re.IGNORECASE)


def normalize_name(name: str) -> str:
    """Normalize a header name for comparison: lower case, single spaces."""
    return " ".join(name.split()).casefold()


def attribute_label(name: str) -> str | None:
    """Return the label of a metafield's column; None for any other column.

    Without a label it is the last part of the metafield's key.
    """
    match = _METAFIELD.fullmatch(name.strip())
    if match is None:
        return None
    return match["label"].strip() or match["key"].rpartition(".")[2]


def stored_name(column: str) -> str:
    """Return the name under which a column without a field is stored and exported."""
    return EXTRA_NAMES.get(normalize_name(column), " ".join(column.split()))


def own_label(name: str) -> str:
    """Return the label of the attribute that a column becomes."""
    return attribute_label(name) or name


def attribute_column(label: str, key: str) -> str:
    """Return the column to which an attribute is exported."""
    return f"{label} (product.metafields.custom.{key})"


def propose_targets(header: tuple[str, ...]) -> tuple[str, ...]:
    """Return the target of each column; empty for one without a name, or with that of an earlier one."""
    targets: list[str] = []
    labels: set[str] = set()
    extras: set[str] = set()
    for column in header:
        normalized = normalize_name(column)
        name = stored_name(column)
        label = attribute_label(name)
        if field := FIELD_OF.get(normalized):
            targets.append(field)
        elif label and label not in labels:
            labels.add(label)
            targets.append(ATTRIBUTE)
        elif normalized and normalized not in extras:
            extras.add(normalized)
            targets.append(EXTRA)
        else:
            targets.append("")
    return tuple(targets)
