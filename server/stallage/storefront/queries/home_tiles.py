"""Categories and sliders as JSON of the home page."""

from __future__ import annotations

from stallage.core.json_types import JsonObject
from stallage.merchandising.queries import ShownSlider
from stallage.search.cache.catalog_names import CatalogNames
from stallage.shop.rules import links


def category_json(
    category_id: int, names: CatalogNames, images: dict[int, JsonObject]
) -> JsonObject:
    """Return a category as JSON of `HomeCategory`. `images`: by category id."""
    category = names.categories[category_id]
    return {
        "slug": category.slug,
        "title": category.title,
        "description": category.description,
        "image": images.get(category_id),
        "link": links.category(category.slug),
    }


def slider_json(slider: ShownSlider) -> JsonObject:
    """Return a slider as JSON of `HomeSlider`."""
    return {
        "slug": slider.slug,
        "title": slider.title,
        "subtitle": slider.subtitle,
        "callToAction": slider.call_to_action,
        "image": slider.image,
        "phoneImage": slider.phone_image,
        "link": links.slider(slider.slug),
    }
