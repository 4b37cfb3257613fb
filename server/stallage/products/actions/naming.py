"""Brands, categories and attributes by the names that a source gives them: found, or made.

Names are the same whatever their case, as the tables' unique indexes have it, and the spelling that
is there already stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stallage.core.db import Connection
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import attribute_labels
from stallage.products.rules.slugs import attribute_name, certain_slug_of, short_hash
from stallage.products.rules.texts import distinct

Path = tuple[str, ...]

FIND_BRANDS = """
    SELECT given.name AS given, b.name FROM unnest($1::text[]) AS given (name)
    JOIN brands b ON lower(b.name) = lower(given.name)
"""
MAKE_BRANDS = """
    INSERT INTO brands (slug, name) SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT DO NOTHING
"""
FIND_CATEGORIES = """
    SELECT given.place, c.id, c.slug, c.title
    FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS given (parent_id, title, place)
    JOIN categories c ON lower(c.title) = lower(given.title)
        AND coalesce(c.parent_id, 0) = coalesce(given.parent_id, 0)
"""
MAKE_CATEGORIES = """
    INSERT INTO categories (slug, parent_id, title)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT DO NOTHING
"""
MAKE_ATTRIBUTES = """
    INSERT INTO attributes (name, label, position)
    SELECT given.name, given.label, given.place
        + (SELECT coalesce(max(position), 0) FROM attributes)
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (name, label, place)
    ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Category:
    """A category that is there."""

    category_id: int
    slug: str
    path: Path
    """Its titles as they are spelled there."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of some drafts stand for."""

    brands: dict[str, str]
    """As given → as spelled."""
    categories: dict[Path, Category]
    """As given → the category."""
    labels: dict[str, str]
    """An attribute's label as given → as spelled."""
    attributes: dict[str, str]
    """A label as spelled → the attribute's name."""

    def spelled(self, draft: ProductDraft) -> ProductDraft:
        """The draft with its names as the catalogue spells them."""
        attributes: dict[str, Path] = {}
        for label, values in draft.attributes.items():
            known = self.labels[label]
            attributes[known] = distinct((*attributes.get(known, ()), *values))
        return replace(
            draft,
            brand=draft.brand and self.brands[draft.brand],
            categories=draft.categories
            and tuple(dict.fromkeys(self.categories[path].path for path in draft.categories)),
            attributes=attributes,
        )

    def category_ids(self) -> dict[Path, int]:
        """The categories' ids by their paths as spelled."""
        return {category.path: category.category_id for category in self.categories.values()}


async def names_of(connection: Connection, drafts: Iterable[ProductDraft]) -> Names:
    """Finds what the drafts name and makes what is not there yet."""
    listed = list(drafts)
    brands = {draft.brand for draft in listed if draft.brand}
    paths = {path for draft in listed for path in draft.categories or ()}
    labels = {label for draft in listed for label in draft.attributes}
    spelled, attributes = await _attributes(connection, labels)
    return Names(
        await _brands(connection, sorted(brands)),
        await _categories(connection, paths),
        spelled,
        attributes,
    )


async def _brands(connection: Connection, names: list[str]) -> dict[str, str]:
    # Two brands can have one slug, such as A+B and A-B; the second gets a longer one.
    for slug_of in (certain_slug_of, _longer_slug):
        found = {row["given"]: row["name"] for row in await connection.fetch(FIND_BRANDS, names)}
        missing = [name for name in names if name not in found]
        if not missing:
            return found
        await connection.execute(MAKE_BRANDS, [slug_of(name) for name in missing], missing)
    return {row["given"]: row["name"] for row in await connection.fetch(FIND_BRANDS, names)}


def _longer_slug(name: str) -> str:
    return f"{certain_slug_of(name)}-{short_hash(name)}"


async def _categories(connection: Connection, paths: set[Path]) -> dict[Path, Category]:
    """Level by level, from the root."""
    known: dict[Path, Category] = {}
    for depth in range(1, max(map(len, paths), default=0) + 1):
        missing = sorted({path[:depth] for path in paths if len(path) >= depth})
        # Slugs are unique in the whole tree, titles among the children of one parent.
        for slug_of in (_slug, _slug_below_parent, _certain_slug):
            missing = await _find_categories(connection, missing, known)
            if not missing:
                break
            await connection.execute(
                MAKE_CATEGORIES,
                [slug_of(path, known.get(path[:-1])) for path in missing],
                [_parent_id(path, known) for path in missing],
                [path[-1] for path in missing],
            )
        await _find_categories(connection, missing, known)
    return known


async def _find_categories(
    connection: Connection, paths: list[Path], known: dict[Path, Category]
) -> list[Path]:
    """Adds to `known` those of one level that are there; answers those that are not."""
    parents = [_parent_id(path, known) for path in paths]
    titles = [path[-1] for path in paths]
    for row in await connection.fetch(FIND_CATEGORIES, parents, titles):
        path = paths[row["place"] - 1]
        above = known[path[:-1]].path if len(path) > 1 else ()
        known[path] = Category(row["id"], row["slug"], (*above, row["title"]))
    return [path for path in paths if path not in known]


def _parent_id(path: Path, known: dict[Path, Category]) -> int | None:
    return known[path[:-1]].category_id if len(path) > 1 else None


def _slug(path: Path, _parent: Category | None) -> str:
    return certain_slug_of(path[-1])


def _slug_below_parent(path: Path, parent: Category | None) -> str:
    slug = certain_slug_of(path[-1])
    return f"{parent.slug}-{slug}" if parent else _longer_slug(path[-1])


def _certain_slug(path: Path, _parent: Category | None) -> str:
    return f"{certain_slug_of(path[-1])}-{short_hash(repr(path))}"


async def _attributes(
    connection: Connection, given: set[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """The labels as given → as spelled, and all labels as spelled → names."""
    names = {label: attribute_name(label) for label in sorted(given)}
    labels = await attribute_labels(connection)
    missing = [
        label
        for label, name in names.items()
        if label not in labels.values() and name not in labels
    ]
    if missing:
        await connection.execute(MAKE_ATTRIBUTES, [names[label] for label in missing], missing)
        labels = await attribute_labels(connection)
    by_label = {label: name for name, label in labels.items()}
    spelled = {label: label if label in by_label else labels[name] for label, name in names.items()}
    return spelled, by_label
