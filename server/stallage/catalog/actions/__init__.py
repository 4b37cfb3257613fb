"""What writes the catalogue. Other features use `refresh_cards`, `set_rating` and `add_sold`."""

from stallage.catalog.actions.cards import products_changed, refresh_cards
from stallage.catalog.actions.places import put_attribute, put_brand, put_category
from stallage.catalog.actions.ratings import add_sold, set_rating
from stallage.catalog.actions.sets import (
    TileDraft,
    put_sale,
    put_section,
    put_slider,
    remove_sale,
    remove_section,
    remove_slider,
)
from stallage.catalog.actions.size_guides import put_size_guide, remove_size_guide

__all__ = [
    "TileDraft",
    "add_sold",
    "products_changed",
    "put_attribute",
    "put_brand",
    "put_category",
    "put_sale",
    "put_section",
    "put_size_guide",
    "put_slider",
    "refresh_cards",
    "remove_sale",
    "remove_section",
    "remove_size_guide",
    "remove_slider",
    "set_rating",
]
