"""Operators keep synonyms, which searches find, beside what shoppers searched for without result."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.search.rules import Synonyms
from stallage.search.startup import write_searches
from tests.admin import Admin, operator_client
from tests.products.factory import make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

WITHOUT_STARTER_SET = "INSERT INTO starter_synonyms_off (phrase) VALUES ('')"
SOFA = {"phrase": "Sofa", "alternatives": ["couch", "three seater"], "bothWays": True}


async def found(shop: Shop, words: str) -> list[str]:
    """Return the titles that a search finds."""
    await wait_for_cache(shop)
    listed = await shop.output("GET", "/api/products", params={"q": words})
    return [one["title"] for one in listed["items"]]


async def add(admin: Admin, **fields: Any) -> Any:
    """Add synonyms."""
    return await admin.output("POST", "/synonyms", json={**SOFA, **fields})


async def test_a_search_finds_synonyms_at_once_and_both_ways(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(WITHOUT_STARTER_SET)
        await make_product(connection, "Linen couch")
        await make_product(connection, "Velvet sofa")
        await make_product(connection, "Oak table")
    await work_and_wait(shop)
    assert await found(shop, "sofa") == ["Velvet sofa"]
    async with operator_client(shop, "catalogue") as admin:
        added = await add(admin)
        assert set(await found(shop, "SOFA")) == {"Linen couch", "Velvet sofa"}
        assert set(await found(shop, "three seater")) >= {"Velvet sofa"}
        headers = {"If-Match": added["etag"]}
        path = f"/synonyms/{added['id']}"
        await admin.output("PUT", path, json={**SOFA, "bothWays": False}, headers=headers)
        assert await found(shop, "couch") == ["Linen couch"]
        assert set(await found(shop, "sofa")) == {"Linen couch", "Velvet sofa"}
        await admin.output("DELETE", path)
    assert await found(shop, "sofa") == ["Velvet sofa"]


async def test_every_synonym_that_can_be_entered_is_searched(shop: Shop) -> None:
    names = ["alder", "birch", "cedar", "ebony", "fir", "hazel", "larch", "maple", "pine", "teak"]
    async with shop.database.transaction() as connection:
        for name in names:
            await make_product(connection, f"Bench of {name}")
    await work_and_wait(shop)
    async with operator_client(shop, "catalogue") as admin:
        await add(admin, phrase="timber", alternatives=names)
    assert len(await found(shop, "timber")) == len(names)


async def test_searches_without_result_say_whether_they_have_synonyms(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(WITHOUT_STARTER_SET)
    for words in ("settee", "settee", "couch", "three seater"):
        await shop.output("GET", "/api/products", params={"q": words})
    await write_searches(shop.runtime)
    async with operator_client(shop, "catalogue") as admin:
        await add(admin)
        words = await admin.get("/search-words")
        assert words["days"] == 30
        assert words["missed"] == [
            {"query": "settee", "times": 2, "hasSynonyms": False, "hasRedirect": False},
            {"query": "couch", "times": 1, "hasSynonyms": True, "hasRedirect": False},
            {"query": "three seater", "times": 1, "hasSynonyms": True, "hasRedirect": False},
        ]
        assert [one["phrase"] for one in words["synonyms"]] == ["Sofa"]


def test_phrases_that_differ_in_accents_only_share_their_synonyms() -> None:
    synonyms = Synonyms.of({"Café": ["coffee"], "cafe": ["bar", "coffee"]})
    assert synonyms.find(["CAFÉ"]) == ("coffee", "bar")
    assert synonyms.has("cafe!")
    assert not synonyms.has("tea")


async def test_wrong_synonyms_are_refused(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await add(admin)
        for fields, wrong in (
            ({"phrase": "SOFA"}, "phrase"),
            ({"phrase": "bench", "alternatives": ["Bench"]}, "alternatives.0"),
            ({"phrase": "bench", "alternatives": []}, "alternatives"),
            ({"phrase": "!"}, "phrase"),
            ({"phrase": "x" * 61}, "phrase"),
            (
                {"phrase": "a", "alternatives": [f"b{number}" for number in range(11)]},
                "alternatives",
            ),
        ):
            response = await admin.request("POST", "/synonyms", json={**SOFA, **fields})
            error = response.json()["error"]
            assert (response.status_code, list(error["fields"])) == (422, [wrong]), fields


async def test_changes_of_two_operators_do_not_overwrite_each_other(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        added = await add(admin)
        path, headers = f"/synonyms/{added['id']}", {"If-Match": added["etag"]}
        mine, theirs = {**SOFA, "alternatives": ["bench"]}, {**SOFA, "alternatives": ["settee"]}
        responses = await asyncio.gather(
            *(admin.request("PUT", path, json=one, headers=headers) for one in (mine, theirs))
        )
        assert sorted(one.status_code for one in responses) == [200, 412]
        lost = next(one.json()["error"] for one in responses if one.status_code == 412)
        stored = (await admin.get("/search-words"))["synonyms"][0]
        assert lost["current"]["alternatives"] == stored["alternatives"]
        response = await admin.request("PUT", path, json=mine)
        assert response.status_code == 428
        assert (await admin.request("DELETE", "/synonyms/99")).status_code == 404


async def test_two_operators_cannot_add_the_same_phrase(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        responses = await asyncio.gather(
            *(admin.request("POST", "/synonyms", json=SOFA) for _ in range(2))
        )
        assert sorted(one.status_code for one in responses) == [201, 422]
