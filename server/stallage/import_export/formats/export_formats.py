"""The formats that a catalogue can be exported in.

To add a format, write a `CatalogueWriter` and add it to `EXPORT_FORMATS`.
"""

from __future__ import annotations

from stallage.import_export.formats.exporting import ExportFormat
from stallage.import_export.formats.google.writer import GoogleTextWriter, GoogleXmlWriter
from stallage.import_export.formats.shopify.writer import open_sheet
from stallage.import_export.formats.woocommerce.writer import WooCommerceWriter

CSV = "text/csv; charset=utf-8"
EXPORT_FORMATS = {
    one.id: one
    for one in (
        ExportFormat("shopify", "Shopify product CSV", ".csv", CSV, open_sheet),
        ExportFormat("woocommerce", "WooCommerce product CSV", ".csv", CSV, WooCommerceWriter),
        ExportFormat(
            "google",
            "Google Merchant product data, text",
            ".tsv",
            "text/tab-separated-values; charset=utf-8",
            GoogleTextWriter,
        ),
        ExportFormat(
            "google-xml",
            "Google Merchant product data, XML",
            ".xml",
            "application/rss+xml; charset=utf-8",
            GoogleXmlWriter,
        ),
    )
}
"""By id; the first one is the default."""


def format_for(format_id: str, file_name: str) -> ExportFormat | None:
    """Return a format; Google's as XML for a file whose name ends so. None if there is none."""
    is_xml = file_name.removesuffix(".gz").endswith(".xml")
    return EXPORT_FORMATS.get("google-xml" if format_id == "google" and is_xml else format_id)
