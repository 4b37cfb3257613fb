"""Steps of the set-up guide, and what keeps a shop from selling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Step = Literal["name", "look", "region", "taxes", "delivery", "payment", "email", "product"]
STEPS: tuple[Step, ...] = (
    "name",
    "look",
    "region",
    "taxes",
    "delivery",
    "payment",
    "email",
    "product",
)
"""In the order of the guide."""

BlockerCode = Literal[
    "not_named",
    "no_delivery",
    "no_payment",
    "no_products",
    "nothing_on_sale",
    "nothing_in_stock",
]


@dataclass(frozen=True, slots=True)
class ShopFacts:
    """What the steps are derived from."""

    name: str
    """Empty: the shop has none."""
    email: str
    has_logo: bool
    has_colour: bool
    country: str
    currency: str
    time_zone: str
    is_region_set: bool
    """Somebody has chosen the country, in the back office or elsewhere."""
    taxes: tuple[str, ...]
    """Names of the tax rates of the home country."""
    deliveries: tuple[str, ...]
    """Names of the delivery methods to the home country."""
    methods: tuple[str, ...]
    """Payment methods besides the wallet."""
    is_payment_set: bool
    payment_problem: str
    has_mail_server: bool
    mail_from: str
    has_products: bool
    has_offers: bool
    has_stock: bool
    needs_delivery: bool


@dataclass(frozen=True, slots=True)
class Blocker:
    """Something that keeps the shop from selling, and the step that removes it."""

    code: BlockerCode
    step: Step
    message: str


def blockers(facts: ShopFacts) -> list[Blocker]:
    """Return what keeps a shopper in the home country from ordering, most urgent first."""
    found: list[Blocker] = []
    if not facts.deliveries and (facts.needs_delivery or not facts.has_products):
        text = f"Nobody in {facts.country} can order: no delivery method."
        found.append(Blocker("no_delivery", "delivery", text))
    elif not facts.name:
        found.append(Blocker("not_named", "name", "The shop has no name yet."))
    found += _catalogue_blockers(facts)
    if not facts.methods:
        text = (
            "Nobody can pay: cash on delivery is off, and online payment is not set up. "
            f"{facts.payment_problem}"
        )
        found.append(Blocker("no_payment", "payment", text))
    return found


def _catalogue_blockers(facts: ShopFacts) -> Iterator[Blocker]:
    if not facts.has_products:
        yield Blocker("no_products", "product", "There is nothing to buy yet.")
    elif not facts.has_offers:
        text = "None of the products is on sale: they are drafts, archived or without a price."
        yield Blocker("nothing_on_sale", "product", text)
    elif not facts.has_stock:
        text = "Nothing can be ordered: every product is out of stock."
        yield Blocker("nothing_in_stock", "product", text)


def done_steps(facts: ShopFacts) -> frozenset[Step]:
    """Return the steps of which the shop has the data."""
    is_done: dict[Step, bool] = {
        "name": bool(facts.name and facts.email),
        "look": facts.has_logo or facts.has_colour,
        "region": facts.is_region_set,
        "taxes": bool(facts.taxes),
        "delivery": bool(facts.deliveries) or (facts.has_products and not facts.needs_delivery),
        "payment": facts.is_payment_set and bool(facts.methods),
        "email": facts.has_mail_server,
        "product": facts.has_stock,
    }
    return frozenset(step for step, done in is_done.items() if done)


def summary_of(step: Step, facts: ShopFacts) -> str:
    """Return what is set in a step, in a few words; empty if nothing is."""
    texts: dict[Step, tuple[str, ...]] = {
        "name": (facts.name, facts.email),
        "look": ("Logo" if facts.has_logo else "", "Colour" if facts.has_colour else ""),
        "region": (facts.country, facts.currency, facts.time_zone) if facts.is_region_set else (),
        "taxes": facts.taxes,
        "delivery": facts.deliveries,
        "payment": facts.methods if facts.is_payment_set else (),
        "email": (facts.mail_from,) if facts.has_mail_server else (),
        "product": (),
    }
    return " · ".join(text for text in texts[step] if text)
