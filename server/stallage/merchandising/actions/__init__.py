"""Actions that write sliders, feature sections and collections."""

from stallage.merchandising.actions.collections import (
    change_collection_page,
    create_collection_page,
    lock_collection_page,
    put_collection_page,
    refresh_collection,
    remove_collection,
    remove_collection_page,
    rule_of,
    set_collection_products,
)
from stallage.merchandising.actions.sections import (
    change_section,
    create_section,
    delete_section,
    order_sections,
    put_section,
    remove_section,
)
from stallage.merchandising.actions.sliders import (
    change_slider,
    create_slider,
    delete_slider,
    lock_home_parts,
    notify_of_sliders,
    order_sliders,
    put_slider,
    remove_slider,
)
from stallage.merchandising.drafts import TileDraft

__all__ = [
    "TileDraft",
    "change_collection_page",
    "change_section",
    "change_slider",
    "create_collection_page",
    "create_section",
    "create_slider",
    "delete_section",
    "delete_slider",
    "lock_collection_page",
    "lock_home_parts",
    "notify_of_sliders",
    "order_sections",
    "order_sliders",
    "put_collection_page",
    "put_section",
    "put_slider",
    "refresh_collection",
    "remove_collection",
    "remove_collection_page",
    "remove_section",
    "remove_slider",
    "rule_of",
    "set_collection_products",
]
