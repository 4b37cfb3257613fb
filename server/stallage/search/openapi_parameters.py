"""Query parameters as the OpenAPI document says them; those of lists are read by `asking`."""

from __future__ import annotations

from typing import Any

from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from stallage.search.list_parameters import MAX_DISCOUNT, MAX_RATING, MAX_WORDS, SORTS


def parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A query parameter that may be left out."""
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }


TEXT: dict[str, Any] = {"type": "string"}

LIST_PARAMETERS: list[dict[str, Any]] = [
    parameter("category", "A category's slug; those below it are included.", TEXT),
    parameter("sale", "A running sale's slug.", TEXT),
    parameter("slider", "A slider's slug.", TEXT),
    parameter("section", "A tile of a feature section, as `{parentId}/{slug}`.", TEXT),
    parameter(
        "q",
        "What a shopper searches for.",
        {**TEXT, "title": "Search products", "maxLength": MAX_WORDS},
    ),
    parameter("brand", "A brand's slug; may be repeated.", {"type": "array", "items": TEXT}),
    parameter(
        "price",
        "`min..max` in minor units, ends included; either may be left out.",
        {
            "type": "string",
            "pattern": r"^([0-9]+\.\.[0-9]*|\.\.[0-9]+)?$",
            "examples": ["2000..5000"],
        },
    ),
    parameter("rating", "Stars and up.", {"type": "integer", "minimum": 1, "maximum": MAX_RATING}),
    parameter("inStock", "Only what can be had.", {"type": "boolean"}),
    parameter(
        "discount",
        "Per cent off and more.",
        {"type": "integer", "minimum": 1, "maximum": MAX_DISCOUNT},
    ),
    {
        "name": "attr",
        "in": "query",
        "required": False,
        "description": "`attr.{name}=`, such as `attr.size=M`; values of one name are or-ed.",
        "schema": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": TEXT},
        },
        "style": "deepObject",
        "explode": True,
    },
    parameter("sort", "What stands first.", {"type": "string", "enum": [*SORTS]}),
    parameter(
        "page",
        "From 1.",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
    ),
    parameter(
        "pageSize",
        "Rows on a page.",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": PAGE_SIZE},
    ),
]
"""In the order in which they are read about."""

SEARCH_PARAMETERS: list[dict[str, Any]] = [
    one for one in LIST_PARAMETERS if one["name"] not in ("page", "pageSize")
]
"""Those of a search by criteria, whose body has the page."""
