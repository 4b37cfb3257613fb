"""The synonyms that come with Stallage, which operators switch off and replace."""

from __future__ import annotations

from collections import Counter

import pytest

from stallage.search.formats import FOLDER, parse_synonyms, starter_synonyms
from stallage.search.index.analysis import LANGUAGES
from stallage.search.index.words import stems_of
from stallage.search.rules import MAX_FAILED_LENGTH, SynonymGroup
from tests.admin import Admin, operator_client
from tests.products.factory import make_product
from tests.search.test_synonyms import found
from tests.search.waiting import work_and_wait
from tests.shop import Shop

FRIDGE = "fridge"


async def switch(admin: Admin, *, is_on: bool, phrase: str | None = None) -> None:
    """Switch the set or a group of it."""
    body = {"isOn": is_on, **({} if phrase is None else {"phrase": phrase})}
    await admin.output("POST", "/starter-synonyms/switch", json=body)


async def stock_fridges(shop: Shop) -> None:
    """Put products on sale whose names mean the same."""
    async with shop.database.transaction() as connection:
        await make_product(connection, "Tall refrigerator")
        await make_product(connection, "Small fridge")
        await make_product(connection, "Linen couch")
    await work_and_wait(shop)


async def test_a_new_shop_finds_the_starter_set_and_an_operator_switches_it_off(
    shop: Shop,
) -> None:
    await stock_fridges(shop)
    both = ["Small fridge", "Tall refrigerator"]
    assert await found(shop, "fridge") == both
    assert await found(shop, "fridges") == both
    assert await found(shop, "refrigerator") == both[::-1]
    async with operator_client(shop, "catalogue") as admin:
        await switch(admin, is_on=False, phrase=FRIDGE)
        assert await found(shop, "fridge") == both[:1]
        assert await found(shop, "sofa") == ["Linen couch"]
        await switch(admin, is_on=True, phrase=FRIDGE)
        assert await found(shop, "fridge") == both
        await switch(admin, is_on=False)
        assert await found(shop, "fridge") == both[:1]
        assert await found(shop, "sofa") == []
        await switch(admin, is_on=True)
        assert await found(shop, "sofa") == ["Linen couch"]


async def test_pitchers_are_jugs_and_not_a_mistyped_kitchen(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Tall water jug")
        await make_product(connection, "Kitchen board")
    await work_and_wait(shop)
    assert await found(shop, "pitcher") == ["Tall water jug"]
    assert await found(shop, "ewer") == ["Tall water jug"]


async def test_synonyms_of_the_shop_replace_those_of_the_set(shop: Shop) -> None:
    await stock_fridges(shop)
    async with operator_client(shop, "catalogue") as admin:
        own = {"phrase": "Fridges", "alternatives": ["linen"], "bothWays": False}
        await admin.output("POST", "/synonyms", json=own)
        assert await found(shop, "fridge") == ["Small fridge", "Linen couch"]
        assert await found(shop, "refrigerator") == ["Tall refrigerator", "Small fridge"]
        starter = await admin.get("/starter-synonyms")
        groups = {one["phrase"]: one for one in starter["groups"]}
        assert groups[FRIDGE] == {
            "phrase": FRIDGE,
            "alternatives": ["refrigerator"],
            "bothWays": True,
            "isOn": True,
            "replaced": [FRIDGE],
        }


async def test_operators_see_what_is_switched_off(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await switch(admin, is_on=False, phrase=FRIDGE)
        starter = await admin.get("/starter-synonyms")
        assert starter["isOn"]
        assert [one["phrase"] for one in starter["groups"] if not one["isOn"]] == [FRIDGE]
        await switch(admin, is_on=False)
        assert not (await admin.get("/starter-synonyms"))["isOn"]
        response = await admin.request(
            "POST", "/starter-synonyms/switch", json={"phrase": "no such group", "isOn": False}
        )
        assert response.status_code == 404


def test_lines_of_a_set_are_groups_in_both_directions_or_in_one() -> None:
    groups = list(parse_synonyms("# Comment\n\na = b c = d\ne > f, g\n"))
    assert groups == [
        SynonymGroup("a", ("b c", "d"), both_ways=True),
        SynonymGroup("e", ("f", "g"), both_ways=False),
    ]
    assert list(groups[0].pairs()) == [
        ("a", ("b c", "d")),
        ("b c", ("a", "d")),
        ("d", ("a", "b c")),
    ]
    assert list(groups[1].pairs()) == [("e", ("f", "g"))]
    with pytest.raises(ValueError, match="Line 2"):
        list(parse_synonyms("a = b\nc ="))


def test_the_sets_have_valid_groups_and_name_each_once() -> None:
    assert starter_synonyms("none") == ()
    languages = [path.stem for path in FOLDER.glob("*.txt")]
    assert "english" in languages
    for language in languages:
        assert language in LANGUAGES.values()
        groups = starter_synonyms(language)
        names = Counter(stems_of(one.phrase, language) for one in groups if one.both_ways)
        assert [name for name, times in names.items() if times > 1] == []
        assert len({one.phrase for one in groups}) == len(groups)
        for group in groups:
            phrases = [group.phrase, *group.alternatives]
            stems = {stems_of(one, language) for one in phrases}
            assert "" not in stems, group
            assert len({one.casefold() for one in phrases}) == len(phrases), group
            assert max(map(len, phrases)) <= MAX_FAILED_LENGTH, group
