"""Reads how far the shop is set up."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.pricing.queries.terms import terms_for
from stallage.products.queries.supply import supply
from stallage.settings import Settings
from stallage.setup.queries import has_orders
from stallage.setup_guide.rules.steps import (
    STEPS,
    ShopFacts,
    Step,
    blockers,
    done_steps,
    summary_of,
)
from stallage.setup_guide.schemas import GuideStep, SetupGuide
from stallage.shop.queries import company, company_name, milestone
from stallage.shop.rules.capabilities import payment_methods, payment_problem

MILESTONE = "setup_guide"
"""Holds the steps that were skipped, and whether the guide was dismissed."""
METHOD_NAMES = {"prepaid": "Online payment", "cod": "Cash on delivery"}


async def shop_facts(connection: Connection, settings: Settings) -> ShopFacts:
    """Read everything that the steps are derived from.

    `settings` are those of the process with what the shop stores now.
    """
    details = await company(connection, settings)
    stock = await supply(connection)
    terms = await terms_for(connection, settings.country, "", "")
    chosen = settings.model_fields_set
    is_named = "shop_name" in chosen or await company_name(connection) is not None
    methods = [METHOD_NAMES[name] for name in payment_methods(settings) if name in METHOD_NAMES]
    return ShopFacts(
        name=details.company_name if is_named else "",
        email=details.email,
        has_logo=details.logo_image is not None,
        has_colour=details.primary_colour is not None,
        country=settings.country,
        currency=settings.currency,
        time_zone=settings.time_zone,
        is_region_set="country" in chosen,
        taxes=tuple(dict.fromkeys(rate.name for rate in terms.rates)),
        deliveries=tuple(delivery.name for delivery in terms.deliveries),
        methods=tuple(methods),
        is_payment_set=bool(chosen & {"payment_provider", "cash_on_delivery"}),
        payment_problem=payment_problem(settings, settings.payment_provider) or "",
        has_mail_server=bool(settings.smtp_url.get_secret_value()),
        mail_from=settings.mail_from,
        has_products=stock.has_products,
        has_offers=stock.has_offers,
        has_stock=stock.has_stock,
        needs_delivery=stock.needs_delivery,
    )


async def skipped_steps(connection: Connection) -> tuple[frozenset[str], bool]:
    """Return the steps that the operator has skipped, and whether they dismissed the guide."""
    known = await milestone(connection, MILESTONE)
    facts = {} if known is None else known.facts
    return frozenset(facts.get("skipped", ())), bool(facts.get("dismissed", False))


async def setup_guide(connection: Connection, settings: Settings) -> SetupGuide:
    """Return the steps with their state."""
    facts = await shop_facts(connection, settings)
    skipped, is_dismissed = await skipped_steps(connection)
    problems: dict[Step, str] = {}
    for blocker in blockers(facts):
        problems.setdefault(blocker.step, blocker.message)
    done = done_steps(facts)
    return SetupGuide(
        steps=[
            GuideStep(
                step=step,
                state="done" if step in done else "skipped" if step in skipped else "open",
                summary=summary_of(step, facts),
                problem=problems.get(step),
            )
            for step in STEPS
        ],
        is_dismissed=is_dismissed,
        can_sell=not problems,
        is_currency_fixed=await has_orders(connection),
    )
