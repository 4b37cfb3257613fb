"""Evaluate rankings of real products with human ratings.

The data is not part of the repository: `STALLAGE_REAL_DATA` names its folder. NDCG@10 counts products
without a rating as irrelevant, with gain = rating / 3.
"""

from __future__ import annotations

import csv
import gzip
import math
import os
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, TypeAlias

import orjson

from stallage.search.index.read_sets import read_sets
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.word_sets import WordSets

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT.parent / "shared" / "data")) / "icecat-search"
FOLDS = 5
TOP = 10
RETRIEVED = 100

Rank: TypeAlias = Callable[[str], Sequence[int]]
"""Returns the ids of the best products for a text, best first."""


class DataMissing(Exception):
    """The folder of the data does not exist."""


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query with the ratings of products, 0 (poor) to 3 (perfect)."""

    id: str
    text: str
    ratings: Mapping[int, int]

    @property
    def good(self) -> set[int]:
        """Products rated above 0."""
        return {product for product, rating in self.ratings.items() if rating}

    @property
    def fold(self) -> int:
        """The part of the queries that it belongs to in a cross-validation."""
        return zlib.crc32(self.id.encode()) % FOLDS


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one query."""

    ndcg: float
    recall: float
    """Share of the good products among the first `RETRIEVED`."""
    ndcg_of_rated: float
    """NDCG if products without a rating are left out."""


@dataclass(frozen=True, slots=True)
class JudgedData:
    """The products, numbered from 1 in the order of the file, and the queries."""

    documents: list[SearchDocument]
    queries: list[JudgedQuery]

    @property
    def answerable(self) -> list[JudgedQuery]:
        """The queries with a good product."""
        return [query for query in self.queries if query.good]


def read_data() -> JudgedData:
    """Read products and queries. Raises DataMissing."""
    if not DATA.is_dir():
        raise DataMissing(
            f"{DATA} does not exist; set STALLAGE_REAL_DATA to the folder of the data"
        )
    numbers: dict[str, int] = {}
    documents = []
    for number, product in enumerate(_products(), 1):
        numbers[str(product["id"])] = number
        documents.append(_document(number, product))
    return JudgedData(documents, list(_queries(numbers)))


def _products() -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / "products.jsonl.gz") as lines:
        for line in lines:
            yield orjson.loads(line)


def _document(number: int, product: Mapping[str, Any]) -> SearchDocument:
    """Map a product to our fields like in an import."""
    return SearchDocument(
        id=number,
        title=product["title"],
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        brand=product.get("supplier") or "",
        description=re.sub(r"<[^>]*>", " ", unescape(product.get("short_description") or "")),
        details=[str(value) for name, value in product.items() if name.startswith("attr_t_")],
        codes=[product.get("name") or "", *map(str, product.get("ean", ()))],
    )


def _queries(numbers: Mapping[str, int]) -> Iterator[JudgedQuery]:
    ratings: dict[str, dict[int, int]] = defaultdict(dict)
    with (DATA / "qrels.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            ratings[row["query_id"]][numbers[row["product_id"]]] = int(row["label"])
    with (DATA / "queries.tsv").open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield JudgedQuery(row["query_id"], row["query"], ratings[row["query_id"]])


def build_index(
    folder: Path, documents: Iterable[SearchDocument], language: str = "english"
) -> WordSets:
    """Build an index in a new folder, and open it."""
    folder.mkdir(parents=True)
    index = SearchIndex(folder, language)
    writer = index.begin("evaluation")
    writer.put([], list(documents))
    writer.finish(0)
    index.reload("evaluation")
    return WordSets(index.searcher(), read_sets(index.searcher()))


def gain(ratings: Iterable[int]) -> float:
    """Return the discounted cumulative gain of a ranking's first products."""
    first = list(ratings)[:TOP]
    return sum(rating / 3 / math.log2(place + 2) for place, rating in enumerate(first))


def evaluate_query(query: JudgedQuery, ranking: Sequence[int]) -> Figures:
    """Return the figures of a ranking."""
    best = gain(sorted(query.ratings.values(), reverse=True))
    found = ranking[:RETRIEVED]
    return Figures(
        ndcg=gain(query.ratings.get(one, 0) for one in found) / best,
        recall=len(query.good & set(found)) / len(query.good),
        ndcg_of_rated=gain(query.ratings[one] for one in found if one in query.ratings) / best,
    )


def evaluate(queries: Iterable[JudgedQuery], rank: Rank) -> dict[str, Figures]:
    """Return the figures of each query by its id."""
    return {query.id: evaluate_query(query, rank(query.text)) for query in queries}


@dataclass(frozen=True, slots=True)
class Summary:
    """Means over all queries."""

    ndcg: float
    recall: float
    ndcg_of_rated: float


def summarise(figures: Iterable[Figures]) -> Summary:
    """Return the means."""
    found = list(figures)
    return Summary(
        fmean(one.ndcg for one in found),
        fmean(one.recall for one in found),
        fmean(one.ndcg_of_rated for one in found),
    )


def over_folds(
    queries: Sequence[JudgedQuery], figures: Mapping[str, Figures]
) -> tuple[float, float]:
    """Return the mean and the standard deviation of NDCG over the folds."""
    folds = [
        fmean(figures[query.id].ndcg for query in queries if query.fold == fold)
        for fold in range(FOLDS)
    ]
    return fmean(folds), pstdev(folds)
