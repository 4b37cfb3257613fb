"""Applies automatic discounts to the lines of a cart, and adds the gifts that it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from stallage.cart.lines import CartLine
from stallage.cart.queries import listed
from stallage.core.db import Connection
from stallage.pricing.automatic.queries import UNKNOWN, gift_skus, traits_of
from stallage.pricing.automatic.rules import (
    DiscountRule,
    Hint,
    Item,
    Outcome,
    evaluate,
    gifts_met,
    hints,
)
from stallage.pricing.rules import Promo


@dataclass(frozen=True, slots=True)
class Gift:
    """A line that a discount adds for free."""

    rule: DiscountRule
    line: CartLine
    sku_ids: list[int] | None
    """What of the cart counts for its condition; None: all of it."""

    def as_kept(self) -> dict[str, Any]:
        """What an order keeps of the condition, to see later whether what is left still meets it."""
        return {
            "name": self.rule.title,
            "minimum": self.rule.minimum_purchase,
            "units": self.rule.buy_quantity,
            "skus": self.sku_ids,
        }


@dataclass(frozen=True, slots=True)
class Discounted:
    """What lines get of automatic discounts."""

    outcome: Outcome
    gifts: list[Gift]
    hints: list[Hint]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that discounts depend on besides a promo code."""

    rules: Sequence[DiscountRule]
    items: list[Item]
    gifts: dict[str, CartLine]
    """The line of each gift that can be given, at its price, by the discount's slug."""

    @property
    def gift_prices(self) -> dict[str, int]:
        """What each gift that can be given would cost."""
        return {slug: line.price for slug, line in self.gifts.items()}


async def prepare(
    connection: Connection, rules: Sequence[DiscountRule], lines: Sequence[CartLine]
) -> Prepared:
    """Reads what the running discounts need to know: at most one query for brands and categories,
    and one for gifts, neither where no discount asks for them."""
    if not lines:
        return Prepared((), [], {})
    traits = {}
    if any(rule.needs_traits for rule in rules):
        traits = await traits_of(connection, [line.product_id for line in lines])
    items = []
    for line in lines:
        if line.gift_card is not None:
            # Its place stays, so that what is taken off is found by the lines' order.
            items.append(Item(line.sku_id, line.product_id, price=0, quantity=0))
            continue
        known = traits.get(line.product_id, UNKNOWN)
        items.append(
            Item(
                line.sku_id,
                line.product_id,
                line.price,
                line.quantity,
                known.brand_id,
                known.category_ids,
            )
        )
    return Prepared(rules, items, await _gifts_in_stock(connection, rules, items, lines))


async def _gifts_in_stock(
    connection: Connection,
    rules: Sequence[DiscountRule],
    items: Sequence[Item],
    lines: Sequence[CartLine],
) -> dict[str, CartLine]:
    wanted = gift_skus(rules)
    if not wanted:
        return {}
    offered = {line.sku_id: line for line in await listed(connection, dict.fromkeys(wanted, 1))}
    sent = any(line.requires_shipping for line in lines)
    taken = Counter({line.sku_id: line.quantity for line in lines})
    met = {rule.slug for rule in gifts_met(rules, items)}
    found: dict[str, CartLine] = {}
    # Those that the cart gets come first: what is out of reach takes no stock from them.
    for rule in sorted(rules, key=lambda one: (one.slug not in met, one.priority, one.slug)):
        line = offered.get(rule.gift_sku_id or 0)
        if line is None or line.problem is not None or (line.requires_shipping and not sent):
            continue
        if line.stock is not None and taken[line.sku_id] >= line.stock:
            continue
        found[rule.slug] = line
        if rule.slug in met:
            taken[line.sku_id] += 1
    return found


async def discounted(
    connection: Connection,
    rules: Sequence[DiscountRule],
    lines: Sequence[CartLine],
    promo: Promo | None,
) -> Discounted:
    """What lines get of the running discounts. `promo` has been found valid."""
    prepared = await prepare(connection, rules, lines)
    outcome = evaluate(prepared.rules, prepared.items, promo, prepared.gift_prices)
    gifts = [
        Gift(
            rule,
            _free(prepared.gifts[rule.slug]),
            None
            if rule.scope.is_everything
            else [item.sku_id for item in prepared.items if rule.scope.includes(item)],
        )
        for rule in outcome.gifts
    ]
    reachable = [
        hint
        for hint in hints(prepared.rules, prepared.items)
        if hint.rule.kind != "free_gift" or hint.rule.slug in prepared.gifts
    ]
    return Discounted(outcome, gifts, reachable)


def _free(line: CartLine) -> CartLine:
    """A gift's line: what it would cost is its price before."""
    return replace(line, id=0, price=0, compare_at_price=line.price or None)
