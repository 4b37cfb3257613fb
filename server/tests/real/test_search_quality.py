"""Search ranking with 19,406 real products, real queries and human relevance ratings.

`docs/search.md` explains the figures; `make search-quality` prints them with those of other engines.
"""

from __future__ import annotations

import pytest
from bench.search_evaluation import (
    DataMissing,
    JudgedData,
    build_index,
    evaluate,
    read_data,
    summarise,
)
from bench.search_quality import search_rank

from stallage.search.index.word_lists import first_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import ENGLISH, ListQuery

pytestmark = [pytest.mark.real, pytest.mark.slow]

MIN_NDCG = 0.79
MIN_RECALL = 0.92
MIN_NDCG_OF_RATED = 0.84


@pytest.fixture(scope="module")
def data() -> JudgedData:
    """The products and queries."""
    try:
        return read_data()
    except DataMissing as error:
        pytest.fail(str(error))


@pytest.fixture(scope="module")
def index(data: JudgedData, tmp_path_factory: pytest.TempPathFactory) -> WordSets:
    """The index of all products."""
    return build_index(tmp_path_factory.mktemp("real") / "search", data.documents)


def test_ranking_is_better_than_full_text_engines(
    data: JudgedData, index: WordSets, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = summarise(evaluate(data.answerable, search_rank(index)).values())
    with capsys.disabled():
        print(f"\nsearch: {summary}")  # noqa: T201 - the figures are the result of the run
    assert len(data.answerable) == 65
    assert summary.ndcg >= MIN_NDCG
    assert summary.recall >= MIN_RECALL
    assert summary.ndcg_of_rated >= MIN_NDCG_OF_RATED


def test_a_search_for_what_is_not_sold_finds_little(index: WordSets) -> None:
    found = first_with_words(index, ListQuery(words="netflix"), 10, ENGLISH)
    assert found.total < index.searcher.num_docs / 100
