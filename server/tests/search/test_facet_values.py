"""The values of one facet, searched by their label."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import pytest

from stallage.search.queries.facets import MAX_VALUES
from stallage.search.schemas.facet_parameters import MAX_TEXT
from tests.products.factory import make_brand, make_category, make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop

BRANDS = 75
COUNTED = """
    SELECT b.slug, count(*) FROM products p JOIN brands b ON b.id = p.brand_id
    WHERE ($1::text IS NULL OR p.title LIKE $1 || '%') AND lower(unaccent(b.name)) LIKE '%' || $2 || '%'
    GROUP BY b.slug
"""


async def fill(shop: Shop) -> None:
    """Create more brands than a list sends: brand n has n % 3 + 1 bowls, and each third one a plate."""
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        for number in range(BRANDS):
            name = f"Málaga Kiln {number}" if number % 5 == 0 else f"Workshop {number}"
            await make_brand(connection, name)
            for copy in range(number % 3 + 1):
                await make_product(
                    connection,
                    f"bowl {number} {copy}",
                    brand=name,
                    category_ids=[table],
                    attributes={"material": ["Glass" if copy else "Grès"]},
                )
            if number % 3 == 0:
                await make_product(connection, f"plate {number}", brand=name)
    await work_and_wait(shop)


async def values_of(shop: Shop, **parameters: Any) -> dict[str, Any]:
    facet: dict[str, Any] = await shop.output(
        "GET", f"/api/facet-values?{urlencode(parameters, doseq=True)}"
    )
    return facet


def counts_of(facet: dict[str, Any]) -> dict[str, int]:
    return {value["value"]: value["count"] for value in facet["values"]}


async def counted(shop: Shop, title: str | None, text: str) -> dict[str, int]:
    async with shop.database.public_reading() as connection:
        return {row[0]: row[1] for row in await connection.fetch(COUNTED, title, text)}


async def test_values_and_counts_match_the_database(shop: Shop) -> None:
    await fill(shop)
    listed = await shop.output("GET", "/api/products")
    [brands] = [one for one in listed["facets"] if one["parameter"] == "brand"]
    assert (brands["total"], len(brands["values"])) == (BRANDS, MAX_VALUES)
    for text, folded in (("MALAGA", "malaga"), ("mála kil", "malaga kiln"), ("7", "7")):
        facet = await values_of(shop, facet="brand", text=text)
        expected = await counted(shop, None, folded)
        assert counts_of(facet) == expected, text
        assert facet["total"] == len(expected) > 0
    assert {value["label"] for value in facet["values"]} >= {"Workshop 7", "Workshop 71"}
    searched = await values_of(shop, facet="brand", text="malaga", q="plate")
    assert counts_of(searched) == await counted(shop, "plate", "malaga")
    everything = await values_of(shop, facet="brand")
    assert everything == brands


async def test_other_filters_count_and_the_own_one_does_not(shop: Shop) -> None:
    await fill(shop)
    chosen = {"brand": ["workshop-1", "workshop-2"]}
    facet = await values_of(shop, facet="brand", text="malaga", category="table", **chosen)
    assert counts_of(facet) == await counted(shop, "bowl", "malaga")
    material = await values_of(shop, **{"facet": "attr.material", "text": "gres", **chosen})
    assert (material["label"], counts_of(material)) == ("Material", {"Grès": 2})
    category = await values_of(shop, facet="category", text="tab", brand="workshop-1")
    assert counts_of(category) == {"table": 2}


async def test_a_text_without_match_finds_nothing(shop: Shop) -> None:
    await fill(shop)
    for text in ("zzz", "%", "_", "'; --", "\x00", "\\", "🫖"):
        facet = await values_of(shop, facet="brand", text=text)
        assert (facet["total"], facet["values"]) == (0, []), text
    assert (await values_of(shop, facet="attr.unknown"))["values"] == []


async def test_a_hidden_facet_has_no_values(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO attributes (name, label, position, hidden)"
            " VALUES ('supplier', 'Supplier', 1, true)"
        )
        await make_product(connection, attributes={"supplier": ["Northern"]})
    await work_and_wait(shop)
    assert (await values_of(shop, facet="attr.supplier"))["values"] == []


@pytest.mark.parametrize("facet", ["", "price", "attr.", "attr.\x00", "brands", "attr." + "x" * 81])
async def test_other_facets_are_invalid(shop: Shop, facet: str) -> None:
    status, error = await shop.error("GET", f"/api/facet-values?facet={quote(facet)}")
    assert (status, list(error["fields"])) == (422, ["facet"])


async def test_invalid_parameters(shop: Shop) -> None:
    long = "x" * (MAX_TEXT + 1)
    status, error = await shop.error("GET", f"/api/facet-values?facet=brand&text={long}")
    assert (status, list(error["fields"])) == (422, ["text"])
    status, error = await shop.error("GET", "/api/facet-values?facet=brand&rating=9")
    assert (status, list(error["fields"])) == (422, ["rating"])
    status, _ = await shop.error("GET", "/api/facet-values?facet=brand&category=none")
    assert status == 404
    many = "&".join(f"attr.a{number}=x" for number in range(200))
    status, _ = await shop.error("GET", f"/api/facet-values?facet=brand&{many}")
    assert status == 422


async def test_values_follow_changes(shop: Shop) -> None:
    await fill(shop)
    before = counts_of(await values_of(shop, facet="brand", text="shop 1"))
    async with shop.database.transaction() as connection:
        await make_product(connection, "bowl more", brand="Workshop 1")
    await work_and_wait(shop)
    after = counts_of(await values_of(shop, facet="brand", text="shop 1"))
    assert after == before | {"workshop-1": before["workshop-1"] + 1}
