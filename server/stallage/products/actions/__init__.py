"""Everything that writes products and what groups them."""

from stallage.products.actions.cards import products_changed, refresh_cards
from stallage.products.actions.counters import add_sold, set_rating
from stallage.products.actions.sales import put_sale, remove_sale
from stallage.products.actions.size_guides import put_size_guide, remove_size_guide
from stallage.products.actions.taxonomy import put_attribute, put_brand, put_category

__all__ = [
    "add_sold",
    "products_changed",
    "put_attribute",
    "put_brand",
    "put_category",
    "put_sale",
    "put_size_guide",
    "refresh_cards",
    "remove_sale",
    "remove_size_guide",
    "set_rating",
]
