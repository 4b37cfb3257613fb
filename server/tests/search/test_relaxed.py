"""A list without result proposes which of its filters to remove."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.products.factory import SkuSpec, make_brand, make_category, make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop


async def fill(shop: Shop) -> None:
    """Create three lamps and a bowl."""
    async with shop.database.transaction() as connection:
        for brand in ("Kiln", "Orrin"):
            await make_brand(connection, brand)
        light = await make_category(connection, "Light")
        for number in range(3):
            await make_product(
                connection,
                f"Oak lamp {number}",
                brand="Kiln",
                category_ids=[light],
                attributes={"material": ["Oak"]},
                skus=[SkuSpec(price=2000)],
            )
        await make_product(
            connection,
            "Glass bowl",
            brand="Orrin",
            attributes={"material": ["Glass"]},
            skus=[SkuSpec(price=5000)],
        )
    await work_and_wait(shop)


async def listed(shop: Shop, *pairs: tuple[str, str]) -> Any:
    """Return a list with filters."""
    return await shop.output("GET", f"/api/products?{urlencode(pairs)}")


async def test_each_proposed_filter_gives_its_count(shop: Shop) -> None:
    await fill(shop)
    pairs = [("q", "lamp"), ("brand", "kiln"), ("attr.material", "Glass"), ("price", "100..3000")]
    empty = await listed(shop, *pairs)
    assert empty["total"] == 0
    assert empty["relaxed"] == [
        {"parameter": "attr.material", "label": "Material: Glass", "count": 3}
    ]
    without = [pair for pair in pairs if pair[0] != "attr.material"]
    found = await listed(shop, *without)
    assert (found["total"], found["relaxed"]) == (3, [])


async def test_labels_and_order(shop: Shop) -> None:
    await fill(shop)
    for pairs, labels in (
        (
            [("q", "lamp"), ("brand", "orrin"), ("category", "light")],
            ["Brand: Orrin 3"],
        ),
        ([("q", "lamp"), ("price", "..1000")], ["Price: Under $10 3"]),
        ([("q", "lamp"), ("rating", "4")], ["Rating: 4 & up 3"]),
        ([("q", "lamp"), ("discount", "20")], ["Discount: 20% off or more 3"]),
        (
            [("q", "bowl"), ("attr.material", "Oak"), ("attr.material", "Steel")],
            ["Material: Oak, Steel 1"],
        ),
        # Two filters that both leave nothing.
        ([("q", "lamp"), ("rating", "4"), ("discount", "20")], []),
        ([("q", "xyzzyx"), ("brand", "kiln")], []),
    ):
        empty = await listed(shop, *pairs)
        shown = [f"{one['label']} {one['count']}" for one in empty["relaxed"]]
        assert (empty["total"], shown) == (0, labels), pairs


async def test_the_filter_that_leaves_most_comes_first(shop: Shop) -> None:
    await fill(shop)
    empty = await listed(shop, ("brand", "orrin"), ("attr.material", "Oak"))
    assert [(one["label"], one["count"]) for one in empty["relaxed"]] == [
        ("Brand: Orrin", 3),
        ("Material: Oak", 1),
    ]


async def test_the_category_of_a_page_is_not_removed(shop: Shop) -> None:
    await fill(shop)
    empty = await listed(shop, ("category", "light"), ("brand", "orrin"))
    assert [one["parameter"] for one in empty["relaxed"]] == ["brand"]


async def test_the_label_of_a_typed_price_has_the_amounts_that_were_typed(shop: Shop) -> None:
    await fill(shop)
    for price, label in (
        ("100..2000", "Price: $1 to $20"),
        ("100..1999", "Price: $1 to $20"),
        ("1..2", "Price: $0.01 to $0.02"),
        ("150..1050", "Price: $1.50 to $10.50"),
        ("..1500", "Price: Under $15"),
        ("9000..", "Price: $90 and more"),
    ):
        empty = await listed(shop, ("q", "bowl"), ("price", price))
        assert [one["label"] for one in empty["relaxed"]] == [label]
