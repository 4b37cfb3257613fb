"""Find or create the brands, categories and attributes that drafts name.

Names are compared ignoring case, as in the tables' unique indexes, and stored spellings stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from stallage.core.db import Connection
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import attribute_labels
from stallage.products.rules.slugs import attribute_name, short_hash, slugify_or_hash
from stallage.products.rules.texts import distinct

Path = tuple[str, ...]

MISSING = -1
"""Id of a category that does not exist. No category has it as parent."""

FIND_BRANDS = """
    SELECT draft.name AS draft_name, b.name FROM unnest($1::text[]) AS draft (name)
    JOIN brands b ON lower(b.name) = lower(draft.name)
"""
INSERT_BRANDS = """
    INSERT INTO brands (slug, name) SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT DO NOTHING
"""
FIND_CATEGORIES = """
    SELECT draft.place, c.id, c.slug, c.title
    FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS draft (parent_id, title, place)
    JOIN categories c ON lower(c.title) = lower(draft.title)
        AND coalesce(c.parent_id, 0) = coalesce(draft.parent_id, 0)
"""
INSERT_CATEGORIES = """
    INSERT INTO categories (slug, parent_id, title)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
    ON CONFLICT DO NOTHING
"""
INSERT_ATTRIBUTES = """
    INSERT INTO attributes (name, label, position)
    SELECT new.name, new.label, new.place
        + (SELECT coalesce(max(position), 0) FROM attributes)
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS new (name, label, place)
    ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Category:
    """A stored category."""

    category_id: int
    slug: str
    path: Path
    """Its titles in their stored spelling."""


@dataclass(frozen=True, slots=True)
class ResolvedNames:
    """The brands, categories and attributes that some drafts name."""

    brands: dict[str, str]
    """Name in a draft → stored name."""
    categories: dict[Path, Category]
    """Path in a draft → stored category."""
    labels: dict[str, str]
    """Label in a draft → stored label."""
    attributes: dict[str, str]
    """Stored label → the attribute's name."""

    def with_stored_spelling(self, draft: ProductDraft) -> ProductDraft:
        """Return the draft with its names in their stored spelling."""
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
        """Return the ids of the categories by their stored paths."""
        return {category.path: category.category_id for category in self.categories.values()}


async def resolve_names(connection: Connection, drafts: Iterable[ProductDraft]) -> ResolvedNames:
    """Find what the drafts name, and create what is missing."""
    listed = list(drafts)
    brands = {draft.brand for draft in listed if draft.brand}
    paths = {path for draft in listed for path in draft.categories or ()}
    labels = {label for draft in listed for label in draft.attributes}
    stored_labels, attributes = await _attributes(connection, labels)
    return ResolvedNames(
        await _brands(connection, sorted(brands)),
        await _categories(connection, paths),
        stored_labels,
        attributes,
    )


async def find_names(connection: Connection, drafts: Iterable[ProductDraft]) -> ResolvedNames:
    """Find what the drafts name, and create nothing: what is missing has no id and its own spelling."""
    listed = list(drafts)
    brands = sorted({draft.brand for draft in listed if draft.brand})
    paths = {path for draft in listed for path in draft.categories or ()}
    labels = {label for draft in listed for label in draft.attributes}
    rows = await connection.fetch(FIND_BRANDS, brands)
    stored_brands = {row["draft_name"]: row["name"] for row in rows}
    known: dict[Path, Category] = {}
    for depth in range(1, max(map(len, paths), default=0) + 1):
        level = sorted({path[:depth] for path in paths if len(path) >= depth})
        for path in await _find_categories(connection, level, known):
            above = known[path[:-1]].path if depth > 1 else ()
            known[path] = Category(MISSING, "", (*above, path[-1]))
    stored_labels = await attribute_labels(connection)
    by_label = {label: name for name, label in stored_labels.items()}
    names = {label: attribute_name(label) for label in labels}
    return ResolvedNames(
        {name: stored_brands.get(name, name) for name in brands},
        known,
        {
            label: label if label in by_label else stored_labels.get(name, label)
            for label, name in names.items()
        },
        by_label,
    )


async def _brands(connection: Connection, names: list[str]) -> dict[str, str]:
    # Two brands can have the same slug, such as A+B and A-B; the second gets a longer one.
    for make_slug in (slugify_or_hash, _longer_slug):
        stored = {
            row["draft_name"]: row["name"] for row in await connection.fetch(FIND_BRANDS, names)
        }
        missing = [name for name in names if name not in stored]
        if not missing:
            return stored
        await connection.execute(INSERT_BRANDS, [make_slug(name) for name in missing], missing)
    return {row["draft_name"]: row["name"] for row in await connection.fetch(FIND_BRANDS, names)}


def _longer_slug(name: str) -> str:
    return f"{slugify_or_hash(name)}-{short_hash(name)}"


async def _categories(connection: Connection, paths: set[Path]) -> dict[Path, Category]:
    """Find or create categories level by level, from the root."""
    known: dict[Path, Category] = {}
    for depth in range(1, max(map(len, paths), default=0) + 1):
        missing = sorted({path[:depth] for path in paths if len(path) >= depth})
        # Slugs are unique in the whole tree, titles among the children of one parent.
        for make_slug in (_slug, _slug_below_parent, _slug_with_hash):
            missing = await _find_categories(connection, missing, known)
            if not missing:
                break
            await connection.execute(
                INSERT_CATEGORIES,
                [make_slug(path, known.get(path[:-1])) for path in missing],
                [_parent_id(path, known) for path in missing],
                [path[-1] for path in missing],
            )
        await _find_categories(connection, missing, known)
    return known


async def _find_categories(
    connection: Connection, paths: list[Path], known: dict[Path, Category]
) -> list[Path]:
    """Add the stored categories of one level to `known`; return the paths that are missing."""
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
    return slugify_or_hash(path[-1])


def _slug_below_parent(path: Path, parent: Category | None) -> str:
    slug = slugify_or_hash(path[-1])
    return f"{parent.slug}-{slug}" if parent else _longer_slug(path[-1])


def _slug_with_hash(path: Path, _parent: Category | None) -> str:
    return f"{slugify_or_hash(path[-1])}-{short_hash(repr(path))}"


async def _attributes(
    connection: Connection, draft_labels: set[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return draft labels → stored labels, and all stored labels → names."""
    names = {label: attribute_name(label) for label in sorted(draft_labels)}
    labels = await attribute_labels(connection)
    missing = [
        label
        for label, name in names.items()
        if label not in labels.values() and name not in labels
    ]
    if missing:
        await connection.execute(INSERT_ATTRIBUTES, [names[label] for label in missing], missing)
        labels = await attribute_labels(connection)
    by_label = {label: name for name, label in labels.items()}
    stored = {label: label if label in by_label else labels[name] for label, name in names.items()}
    return stored, by_label
