"""Products as documents of OpenSearch.

Texts are analysed here, in the same way as what shoppers type, so that words, stems, joined words and
measures are those of `analysis` in each language. The server only splits them at spaces.
"""

from __future__ import annotations

from collections.abc import Iterable

from stallage.core.json_types import JsonObject
from stallage.search.index.analysis import Analysis
from stallage.search.index.schema import (
    SEPARATOR,
    TEXT_FIELDS,
    VERSION,
    SearchDocument,
    price_band,
)

FORMAT = f"{VERSION}.4"
"""Raise the last number with any change of this module: an index of another format is rebuilt."""

MAX_WINDOW = 1_000_000
"""The last product of a list that a page can show."""

SETTINGS: JsonObject = {
    # Facets of one shard are exact.
    "number_of_shards": 1,
    # What was written becomes visible when it is complete, and not before.
    "refresh_interval": "-1",
    "max_result_window": MAX_WINDOW,
}

_TEXT: JsonObject = {"type": "text", "analyzer": "whitespace", "index_options": "freqs"}
_WORDS: JsonObject = {"type": "text", "analyzer": "whitespace", "index_options": "docs"}
_KEYWORD: JsonObject = {"type": "keyword"}
_NUMBER: JsonObject = {"type": "long"}
_STORED: JsonObject = {"type": "keyword", "index": False, "doc_values": False}
PROPERTIES: JsonObject = {
    **dict.fromkeys(TEXT_FIELDS, _TEXT),
    **dict.fromkeys(("codes", "joined", "all", "words"), _WORDS),
    **dict.fromkeys(("names", "attribute"), _KEYWORD),
    "written": _STORED,
    **dict.fromkeys(("id", "category", "collection", "brand_id", "in_stock"), _NUMBER),
    **dict.fromkeys(("price", "price_band", "rating", "discount"), _NUMBER),
    **dict.fromkeys(("average", "rating_count", "popularity", "created"), _NUMBER),
}
"""Fields of products."""

STATE_ID = "state"
"""The document that has the position of the index. It is no product: searches leave it out."""
WITHOUT_STATE: JsonObject = {"bool": {"must_not": [{"ids": {"values": [STATE_ID]}}]}}
MAPPINGS: JsonObject = {
    "dynamic": "strict",
    # Products come from the database; only corrections read how their names are written.
    "_source": {"includes": ["state", "written"]},
    "properties": {**PROPERTIES, "state": {"type": "object", "enabled": False}},
}


def document(product: SearchDocument, analysis: Analysis) -> JsonObject:
    """Return a product as a document."""
    return {"id": product.id, **_texts(product, analysis), **_values(product)}


def _texts(product: SearchDocument, analysis: Analysis) -> JsonObject:
    codes = list(product.codes)
    names = [product.title, product.brand, *product.kind]
    values = [value for each in product.attributes.values() for value in each]
    texts = [*values, *product.details, product.description]
    joined = {
        *analysis.joined(names, neighbours=True),
        *analysis.joined([*texts, *codes], neighbours=False),
    }

    def stems(parts: Iterable[str]) -> str:
        return " ".join(" ".join(analysis.stemmed.analyze(one)) for one in parts)

    return {
        "title": stems([product.title]),
        "brand": stems([product.brand]),
        "kind": stems(names[2:]),
        "attributes": stems(texts[:-1]),
        "description": stems([product.description]),
        "codes": stems([*codes, *analysis.joined(codes, neighbours=False)]),
        "joined": stems(sorted(joined)),
        "all": stems([*names, *texts, *codes, *sorted(joined)]),
        "words": " ".join(" ".join(analysis.plain.analyze(one)) for one in names),
        "written": [one for one in names if one],
        "names": sorted({analysis.key(name) for name in (product.brand, *product.types) if name}),
    }


def _values(product: SearchDocument) -> JsonObject:
    average = product.rating_sum * 1000 // product.rating_count if product.rating_count else 0
    return {
        "attribute": sorted(
            {
                f"{name}{SEPARATOR}{value}"
                for name, each in product.attributes.items()
                for value in each
            }
        ),
        "category": sorted(set(product.category_ids)),
        "collection": sorted(set(product.collection_ids)),
        "brand_id": product.brand_id,
        "in_stock": int(product.in_stock),
        "price": product.price,
        "price_band": price_band(product.price),
        "rating": average // 100,
        "discount": product.discount_percent,
        "average": average,
        "rating_count": product.rating_count,
        "popularity": product.popularity,
        "created": int(product.created_at.timestamp()),
    }
