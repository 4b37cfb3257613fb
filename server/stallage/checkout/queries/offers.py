"""Finds public promo codes for a cart, with what each saves."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.cart.queries.lines import CartLine
from stallage.checkout.queries.discounts import prepare
from stallage.checkout.schemas import Offer
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.pricing.queries.promo_codes import public_promos
from stallage.pricing.rules.automatic import promo_savings
from stallage.pricing.rules.buyers import Buyer
from stallage.pricing.rules.totals import Promo, promo_problem

MAX_OFFERS = 20


async def offers_for(
    connection: Connection, currency: Currency, lines: Sequence[CartLine], buyer: Buyer
) -> list[Offer]:
    """Codes that apply now, the largest saving first, then codes that need a larger cart, the nearest first.

    Codes that save nothing are left out. Gift cards do not count.
    """
    lines = [line for line in lines if line.gift_card is None]
    if not lines:
        return []
    promos, rules = await public_promos(connection, buyer)
    if not promos:
        return []
    prepared = await prepare(connection, rules, lines)
    subtotal = sum(line.total for line in lines)
    now = clock.now()
    saving: list[tuple[int, Promo]] = []
    missing: list[tuple[int, Promo]] = []
    for promo in promos:
        problem = promo_problem(promo, subtotal, now)
        if problem == "promo_minimum":
            missing.append((promo.minimum_purchase - subtotal, promo))
        elif problem is None:
            savings = promo_savings(promo, prepared.rules, prepared.items, prepared.gift_prices)
            if savings > 0:
                saving.append((savings, promo))
    saving.sort(key=lambda one: (-one[0], one[1].code))
    missing.sort(key=lambda one: (one[0], one[1].code))
    offers = [_offer(promo, currency, savings=savings) for savings, promo in saving]
    offers += [_offer(promo, currency, missing=amount) for amount, promo in missing]
    return offers[:MAX_OFFERS]


def _offer(
    promo: Promo, currency: Currency, *, savings: int | None = None, missing: int | None = None
) -> Offer:
    return Offer.model_construct(
        code=promo.code,
        title=promo.title,
        percent=promo.percent,
        amount=currency.optional_money(promo.amount),
        savings=currency.optional_money(savings),
        missing=currency.optional_money(missing),
        ends_at=promo.ends_at,
    )
