"""Filters that a list without result could do without."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.queries.facets import (
    IN_STOCK,
    LABELS,
    chosen_price_label,
    discount_label,
    rating_label,
)
from stallage.search.rules import Filters


def build_relaxed(
    counts: Mapping[str, int], filters: Filters, names: CatalogNames, currency: Currency
) -> list[JsonObject]:
    """Return filters as JSON of `RelaxedFilter`. `counts`: parameter → products without it."""
    return [
        {
            "parameter": parameter,
            "label": f"{_facet_label(parameter, names)}: {_value(parameter, filters, names, currency)}",
            "count": count,
        }
        for parameter, count in counts.items()
    ]


def _facet_label(parameter: str, names: CatalogNames) -> str:
    return LABELS.get(parameter) or names.facet_label(parameter.removeprefix("attr."))


def _value(parameter: str, filters: Filters, names: CatalogNames, currency: Currency) -> str:
    """Return what is selected, as the list's facets write it."""
    match parameter:
        case "category" if filters.category_id is not None:
            return names.categories[filters.category_id].title
        case "brand":
            return ", ".join(
                names.brands[one].name for one in filters.brand_ids if one in names.brands
            )
        case "price" if filters.price is not None:
            return chosen_price_label(*filters.price, currency, names.site.locale)
        case "rating" if filters.rating is not None:
            return rating_label(filters.rating)
        case "discount" if filters.discount is not None:
            return discount_label(filters.discount)
        case "inStock":
            return IN_STOCK
        case _:
            return ", ".join(dict(filters.attributes)[parameter.removeprefix("attr.")])
