"""Query parameters in the OpenAPI document. `list_parameters` reads those of lists."""

from __future__ import annotations

from typing import Any

from stallage.core.json_types import JsonObject
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from stallage.search.schemas.facet_parameters import FACET_PATTERN, MAX_TEXT
from stallage.search.schemas.list_parameters import MAX_DISCOUNT, MAX_RATING, MAX_WORDS, SORTS


def parameter(name: str, description: str, schema: dict[str, Any]) -> JsonObject:
    """Return an optional query parameter as an OpenAPI object."""
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }


TEXT: dict[str, Any] = {"type": "string"}

LIST_PARAMETERS: list[dict[str, Any]] = [
    parameter("category", "A category's slug; its subcategories are included.", TEXT),
    parameter("sale", "A running sale's slug.", TEXT),
    parameter("slider", "A slider's slug.", TEXT),
    parameter("section", "A tile of a feature section, as `{parentId}/{slug}`.", TEXT),
    parameter("collection", "A collection's slug.", TEXT),
    parameter(
        "q",
        "Search words.",
        {**TEXT, "title": "Search products", "maxLength": MAX_WORDS},
    ),
    parameter(
        "literal",
        "Whether to search the words as they are, without correction.",
        {"type": "boolean"},
    ),
    parameter("brand", "A brand's slug; may be repeated.", {"type": "array", "items": TEXT}),
    parameter(
        "price",
        "`min..max` in minor units, inclusive; either may be left out.",
        {
            "type": "string",
            "pattern": r"^([0-9]+\.\.[0-9]*|\.\.[0-9]+)?$",
            "examples": ["2000..5000"],
        },
    ),
    parameter("rating", "Minimum stars.", {"type": "integer", "minimum": 1, "maximum": MAX_RATING}),
    parameter("inStock", "Only products in stock.", {"type": "boolean"}),
    parameter(
        "discount",
        "Minimum discount in per cent.",
        {"type": "integer", "minimum": 1, "maximum": MAX_DISCOUNT},
    ),
    {
        "name": "attr",
        "in": "query",
        "required": False,
        "description": "`attr.{name}=`, such as `attr.size=M`; values of one name are alternatives.",
        "schema": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": TEXT},
        },
        "style": "deepObject",
        "explode": True,
    },
    parameter("sort", "Order of the products.", {"type": "string", "enum": [*SORTS]}),
    parameter(
        "page",
        "Page number, starting at 1.",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
    ),
    parameter(
        "pageSize",
        "Products per page.",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": PAGE_SIZE},
    ),
]
"""In the order of the documentation."""

SEARCH_PARAMETERS: list[dict[str, Any]] = [
    one for one in LIST_PARAMETERS if one["name"] not in ("page", "pageSize")
]
"""Those of a search by criteria; the page is in its body."""

FACET_PARAMETERS: list[dict[str, Any]] = [
    {
        **parameter(
            "facet",
            "`category`, `brand` or `attr.{name}`.",
            {**TEXT, "pattern": FACET_PATTERN},
        ),
        "required": True,
    },
    parameter("text", "What the values' labels contain.", {**TEXT, "maxLength": MAX_TEXT}),
    *(one for one in LIST_PARAMETERS if one["name"] not in ("sort", "page", "pageSize")),
]
"""Those of the values of a facet: of the list, without its order and page."""
