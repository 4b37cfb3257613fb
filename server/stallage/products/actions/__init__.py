"""Actions that write products, categories, brands, attributes, collections and sales."""

from stallage.products.actions.cards import refresh_cards, refresh_products
from stallage.products.actions.counters import add_sold, set_rating
from stallage.products.actions.sales import put_sale, remove_sale
from stallage.products.actions.size_guides import (
    create_size_guide,
    lock_size_guide,
    put_size_guide,
    remove_size_guide,
)
from stallage.products.actions.taxonomy import put_attribute, put_brand, put_category

__all__ = [
    "add_sold",
    "create_size_guide",
    "lock_size_guide",
    "put_attribute",
    "put_brand",
    "put_category",
    "put_sale",
    "put_size_guide",
    "refresh_cards",
    "refresh_products",
    "remove_sale",
    "remove_size_guide",
    "set_rating",
]
