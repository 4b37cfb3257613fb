"""Of very many products that match a search in the same way, the most popular ones come first."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from stallage.core.paging import Page
from stallage.search.index import find
from stallage.search.index.engine import ListOptions
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.search.rules import Filters, ListQuery
from tests.search.engines import build, document
from tests.search.ranking import product, searching

pytestmark = pytest.mark.fast


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let more than ten products be many."""
    monkeypatch.setattr(find, "MANY", 10)
    monkeypatch.setattr(find, "RANKED_BY_POPULARITY", 4)


def bowls(number: int) -> list[SearchDocument]:
    """Return products that match `bowl` in the same way, the better the text, the less popular."""
    return [
        product("Bowl" + " of oak" * place, popularity=place, description="Bowl for soup")
        for place in range(number)
    ]


def test_many_are_sorted_by_popularity_and_few_by_text(tmp_path: Path) -> None:
    titles = [one.title for one in bowls(11)]
    assert searching(tmp_path / "many", bowls(11))("bowl ") == titles[::-1]
    assert searching(tmp_path / "few", bowls(10))("bowl ")[-1] == titles[9]


def test_without_sales_the_text_decides(tmp_path: Path) -> None:
    sold = [replace(one, popularity=max(one.popularity - 7, 0)) for one in bowls(11)]
    assert searching(tmp_path, sold)("bowl ")[-1] == sold[10].title


def test_in_stock_and_in_names_before_popular(tmp_path: Path) -> None:
    lids = [
        product(f"Lid {place}", popularity=50 + place, description="For a bowl")
        for place in range(20)
    ]
    sold_out = [product(f"Bowl {place}", popularity=99, in_stock=False) for place in range(20)]
    found = searching(tmp_path, [*lids, *sold_out, *bowls(12)])("bowls ")
    assert found[:12] == [one.title for one in bowls(12)][::-1]
    assert found[12:32] == [one.title for one in lids][::-1]
    assert {*found[32:]} == {one.title for one in sold_out}


def test_a_type_comes_before_popular_products(tmp_path: Path) -> None:
    typed = product("Nora", types=["Bowl"], kind=["Bowl"])
    assert searching(tmp_path, [*bowls(30), typed])("bowl ")[0] == "Nora"


async def test_pages_and_filters_keep_the_order(tmp_path: Path) -> None:
    chance = random.Random(3)
    words = ("oak", "bowl", "red", "kiln")
    products = [
        document(
            number,
            " ".join(chance.sample(words, 2)),
            description=" ".join(chance.sample(words, 2)),
            popularity=chance.randrange(50),
            in_stock=chance.random() < 0.8,
            brand_id=number % 2 + 1,
        )
        for number in range(1, 200)
    ]
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    await build(engine, products)
    for text in ("oak ", "oak bowl ", "red kiln bowl ", "re", "bowl unknownword oak "):
        whole = (await engine.first(ListQuery(words=text), 300)).ids
        assert len(whole) == len(set(whole)) > 0
        pages = [
            await engine.find(ListQuery(words=text), Page(number, 7)) for number in range(1, 30)
        ]
        assert [one for page in pages for one in page.result.ids] == whole, text
        filtered = ListQuery(Filters(brand_ids=(1,)), words=text)
        options = ListOptions(with_facets=False)
        found = (await engine.find(filtered, Page(1, 300), options=options)).result.ids
        assert sorted(found) == sorted(one for one in whole if one % 2 == 0)
    await engine.close()
