"""The automatic home page and menus, as layouts that operators can start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.layout.drafts import (
    FeatureTilesSection,
    FooterColumn,
    HeaderLink,
    HomeLayout,
    JournalSection,
    LinkTarget,
    MenuLink,
    Menus,
    ProductsSection,
    SalesSection,
    Section,
    SlidersSection,
    TilesSection,
)
from stallage.storefront_changes.schemas.categories import CategoryNode

MAX_TOP_LEVEL = 30
MAX_BELOW = 30

HELP = (
    ("FAQs", "/faqs"),
    ("Returns and exchanges", "/return-and-exchange"),
    ("Customer care", "/contact-us#customer-care"),
    ("Contact us", "/contact-us"),
    ("Find your order", "/find-order"),
    ("Withdraw from contract", "/withdraw"),
    ("Your data", "/your-data"),
)
COMPANY = (
    ("Collections", "/collections"),
    ("Journal", "/blogs"),
    ("Terms and conditions", "/terms-and-conditions"),
)


def automatic_home(feature_ids: Sequence[int], *, has_sliders: bool) -> HomeLayout:
    """Return the sections that the automatic home page has."""
    sections: list[Section] = []
    if has_sliders or feature_ids:
        sections += [
            SlidersSection(id="sliders", kind="sliders"),
            TilesSection(id="categories", kind="tiles"),
            SalesSection(id="sales", kind="sales"),
            *(
                FeatureTilesSection(id=f"feature-{one}", kind="feature", section_id=one)
                for one in feature_ids
            ),
        ]
    else:
        sections += [
            ProductsSection(id="newest", kind="products", source="newest"),
            TilesSection(id="categories", kind="tiles"),
            ProductsSection(id="popular", kind="products", source="popular"),
            ProductsSection(id="reduced", kind="products", source="reduced"),
            SalesSection(id="sales", kind="sales"),
        ]
    return HomeLayout(sections=[*sections, JournalSection(id="journal", kind="journal")])


def automatic_menus(categories: Sequence[CategoryNode]) -> Menus:
    """Return the categories as the header's menu, and the shop's pages as the footer's."""
    below: Mapping[int | None, list[CategoryNode]] = _by_parent(categories)
    header = [
        HeaderLink(
            label=_label(top),
            target=_category(top),
            children=[
                MenuLink(label=_label(one), target=_category(one))
                for one in below.get(top.id, [])[:MAX_BELOW]
            ],
        )
        for top in below.get(None, [])[:MAX_TOP_LEVEL]
    ]
    return Menus(header=header, footer=[_column("Help", HELP), _column("Company", COMPANY)])


def _label(category: CategoryNode) -> str:
    return category.title[:80].strip()


def _by_parent(categories: Sequence[CategoryNode]) -> dict[int | None, list[CategoryNode]]:
    below: dict[int | None, list[CategoryNode]] = {}
    for one in categories:
        below.setdefault(one.parent_id, []).append(one)
    return below


def _category(category: CategoryNode) -> LinkTarget:
    return LinkTarget(kind="category", id=category.id)


def _column(label: str, links: Sequence[tuple[str, str]]) -> FooterColumn:
    return FooterColumn(
        label=label,
        children=[
            MenuLink(label=title, target=LinkTarget(kind="address", text=address))
            for title, address in links
        ],
    )
