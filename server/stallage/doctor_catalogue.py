"""Checks of `stallage doctor` on the catalogue: gaps and duplicates that shoppers would notice."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.diagnosis import Finding, note, ok
from stallage.import_export.formats.cells import quote
from stallage.products.queries import findings
from stallage.products.rules.similar_titles import TitledCategory


async def check_catalogue(connection: Connection) -> list[Finding]:
    """Report similar categories and missing pictures and descriptions, as notes."""
    on_sale = await findings.count_active_products(connection)
    if not on_sale:
        return []
    found: list[Finding] = []
    if alike := await findings.similar_category_pairs(connection):
        names = [f"{_named(one)} and {_named(other)}" for one, other in alike]
        found.append(
            note(
                "Catalogue",
                f"{_counted(len(alike), 'pair')} of categories may mean the same:"
                f" {_first_few(names, len(names), '; ')}. Where they do, keep one of the two in the"
                " columns Product category, Collection and Type, and import the file again.",
            )
        )
    pictures = await findings.products_without_picture(connection)
    if pictures.count:
        found.append(
            note(
                "Catalogue",
                f"{_without(pictures)} no picture: {_titles(pictures)}. Give each the address of"
                " one in the column Product image URL, and import the file again.",
            )
        )
    descriptions = await findings.products_without_description(connection)
    if descriptions.count:
        found.append(
            note(
                "Catalogue",
                f"{_without(descriptions)} no description: {_titles(descriptions)}. Fill in the"
                " column Description, and import the file again.",
            )
        )
    return found or [
        ok("Catalogue", f"{_counted(on_sale, 'product')} on sale, with pictures and descriptions")
    ]


def _named(category: TitledCategory) -> str:
    *_, above, title = ("", *category.path)
    return f"{quote(title)} in {quote(above)}" if above else quote(title)


def _without(affected: findings.Affected) -> str:
    verb = "has" if affected.count == 1 else "have"
    return f"{_counted(affected.count, 'product')} on sale {verb}"


def _titles(affected: findings.Affected) -> str:
    return _first_few([quote(title) for title in affected.titles], affected.count, ", ")


def _first_few(names: Sequence[str], count: int, between: str) -> str:
    """Join the first names of `count`, and append how many more there are."""
    named = names[: findings.MAX_TITLES]
    more = count - len(named)
    return between.join(named) + (f" and {more:,} more" if more else "")


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
