"""The order of search results, and how many products a search finds."""

from __future__ import annotations

from pathlib import Path

from stallage.search.index.find import ENOUGH, MAX_LOOSE, popular_first
from stallage.search.index.ranking import BAND
from tests.search.ranking import product, searching


def test_exact_before_prefix(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Lampshade", "Lampions", "Floor light with a lamp of glass"])
    assert search("lamp")[0] == "Floor light with a lamp of glass"
    assert len(search("lamp")) == 3


def test_of_many_with_a_prefix_the_most_popular_come_first(tmp_path: Path) -> None:
    products = [product(f"Lampshade {one}", popularity=one) for one in range(150)]
    sold_out = product("Lampshade 150", popularity=150, in_stock=False)
    search = searching(tmp_path, [sold_out, *products])
    assert search("lampsh", limit=2) == ["Lampshade 149", "Lampshade 148"]
    assert search("lampsh")[-1] == "Lampshade 150"


def test_only_the_last_word_is_a_prefix(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Oaken bowl", "Oak bowl", "Oak bowls", "Oak bowling set"])
    assert search("oak bowl")[:3] == ["Oak bowl", "Oak bowls", "Oak bowling set"]
    assert "Oaken bowl" not in search("oak ")


def test_as_typed_before_other_forms(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Brush", "Brushes", "Brush", "Brushes"])
    assert search("brushes")[:2] == ["Brushes", "Brushes"]


def test_a_brand_comes_first(tmp_path: Path) -> None:
    titles = ["Lid for Kiln", "Kiln lid", "Kiln"]
    search = searching(tmp_path, [*titles, product("Plate", brand="Kiln & Co"), "Co"])
    assert search("kiln & co")[0] == "Plate"
    search = searching(tmp_path, [*titles, product("Plate", brand="Kiln")])
    assert search("KILN")[0] == "Plate"
    assert search("kiln lid")[0] != "Plate"


def test_a_product_type_comes_first(tmp_path: Path) -> None:
    lamp = product("Nora 40", kind=["Floor lamps"], types=["Floor lamps"])
    tagged = product("Holder", kind=["floor lamp"])
    search = searching(tmp_path, ["Floor lamp bulb", "Floor lamp", tagged, lamp])
    assert search("floor lamp")[0] == "Nora 40"
    assert search("floor lamp bulb")[0] == "Floor lamp bulb"


def test_sold_out_comes_last(tmp_path: Path) -> None:
    products = [
        product("Kiln", brand="Kiln", in_stock=False),
        product("Plate", description="Fired in a kiln."),
    ]
    assert searching(tmp_path, products)("kiln") == ["Plate", "Kiln"]


def test_popularity_decides_between_near_equals(tmp_path: Path) -> None:
    products = [
        product("Oak bowl", popularity=1, description="One"),
        product("Oak bowl", popularity=50, description="Two"),
        product("Oak tray", popularity=900, description="Beside a bowl"),
    ]
    search = searching(tmp_path, products)
    assert search("oak bowl") == ["Oak bowl", "Oak bowl", "Oak tray"]


def test_near_equal_scores() -> None:
    scores = [2 * BAND + 10.0, 2 * BAND + 9.9, 2 * BAND + 9.0, BAND + 10.0, BAND + 9.95]
    assert popular_first(scores, [1, 2, 9, 3, 4]) == [1, 0, 2, 4, 3]
    assert popular_first(scores, [0, 0, 0, 0, 0]) == [0, 1, 2, 3, 4]
    assert popular_first([], []) == []


def test_pages_of_a_search_do_not_overlap(tmp_path: Path) -> None:
    products = [product(f"Bowl {number}", popularity=number % 7) for number in range(250)]
    search = searching(tmp_path, products)
    found = search("bowl")
    assert (len(found), len(set(found))) == (250, 250)
    assert search("bowl", limit=24) == found[:24]


def test_products_that_lack_a_common_word_follow_if_few_match(tmp_path: Path) -> None:
    titles = ["Walnut board", *["Walnut tray"] * 9, *["Oak board"] * ENOUGH]
    found = searching(tmp_path, titles)("walnut board")
    assert found == ["Walnut board", *["Walnut tray"] * 9], "walnut is the rarer word"


def test_nothing_follows_if_enough_products_match(tmp_path: Path) -> None:
    titles = [*["Walnut board"] * ENOUGH, "Walnut tray", "Oak board"]
    assert searching(tmp_path, titles)("walnut board") == ["Walnut board"] * ENOUGH


def test_a_filler_word_does_not_hide_products(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Walnut board", "Oak board"])
    assert search("gorgeous board") == ["Walnut board", "Oak board"]


def test_what_is_not_sold_is_not_found(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Walnut board", "Oak board", "Cushion"])
    for typed in ("bicycle", "used bicycle helmet board", "bicycle helmet", "x", "4711"):
        assert search(typed) == [], typed


def test_the_loosest_matches_are_limited(tmp_path: Path) -> None:
    titles = [*["Oak board"] * 300, *["Walnut tray"] * 2, "Cherry lid"]
    found = searching(tmp_path, titles)("walnut board")
    assert len(found) == MAX_LOOSE
    assert found[:2] == ["Walnut tray"] * 2


def test_many_words(tmp_path: Path) -> None:
    search = searching(tmp_path, ["Tall round oak side table with a drawer", "Oak table"])
    found = search("tall round oak side table with drawer for the hallway of the flat")
    assert found[0] == "Tall round oak side table with a drawer"
