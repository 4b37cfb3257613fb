"""Hit rate of ten recommendations for real baskets, next to popularity and item-to-item cosine.

`python -m bench.recommendation_quality` (or `make recommendation-quality`) reads the order lines of
`online-retail` in STALLAGE_REAL_DATA, or in ../shared/data, and says so if there are none.

**Data.** An invoice is a basket of distinct products. Cancellations (`C` invoices), lines without a
positive quantity and price, and codes that are no products (postage, fees, samples: everything but five
digits, perhaps with a variant's A to Z after them) are left out.

**Split.** All months but the last one of the file are for training; baskets of the last month are for the
test. Dates are moved so that the last month begins now. No basket of it is known to anyone.

**The shop.** A new PostgreSQL database gets a product per product code and the training baskets as past
orders (`recommendations.actions.add_past_order`). `stallage recommend` computes the recommendations, as
every night, and `stallage serve` answers `GET /api/bought-together?limit=10` or
`GET /api/because-you-viewed?limit=10`. So what is measured is what shoppers get, of products that are all
on sale. Past orders have at least two products, which is why those of one product are missing in the shop,
but not in the references.

**Tasks.** Each test basket with at least two products is divided into known and hidden products, by a
random generator that is the same in every run. Recommendations for the known ones are compared with the
hidden ones:

- `one known`: one product is known, as on a product page; all others are hidden.
- `half known`: half of the products are known, as in a cart that is being filled.
- `one hidden`: all products but one are known.
- `next basket`: the products of the customer's three baskets before are known, the newest first; hidden is
  what is new in this basket. Only customers with a basket before. It uses `because-you-viewed`.

At most 100 products are known, as in a request.

**Figures.** The hit rate is the share of all hidden products that are among the ten. "Some hit" is the
share of the baskets with at least one hidden product among the ten. No method recommends known products.

**References**, computed here from the same baskets: `popular` counts all baskets, `recent` those of the
last 30 days, and `cosine` adds up for each known product the baskets in common with another one, divided
by the root of both products' baskets. The goal is a hit rate of at least twice that of `popular` in each
task; a miss is an error.
"""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
import math
import os
import random
import re
import subprocess
import sys
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg

from bench.goals import Metric
from bench.harness import ROOT, environment_of, fresh_shop, print_table, shop_serving
from stallage.products.actions.cards import BATCH, refresh_products
from stallage.recommendations.actions import add_past_order

DATA = Path(os.environ.get("STALLAGE_REAL_DATA", ROOT.parent / "shared" / "data")) / "online-retail"
SHOWN = 10
MAX_KNOWN = 100
RECENT = timedelta(days=30)
GOAL = 2.0
SEED = 20_111_001
PRODUCT_CODE = re.compile(r"^[0-9]{5}[A-Z]*$")

Rank = Callable[[Sequence[int]], list[int]]
"""Returns SHOWN products for known ones."""


@dataclass(frozen=True, slots=True)
class Basket:
    """Distinct products of an invoice, by the number of their code."""

    at: datetime
    customer: str
    products: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A test basket: known products, and those to find."""

    known: tuple[int, ...]
    hidden: frozenset[int]


def read_baskets() -> list[Basket]:
    """Return all baskets in order of time. Raises FileNotFoundError."""
    files = sorted(DATA.glob("*.csv.gz"))
    if not files:
        raise FileNotFoundError(f"there is no file *.csv.gz in {DATA}")
    numbers: dict[str, int] = {}
    heads: dict[str, tuple[datetime, str]] = {}
    products: defaultdict[str, dict[int, None]] = defaultdict(dict)
    for file in files:
        with gzip.open(file, "rt", newline="") as lines:
            for line in csv.DictReader(lines):
                code = line["StockCode"].strip().upper()
                bought = float(line["Quantity"]) > 0 and float(line["UnitPrice"]) > 0
                invoice = line["InvoiceNo"]
                if bought and not invoice.startswith("C") and PRODUCT_CODE.match(code):
                    at = datetime.fromisoformat(line["InvoiceDate"]).replace(tzinfo=UTC)
                    heads.setdefault(invoice, (at, line["CustomerID"]))
                    products[invoice][numbers.setdefault(code, len(numbers) + 1)] = None
    baskets = [Basket(*head, tuple(products[invoice])) for invoice, head in heads.items()]
    return sorted(baskets, key=lambda one: one.at)


def split(baskets: Sequence[Basket]) -> tuple[list[Basket], list[Basket]]:
    """Return the baskets before the last month, and those of it; the last month begins now."""
    start = baskets[-1].at.replace(day=1, hour=0, minute=0, second=0)
    moved = datetime.now(UTC) - start
    train = [
        Basket(one.at + moved, one.customer, one.products) for one in baskets if one.at < start
    ]
    test = [
        Basket(one.at + moved, one.customer, one.products) for one in baskets if one.at >= start
    ]
    return train, test


def cases_of(train: Sequence[Basket], test: Sequence[Basket]) -> dict[str, list[Case]]:
    """Return the cases of each task."""
    chance = random.Random(SEED)
    cases: dict[str, list[Case]] = {
        name: [] for name in ("one known", "half known", "one hidden", "next basket")
    }
    before: defaultdict[str, list[Basket]] = defaultdict(list)
    for one in train:
        before[one.customer].append(one)

    def add(task: str, known: Sequence[int], hidden: Sequence[int]) -> None:
        shown = tuple(known[:MAX_KNOWN])
        cases[task].append(Case(shown, frozenset(hidden)))

    for basket in test:
        if len(basket.products) > 1:
            mixed = chance.sample(basket.products, len(basket.products))
            middle = len(mixed) // 2
            add("one known", mixed[:1], mixed[1:])
            add("half known", mixed[:middle], mixed[middle:])
            add("one hidden", mixed[1:], mixed[:1])
            if basket.customer and before[basket.customer]:
                latest = reversed(before[basket.customer][-3:])
                known = list(dict.fromkeys(number for one in latest for number in one.products))
                new = set(basket.products).difference(known)
                if new:
                    add("next basket", known, sorted(new))
        before[basket.customer].append(basket)
    return cases


def references(train: Sequence[Basket]) -> dict[str, Rank]:
    """Return the rankings that the shop is compared with."""
    sold = Counter(number for one in train for number in one.products)
    since = train[-1].at - RECENT
    recent = Counter(number for one in train if one.at >= since for number in one.products)
    common: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for basket in train:
        for number in basket.products:
            common[number].update(basket.products)

    def best_of(scores: Counter[int]) -> Rank:
        ranking = [number for number, _ in scores.most_common(SHOWN + MAX_KNOWN)]
        return lambda known: [one for one in ranking if one not in set(known)][:SHOWN]

    def cosine(known: Sequence[int]) -> list[int]:
        scores: defaultdict[int, float] = defaultdict(float)
        for number in known:
            for other, baskets in common[number].items():
                scores[other] += baskets / math.sqrt(sold[number] * sold[other])
        for number in known:
            scores.pop(number, None)
        return sorted(scores, key=lambda one: (-scores[one], one))[:SHOWN]

    return {"popular": best_of(sold), "recent": best_of(recent), "cosine": cosine}


async def fill(dsn: str, train: Sequence[Basket], products: int) -> None:
    """Store products 1 to `products`, each with the SKU of the same id, and the past orders."""
    connection = await asyncpg.connect(dsn)
    async with connection.transaction():
        await connection.execute(
            "INSERT INTO products (id, slug, title, created_at, updated_at)"
            " SELECT n, 'p-' || n, 'Product ' || n, now(), now() FROM generate_series(1, $1) n",
            products,
        )
        await connection.execute(
            "INSERT INTO skus (id, product_id, position, sku, options, price, stock)"
            " SELECT id, id, 0, 'S-' || id, '{}', 1000, 1000 FROM products"
        )
        ids = list(range(1, products + 1))
        for start in range(0, products, BATCH):
            await refresh_products(connection, ids[start : start + BATCH])
        for basket in train:
            if len(basket.products) > 1:
                slugs = [f"p-{number}" for number in basket.products]
                await add_past_order(connection, placed_at=basket.at, product_slugs=slugs)
        await connection.execute("DELETE FROM pgqueuer")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def shop_rank(port: int, path: str, name: str) -> Rank:
    """Return the ranking of a route of the running shop."""

    def rank(known: Sequence[int]) -> list[int]:
        ids = ",".join(map(str, known))
        url = f"http://127.0.0.1:{port}{path}?{name}={ids}&limit={SHOWN}"
        with urllib.request.urlopen(url, timeout=30) as response:
            return [card["productId"] for card in json.load(response)["output"]]

    return rank


def measure(cases: Sequence[Case], rank: Rank) -> tuple[float, float]:
    """Return the hit rate of a ranking, and its share of cases with some hit."""
    hits = [len(case.hidden.intersection(rank(case.known))) for case in cases]
    hidden = sum(len(case.hidden) for case in cases)
    return sum(hits) / hidden, sum(map(bool, hits)) / len(cases)


def rows_of(
    cases: dict[str, list[Case]], references: dict[str, Rank], port: int
) -> Iterator[tuple[list[str], str | None]]:
    """Yield a row of the table for each task and method, and the goal that it misses."""
    for task, each in cases.items():
        viewed = task == "next basket"
        path, name = (
            ("because-you-viewed", "skuIds") if viewed else ("bought-together", "productIds")
        )
        ranks = {**references, path: shop_rank(port, f"/api/{path}", name)}
        popular = 0.0
        for method, rank in ranks.items():
            rate, some = measure(each, rank)
            popular = popular or rate
            ratio = rate / popular
            goal = Metric(f"{task}: ratio to popularity", 2, at_least=GOAL)
            yield (
                [f"{task}, {method}", f"{rate:.2%}", f"{ratio:.2f}", f"{some:.1%}"],
                goal.miss(ratio) if method == path else None,
            )


def main() -> None:
    """Print the table. Exits with 1 if a goal is missed."""
    try:
        baskets = read_baskets()
    except FileNotFoundError as error:
        print(f"recommendation-quality: {error}, so nothing was measured. Set STALLAGE_REAL_DATA.")
        return
    train, test = split(baskets)
    cases = cases_of(train, test)
    products = max(number for one in baskets for number in one.products)
    with fresh_shop() as (folder, dsn):
        asyncio.run(fill(dsn, train, products))
        began = time.perf_counter()
        command = [sys.executable, "-m", "stallage", "recommend"]
        subprocess.run(command, env={**os.environ, **environment_of(folder, dsn)}, check=True)
        seconds = time.perf_counter() - began
        with shop_serving(folder, dsn) as (port, _):
            rows = list(rows_of(cases, references(train), port))
    counts = ", ".join(f"{len(each):,} {task}" for task, each in cases.items())
    print_table(
        f"{len(train):,} baskets of {products:,} products to learn from (in {seconds:.1f} s); {counts}",
        ["task", "hit rate", "of popular", "some hit"],
        [row for row, _ in rows],
    )
    missed = [miss for _, miss in rows if miss]
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
