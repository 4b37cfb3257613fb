"""Write a declaration to the shop: the differences only, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from stallage.content.actions import put_faqs
from stallage.content.drafts import FaqDraft
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.core.validation import DUPLICATES
from stallage.declaration import current_state
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.kinds import (
    AFTER_PRODUCTS,
    BEFORE_PRODUCTS,
    LAYOUTS,
    Kind,
    complete_record,
)
from stallage.declaration.layout_writers import ids_of, references
from stallage.declaration.outcome import Changes, Outcome, describe_differences
from stallage.declaration.pictures import StoredPictures
from stallage.declaration.products import TitlePath, changed_fields, to_draft
from stallage.declaration.reading import Declaration, Entry
from stallage.declaration.records import Category, Company, Product, Record, Theme
from stallage.pricing.actions.automatic import UnknownName
from stallage.products.actions.put_products import put_products
from stallage.products.queries.product_reader import StoredProduct, stored_products
from stallage.products.rules.merging import options_key
from stallage.reviews.actions import count_ratings
from stallage.settings import Settings

BATCH = 300
"""Products written at once."""
PRODUCT_SLUGS = "SELECT slug FROM products ORDER BY slug"
HAS_ORDERS = "SELECT EXISTS (SELECT FROM orders)"
HAS_PRICES = "SELECT EXISTS (SELECT FROM skus)"
RATED = """
    SELECT DISTINCT product_id FROM reviews r JOIN products p ON p.id = r.product_id
    WHERE r.imported AND p.slug = ANY($1::text[])
"""


@dataclass(frozen=True, slots=True)
class Applier:
    """Applies one declaration in the caller's transaction."""

    connection: Connection
    settings: Settings
    """The shop's settings before."""
    stored: StoredPictures
    prune: bool = False
    """Whether undeclared records are removed, of declared kinds that can be removed."""

    async def apply(self, declaration: Declaration, *, dry_run: bool = False) -> Outcome:
        """Write the differences and return them. Raises InvalidDeclaration.

        The caller commits, or rolls back in a dry run.
        """
        outcome = Outcome(len(declaration.files), dry_run)
        await self._check_currency(declaration, outcome)
        await self._check_parents(declaration.of("category"))
        await self._check_size_guides(declaration)
        settle_primary_colour(declaration)
        for kind in BEFORE_PRODUCTS:
            outcome.kinds.append(await self._put_kind(kind, declaration))
        outcome.kinds.append(await self._put_products(declaration.of("product")))
        await self._check_product_names(declaration)
        for kind in AFTER_PRODUCTS:
            outcome.kinds.append(await self._put_kind(kind, declaration))
        await self._check_links(declaration)
        for kind in LAYOUTS:
            outcome.kinds.append(await self._put_kind(kind, declaration))
        outcome.kinds.append(await self._put_faqs(declaration.of("faq")))
        return outcome

    async def _put_kind(self, kind: Kind, declaration: Declaration) -> Changes:
        entries = declaration.of(kind.name)
        changes = Changes(kind.plural, is_declared=bool(entries), count_only=kind.insert_only)
        current = {record.key: record for record in await kind.read(self.connection)}
        for entry in _parents_first(entries):
            record = entry.record
            before = current.pop(record.key, None)
            after = complete_record(record, before)
            if before is not None and (kind.insert_only or before == after):
                changes.same += 1
                continue
            try:
                await kind.put(self.connection, record, self.stored)
            except asyncpg.IntegrityConstraintViolationError as error:
                raise _constraint_error(entry, error) from error
            except UnknownName as error:
                text = f"{error.field}: there is no {error.name}."
                raise InvalidDeclaration([entry.problem(text, error.field)]) from error
            if before is None:
                changes.created.append(_short_key(record))
            else:
                differences = describe_differences(before, after, declaration.context)
                changes.changed.append(
                    f"{record.key} ({differences})" if record.key else differences
                )
        if kind.name == "review" and changes.created:
            await self._count_ratings(entries)
        for record in current.values():
            if self.prune and entries and kind.remove is not None:
                await kind.remove(self.connection, record)
                changes.removed.append(_short_key(record))
            else:
                changes.undeclared.append(_short_key(record))
        return changes

    async def _put_products(self, entries: Sequence[Entry]) -> Changes:
        changes = Changes("products", is_declared=bool(entries))
        categories = await current_state.read_categories(self.connection)
        titles = title_paths(categories)
        for entry, product in _products(entries):
            for index, path in enumerate(product.categories):
                if path not in titles:
                    text = f"There is no category {path}."
                    raise InvalidDeclaration([entry.problem(text, "categories", index)])
        for start in range(0, len(entries), BATCH):
            await self._put_batch(list(_products(entries[start : start + BATCH])), titles, changes)
        declared = {entry.record.key for entry in entries}
        rows = await self.connection.fetch(PRODUCT_SLUGS)
        changes.undeclared = [row["slug"] for row in rows if row["slug"] not in declared]
        return changes

    async def _put_batch(
        self,
        batch: Sequence[tuple[Entry, Product]],
        titles: dict[str, TitlePath],
        changes: Changes,
    ) -> None:
        slugs = [product.slug for _, product in batch]
        before = await stored_products(self.connection, slugs)
        drafts = [
            to_draft(product, titles, self.stored, _known_skus(before.get(product.slug)))
            for _, product in batch
        ]
        puts = await put_products(self.connection, drafts)
        changed = [put.slug for put in puts if put.outcome == "changed"]
        after = await stored_products(self.connection, changed)
        for put in puts:
            if put.outcome == "created":
                changes.created.append(put.slug)
            elif put.outcome == "changed":
                names = changed_fields(before[put.slug].draft, after[put.slug].draft)
                changes.changed.append(f"{put.slug} ({', '.join(names)})")
            else:
                changes.same += 1

    async def _put_faqs(self, entries: Sequence[Entry]) -> Changes:
        """Write all questions together, because their order matters."""
        changes = Changes("questions and answers", is_declared=bool(entries))
        current = await current_state.read_faqs(self.connection)
        declared: list[Any] = [entry.record for entry in entries]
        if not declared:
            changes.undeclared = [faq.question for faq in current]
        elif declared == current:
            changes.same = len(current)
        else:
            drafts = [FaqDraft(faq.question, faq.answer, faq.group, faq.format) for faq in declared]
            await put_faqs(self.connection, drafts)
            if current:
                changes.changed.append(f"{len(declared)} instead of {len(current)}")
            else:
                changes.created.append(str(len(declared)))
        return changes

    async def _count_ratings(self, entries: Sequence[Entry]) -> None:
        slugs = sorted({getattr(entry.record, "product", "") for entry in entries})
        for row in await self.connection.fetch(RATED, slugs):
            await count_ratings(self.connection, row["product_id"])

    async def _check_currency(self, declaration: Declaration, outcome: Outcome) -> None:
        """Reject a new currency if there are orders, or prices with other decimals."""
        for entry in declaration.of("settings"):
            after, before = getattr(entry.record, "currency", None), self.settings.currency
            if after is None or after == before:
                continue
            if await self.connection.fetchval(HAS_ORDERS):
                text = f"currency cannot become {after}: there are orders in {before}."
                raise InvalidDeclaration([entry.problem(text, "currency")])
            if await self.connection.fetchval(HAS_PRICES):
                if Currency.of(before).decimals != Currency.of(after).decimals:
                    text = (
                        f"currency cannot become {after}: there are prices in {before}, which has"
                        " another number of decimals."
                    )
                    raise InvalidDeclaration([entry.problem(text, "currency")])
                outcome.notes.append(
                    f"Prices are not converted: 5.00 {before} becomes 5.00 {after}."
                )

    async def _check_parents(self, entries: Sequence[Entry]) -> None:
        """Check that the parent of every category exists or is declared."""
        if not entries:
            return
        existing = await current_state.read_categories(self.connection)
        known = {category.path for category in existing}
        known |= {getattr(entry.record, "path", "") for entry in entries}
        problems = [
            entry.problem(f"There is no category {parent}.", "path")
            for entry in entries
            if (parent := getattr(entry.record, "path", "").rpartition("/")[0])
            and parent not in known
        ]
        if problems:
            raise InvalidDeclaration(problems)

    async def _check_size_guides(self, declaration: Declaration) -> None:
        """Check that the size guides of categories are declared, or exist and are not removed."""
        guides = declaration.of("size_guide")
        known = {entry.record.key for entry in guides}
        if not (self.prune and guides):
            known |= {guide.slug for guide in await current_state.read_size_guides(self.connection)}
        problems = [
            entry.problem(f"There is no size guide {slug}.", "size_guide")
            for entry in declaration.of("category")
            if (slug := getattr(entry.record, "size_guide", None)) and slug not in known
        ]
        if problems:
            raise InvalidDeclaration(problems)

    async def _check_product_names(self, declaration: Declaration) -> None:
        """Check that the products of lists, reviews and questions exist."""
        rows = await self.connection.fetch(PRODUCT_SLUGS)
        known = {row["slug"] for row in rows}
        problems = [
            entry.problem(f"There is no product {slug}.", *location)
            for kind in (
                "sale",
                "collection",
                "slider",
                "section",
                "review",
                "question",
                "past_order",
            )
            for entry in declaration.of(kind)
            for slug, location in _product_references(entry.record)
            if slug not in known
        ]
        if problems:
            raise InvalidDeclaration(problems)

    async def _check_links(self, declaration: Declaration) -> None:
        """Check that what home page, menus and announcement bar name exists."""
        entries = [entry for kind in LAYOUTS for entry in declaration.of(kind.name)]
        named = (one for entry in entries for one in references(entry.record))
        ids = await ids_of(self.connection, named)
        problems = [
            entry.problem(f"There is no {NOUNS.get(kind, kind)} {slug}.", *place)
            for entry in entries
            for kind, slug, place in references(entry.record)
            if (kind, slug) not in ids
        ]
        if problems:
            raise InvalidDeclaration(problems)


NOUNS = {"feature": "section"}


def settle_primary_colour(declaration: Declaration) -> None:
    """Give the company the colour of the active theme. Raises InvalidDeclaration if it has another one."""
    active = [(one, theme) for one, theme in _themes(declaration) if theme.active]
    problems = [
        entry.problem(f"Another theme is active: {active[0][1].name}.", "active")
        for entry, _ in active[1:]
    ]
    for entry in declaration.of("company"):
        if not active or not isinstance(entry.record, Company):
            continue
        theme = active[0][1]
        entry.record.primary_colour = entry.record.primary_colour or theme.light.primary
        if (entry.record.primary_colour or "").lower() != (theme.light.primary or ""):
            text = f"The active theme {theme.name} has another primary colour: leave this out."
            problems.append(entry.problem(text, "primary_colour"))
    if problems:
        raise InvalidDeclaration(problems)


def _themes(declaration: Declaration) -> Iterator[tuple[Entry, Theme]]:
    for entry in declaration.of("theme"):
        if isinstance(entry.record, Theme):
            yield entry, entry.record


def title_paths(categories: Sequence[Category]) -> dict[str, TitlePath]:
    """Map a category's path of slugs to its path of titles."""
    titles: dict[str, TitlePath] = {}
    for category in sorted(categories, key=lambda category: category.path.count("/")):
        parent = titles.get(category.path.rpartition("/")[0], ())
        titles[category.path] = (*parent, category.title)
    return titles


def _products(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Product]]:
    for entry in entries:
        if isinstance(entry.record, Product):
            yield entry, entry.record


def _known_skus(stored: StoredProduct | None) -> list[tuple[str, ...]]:
    return [] if stored is None else [options_key(options) for options in stored.sku_ids]


def _product_references(record: Record) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    single = getattr(record, "product", None)
    if single is not None:
        yield single, ("product",)
    for index, slug in enumerate(getattr(record, "products", ())):
        yield slug, ("products", index)
    for number, tile in enumerate(getattr(record, "tile", ())):
        for index, slug in enumerate(tile.products):
            yield slug, ("tile", number, "products", index)


def _parents_first(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Sort categories from the root down; other records keep their order."""
    return sorted(entries, key=lambda entry: getattr(entry.record, "path", "").count("/"))


def _short_key(record: Record) -> str:
    key = record.key
    return key if len(key) <= 60 else f"{key[:59]}…"


def _constraint_error(
    entry: Entry, error: asyncpg.IntegrityConstraintViolationError
) -> InvalidDeclaration:
    text = {
        "uq_categories_parent_id_title": DUPLICATES["category"],
        "uq_brands_name": DUPLICATES["name"],
    }.get(error.constraint_name or "", f"The database rejected it: {error.args[0]}.")
    return InvalidDeclaration([entry.problem(text)])
