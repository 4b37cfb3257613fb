"""Quality of search rankings on real products with human ratings.

`python -m bench.search_quality` compares the search with SQLite's full-text engine and a substring match
in the same run, and with variants of itself that lack a step. It needs the data that
`bench.search_evaluation` reads.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean, median, pstdev

from bench.harness import print_table
from bench.search_evaluation import (
    FOLDS,
    RETRIEVED,
    DataMissing,
    Figures,
    JudgedData,
    JudgedQuery,
    Rank,
    build_index,
    evaluate,
    over_folds,
    read_data,
    summarise,
)
from stallage.search.formats import starter_synonyms
from stallage.search.index.analysis import NO_LANGUAGE
from stallage.search.index.find import WordsQuery, find
from stallage.search.index.schema import SearchDocument
from stallage.search.index.text_query import WEIGHTS, TextQuery
from stallage.search.index.word_lists import first_with_words
from stallage.search.index.word_sets import WordSets
from stallage.search.index.words import Part, parts_of, stems_of
from stallage.search.rules import ENGLISH, ListQuery, Synonyms, WordRules

WORST = 12
GRID = {
    "title": (1.0, 2.0, 3.0, 4.0),
    "attributes": (0.3, 0.5, 0.7, 1.0),
    "description": (0.2, 0.4, 0.6),
}
"""Weights that the cross-validation chooses from."""

SUBSTRING = """
    SELECT rowid FROM texts WHERE instr(lower(title || ' ' || rest), lower(?)) > 0 ORDER BY rowid LIMIT ?
"""

Build = Callable[[WordSets, str], WordsQuery]


def search_rank(index: WordSets, rules: WordRules = ENGLISH) -> Rank:
    """Return the ranking of the search as shoppers get it."""

    def rank(text: str) -> Sequence[int]:
        query = ListQuery(words=text)
        return first_with_words(index, query, RETRIEVED, rules).ids

    return rank


def variant_rank(index: WordSets, build: Build) -> Rank:
    """Return a ranking by a query of its own."""

    def rank(text: str) -> Sequence[int]:
        return find(index, ListQuery(words=text), build(index, text), 0, RETRIEVED).ids

    return rank


def strict(index: WordSets, text: str) -> WordsQuery:
    """Match all words only."""
    found = TextQuery(index, parts_of(index.searcher, text, ENGLISH))
    return WordsQuery(found.strict(), found.ranking)


def any_word(index: WordSets, text: str) -> WordsQuery:
    """Match any word always."""
    found = TextQuery(index, parts_of(index.searcher, text, ENGLISH))
    return WordsQuery(found.any_part(), found.ranking)


def strict_without_joined(index: WordSets, text: str) -> WordsQuery:
    """Match all words only, each by itself."""
    parts = [
        Part((word,)) for part in parts_of(index.searcher, text, ENGLISH) for word in part.words
    ]
    found = TextQuery(index, parts)
    return WordsQuery(found.strict(), found.ranking)


def brand_as_text(document: SearchDocument) -> SearchDocument:
    """Return a product whose brand is searched, but not understood as a brand."""
    return replace(document, brand="", kind=[document.brand])


DOCUMENT_VARIANTS: dict[str, Callable[[SearchDocument], SearchDocument]] = {
    "brands are words like others": brand_as_text,
    "without codes": lambda one: replace(one, codes=()),
    "without attributes": lambda one: replace(one, details=()),
    "without descriptions": lambda one: replace(one, description=""),
}


def starter_rules() -> WordRules:
    """Return English with the starter set of synonyms."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for group in starter_synonyms(ENGLISH.language):
        for phrase, others in group.pairs():
            found[stems_of(phrase, ENGLISH.language)].extend(others)
    return WordRules(ENGLISH.language, Synonyms.of(found))


def variants(data: JudgedData, index: WordSets, folder: Path) -> Iterable[tuple[str, Rank]]:
    """Yield rankings that lack a step."""
    yield "all words must match", variant_rank(index, strict)
    yield "  and no joined words", variant_rank(index, strict_without_joined)
    yield "any word matches", variant_rank(index, any_word)
    plain = build_index(folder / "plain", data.documents, NO_LANGUAGE)
    yield "without stemming", search_rank(plain, WordRules(NO_LANGUAGE))
    for name, change in DOCUMENT_VARIANTS.items():
        documents = [change(one) for one in data.documents]
        yield name, search_rank(build_index(folder / name, documents))


def references(data: JudgedData) -> Iterable[tuple[str, Rank]]:
    """Yield the rankings of SQLite: full text (porter, weights 5/3/1), and a substring match."""
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE texts USING fts5(title, brand, rest, tokenize = 'porter unicode61')"
    )
    rows = [
        (one.id, one.title, one.brand, " ".join([one.description, *one.details]))
        for one in data.documents
    ]
    connection.executemany("INSERT INTO texts(rowid, title, brand, rest) VALUES (?, ?, ?, ?)", rows)

    def ids(statement: str, argument: str) -> list[int]:
        return [row[0] for row in connection.execute(statement, (argument, RETRIEVED))]

    def full_text(operator: str) -> Rank:
        statement = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 5, 3, 1), rowid LIMIT ?"
        return lambda text: ids(
            statement, operator.join(f'"{word}"' for word in re.findall(r"\w+", text))
        )

    yield "SQLite FTS5, all words", full_text(" AND ")
    yield "SQLite FTS5, any word", full_text(" OR ")
    yield "substring", lambda text: ids(SUBSTRING, text)


def row_of(name: str, queries: Sequence[JudgedQuery], figures: Mapping[str, Figures]) -> list[str]:
    """Return a row of the table."""
    summary = summarise(figures.values())
    spread = over_folds(queries, figures)[1]
    values = (summary.ndcg, spread, summary.recall, summary.ndcg_of_rated)
    return [name, *(f"{value:.3f}" for value in values)]


def print_worst(queries: Sequence[JudgedQuery], figures: Mapping[str, Figures]) -> None:
    """Print the ids of the queries with the lowest figures."""
    worst = sorted(queries, key=lambda query: figures[query.id].ndcg)[:WORST]
    rows = [
        [query.id, f"{figures[query.id].ndcg:.2f}", f"{figures[query.id].recall:.2f}"]
        for query in worst
    ]
    print_table("worst queries", ["query", "NDCG@10", "recall@100"], rows)


def print_unanswerable(data: JudgedData, index: WordSets) -> None:
    """Print how many products are found for queries without a good product."""
    totals = []
    for judged in data.queries:
        if not judged.good:
            query = ListQuery(words=judged.text)
            totals.append(first_with_words(index, query, 1, ENGLISH).total)
    text = f"{len(totals)} queries without a good product find {median(totals):.0f} in the median"
    print(f"\n{text}, {max(totals)} at most, of {index.searcher.num_docs:,}")


def cross_validate(queries: Sequence[JudgedQuery], index: WordSets) -> None:
    """Choose weights on all folds but one and evaluate them on that one; print the means."""

    def with_weights(weights: Mapping[str, float]) -> dict[str, Figures]:
        def build(index: WordSets, text: str) -> WordsQuery:
            found = TextQuery(index, parts_of(index.searcher, text, ENGLISH), weights)
            return WordsQuery(found.strict(), found.ranking)

        return evaluate(queries, variant_rank(index, build))

    grid = [
        with_weights({**WEIGHTS, **dict(zip(GRID, values, strict=True))})
        for values in product(*GRID.values())
    ]
    current = with_weights(WEIGHTS)
    chosen, ours = [], []
    for fold in range(FOLDS):
        train = [query.id for query in queries if query.fold != fold]
        held_out = [query.id for query in queries if query.fold == fold]
        best = max(grid, key=lambda one: fmean(one[query].ndcg for query in train))
        chosen.append(fmean(best[query].ndcg for query in held_out))
        ours.append(fmean(current[query].ndcg for query in held_out))
    rows = [
        [name, f"{fmean(values):.3f}", f"{pstdev(values):.3f}"]
        for name, values in (("chosen on the other folds", chosen), ("ours", ours))
    ]
    title = f"weights, all words must match, NDCG@10 of {FOLDS} folds"
    print_table(title, ["weights", "mean", "deviation"], rows)


def main() -> None:
    """Print the tables."""
    try:
        data = read_data()
    except DataMissing as error:
        sys.exit(str(error))
    queries = data.answerable
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        index = build_index(folder / "search", data.documents)
        figures = evaluate(queries, search_rank(index))
        rows = [row_of("search", queries, figures)]
        with_starter = evaluate(queries, search_rank(index, starter_rules()))
        rows.append(row_of("search with the starter set", queries, with_starter))
        for name, rank in (*references(data), *variants(data, index, folder)):
            rows.append(row_of(name, queries, evaluate(queries, rank)))
        title = f"{len(queries)} queries, {len(data.documents):,} products"
        head = ["engine", "NDCG@10", "deviation", "recall@100", "NDCG, rated only"]
        print_table(title, head, rows)
        print_worst(queries, figures)
        print_unanswerable(data, index)
        cross_validate(queries, index)


if __name__ == "__main__":
    main()
