"""A search index of a few products, without a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from stallage.search.index.read_sets import read_sets
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.word_lists import first_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.rules import ListQuery, Synonyms, WordRules

NO_SYNONYMS = Synonyms()
Found: TypeAlias = list[str]
Search: TypeAlias = Callable[..., Found]


def product(title: str, **more: Any) -> SearchDocument:
    """Return a product with this title. The index numbers the products."""
    return SearchDocument(id=0, title=title, created_at=datetime(2026, 1, 1, tzinfo=UTC), **more)


def searching(
    folder: Path, products: Iterable[SearchDocument | str], language: str = "english"
) -> Search:
    """Index products; return a function that returns the titles that a search finds, in order."""
    index = SearchIndex(folder, language)
    folder.mkdir(exist_ok=True)
    documents = [
        replace(product(one) if isinstance(one, str) else one, id=number)
        for number, one in enumerate(products, 1)
    ]
    writer = index.begin("test")
    writer.put([], documents)
    writer.finish(0)
    index.reload("test")
    titles = {one.id: one.title for one in documents}
    words_of_index = WordSets(index.searcher(), read_sets(index.searcher()))

    def search(words: str, synonyms: Synonyms = NO_SYNONYMS, limit: int = 1_000) -> Found:
        rules = WordRules(language, synonyms)
        found = first_with_words(words_of_index, ListQuery(words=words), limit, rules)
        assert found.total >= len(found.ids)
        return [titles[one] for one in found.ids]

    return search
