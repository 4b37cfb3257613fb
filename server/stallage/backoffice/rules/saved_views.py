"""The lists whose views can be saved, and limits of saved views."""

from __future__ import annotations

from enum import StrEnum

MAX_OWN = 50
"""Views that an operator can save of one list."""
MAX_PARAMS = 40
MAX_COLUMNS = 40


class ListName(StrEnum):
    """The lists of the back office. The client takes the names from here and has a list for each."""

    AUDIT = "audit"
    AUTOMATIC_REDIRECTS = "automatic-redirects"
    BLOGS = "blogs"
    BRANDS = "brands"
    BULK = "bulk"
    COLLECTIONS = "collections"
    CUSTOMERS = "customers"
    DISCOUNTS = "discounts"
    DRAFTS = "drafts"
    GIFT_CARDS = "gift-cards"
    GUESTS = "guests"
    IMPORTED_ORDERS = "imported-orders"
    IMPORTS = "imports"
    INBOX = "inbox"
    ORDERS = "orders"
    PRODUCTS = "products"
    PROMO_BATCHES = "promo-batches"
    PROMO_CODES = "promo-codes"
    REDIRECTS = "redirects"
    RETURNS = "returns"
    SALES = "sales"
    STOCK = "stock"
    STOCK_COUNTS = "stock-counts"
    STOCK_DELIVERIES = "stock-deliveries"
    STOCK_TRANSFERS = "stock-transfers"
    WEBHOOK_DELIVERIES = "webhook-deliveries"
