"""A process that starts uses the sets of products that another one stored, if they fit its index."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from pyroaring import BitMap
from tantivy import Query

from stallage.core.paging import Page
from stallage.search.index import read_sets, stored_sets, stored_words
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.stored_sets import FILE, load_sets
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import Filters, ListQuery
from tests.search.engines import KEY, build, change, document

pytestmark = pytest.mark.fast

BOWLS = [document(one, "Bowl", price=one, category_ids=(one % 3,)) for one in range(1, 61)]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Store the sets of every index, and return a list that grows each time all products are read."""
    found: list[int] = []
    read = read_sets.read_sets

    def counted(searcher: Any) -> Any:
        found.append(searcher.num_docs)
        return read(searcher)

    monkeypatch.setattr(read_sets, "read_sets", counted)
    monkeypatch.setattr(read_sets, "STORED_LEAST", 1)
    monkeypatch.setattr("stallage.search.index.tantivy_engine.STORED_LEAST", 1)
    return found


async def prices(folder: Path) -> list[int]:
    """Start another process's engine and return the ids of its list by price."""
    engine = TantivyEngine(SearchIndex(folder))
    await engine.open(KEY)
    found = await engine.find(ListQuery(Filters(price=(1, 9_999)), sort="price"), Page(1, 96))
    assert found.counts is not None
    assert found.result.total == len(found.result.ids) == sum(found.counts.categories.values())
    await engine.close()
    return found.result.ids


def active(folder: Path) -> Path:
    """Return the folder of the index in use."""
    return folder / SearchIndex(folder).current(KEY).folder


async def test_a_rebuild_stores_the_sets_for_all_processes(
    tmp_path: Path, reads: list[int]
) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path))
    await build(engine, BOWLS)
    assert await prices(tmp_path) == list(range(1, 61))
    await change(engine, [document(3, "Bowl", price=900, category_ids=(1,))], [4, 60])
    await change(engine, [document(70, "Bowl", price=901, category_ids=(1,))], [])
    assert await prices(tmp_path) == [1, 2, *range(5, 60), 3, 70]
    assert reads == [60], "only the rebuild read all products"
    await engine.close()


async def test_whoever_reads_all_products_stores_them(tmp_path: Path, reads: list[int]) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path))
    await build(engine, BOWLS)
    (active(tmp_path) / FILE).unlink()
    assert await prices(tmp_path) == await prices(tmp_path) == list(range(1, 61))
    assert reads == [60, 60]
    await engine.close()


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "appended", "format", "folder"])
async def test_a_damaged_file_counts_as_missing(
    tmp_path: Path, reads: list[int], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path))
    await build(engine, BOWLS)
    file = active(tmp_path) / FILE
    content = file.read_bytes()
    match damage:
        case "empty":
            file.write_bytes(b"")
        case "cut":
            file.write_bytes(content[:-20])
        case "changed":
            file.write_bytes(content[:50] + bytes([content[50] ^ 1]) + content[51:])
        case "appended":
            file.write_bytes(content + b"\xff" * 12)
        case "format":
            monkeypatch.setattr(stored_sets, "FORMAT", "0")
        case _:
            file.unlink()
            file.mkdir()
    assert load_sets(file.parent) is None
    assert await prices(tmp_path) == list(range(1, 61))
    assert reads == [60, 60]
    assert [one.name for one in file.parent.glob(f"{FILE}*")] == [FILE], "no draft is left behind"
    await engine.close()


async def test_sets_of_a_later_or_another_state_are_not_used(
    tmp_path: Path, reads: list[int]
) -> None:
    engine, other = TantivyEngine(SearchIndex(tmp_path)), TantivyEngine(SearchIndex(tmp_path / "b"))
    await build(engine, BOWLS)
    file = active(tmp_path) / FILE
    await build(other, BOWLS[:20])
    few = active(tmp_path / "b") / FILE
    own = file.read_bytes()
    shutil.copy(few, file)
    assert await prices(tmp_path) == list(range(1, 61)), "the index has more than these sets"
    await change(other, BOWLS[20:40], [])
    few.unlink()
    assert await prices(tmp_path / "b") == list(range(1, 41))
    shutil.copy(few, file)
    assert await prices(tmp_path) == list(range(1, 61)), "of a writing that the index does not have"
    assert file.read_bytes() == own
    assert reads == [60, 20, 60, 40, 60]
    await engine.close()
    await other.close()


@pytest.mark.usefixtures("reads")
async def test_a_rebuild_stores_the_products_of_common_beginnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_words, "FREQUENT_LEAST", 20)
    engine = TantivyEngine(SearchIndex(tmp_path))
    few = [document(100 + one, f"Jug ju{one:03}") for one in range(19)]
    many = [document(200 + one, f"Cup cu{one:03}") for one in range(20)]
    await build(engine, [*BOWLS, *few, *many])
    starting = TantivyEngine(SearchIndex(tmp_path))
    await starting.open(KEY)
    read: list[int] = []
    original = WordSets._found

    def reading(index: WordSets, query: Query) -> BitMap:
        found = original(index, query)
        read.append(len(found))
        return found

    monkeypatch.setattr(WordSets, "_found", reading)
    assert len(await starting.suggest("cu", 30)) == 20
    assert read == []
    assert len(await starting.suggest("ju", 30)) == 19
    assert read == [19]
    await change(engine, [document(3, "Cucumber")], [200])
    await starting.open(KEY)
    assert 3 in await starting.suggest("cu", 30)
    assert read == [19, 1]
    await engine.close()
    await starting.close()


async def test_a_rebuild_stores_the_sets_of_frequent_words(
    tmp_path: Path, reads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_words, "FREQUENT_LEAST", 2)
    engine = TantivyEngine(SearchIndex(tmp_path))
    moss = {"colour": ["Moss"]}
    more = {"kind": ("Bowls",), "attributes": moss, "description": "Of clay", "codes": ["K-1"]}
    oak = [document(one, "Oak bowls", **more) for one in range(61, 66)]
    await build(engine, [*BOWLS, *oak, document(66, "Rare bowl")])
    starting = TantivyEngine(SearchIndex(tmp_path))
    await starting.open(KEY)
    (active(tmp_path) / FILE).unlink()
    read: list[int] = []
    original = WordSets._ordinals

    def ordinals(index: WordSets, ids: list[int]) -> Any:
        read.extend(ids)
        return original(index, ids)

    monkeypatch.setattr(WordSets, "_ordinals", ordinals)
    assert (await starting.first(ListQuery(words="bowl "), 1)).total == 66
    for words in ("oak ", "moss ", "clay ", "k "):
        assert (await starting.first(ListQuery(words=words), 1)).total == 5
    assert read == [], "the file is still open"
    await change(engine, [document(3, "Oak plate"), document(67, "Oak")], [61])
    await starting.open(KEY)
    assert sorted((await starting.first(ListQuery(words="oak "), 9)).ids) == [3, 62, 63, 64, 65, 67]
    assert sorted(read) == [3, 67]
    assert (await starting.first(ListQuery(words="rare "), 9)).ids == [66]
    assert reads == [66]
    await engine.close()
    await starting.close()
