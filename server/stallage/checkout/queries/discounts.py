"""Applies automatic discounts to the lines of a cart and adds the gifts that it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stallage.cart.queries.carts import lines_for_skus
from stallage.cart.queries.lines import CartLine
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.pricing.queries.automatic import UNKNOWN, gift_skus, product_traits
from stallage.pricing.rules.automatic import (
    DiscountRule,
    Evaluation,
    Hint,
    Item,
    earned_gifts,
    evaluate_discounts,
    find_hints,
)
from stallage.pricing.rules.totals import Promo


@dataclass(frozen=True, slots=True)
class Gift:
    """A line that a discount adds for free."""

    rule: DiscountRule
    line: CartLine
    sku_ids: list[int] | None
    """The SKUs that count towards its condition; None: all."""

    def to_json(self) -> JsonObject:
        """The condition as stored with the order, to check it again when lines are cancelled."""
        return {
            "name": self.rule.title,
            "minimum": self.rule.minimum_purchase,
            "units": self.rule.buy_quantity,
            "skus": self.sku_ids,
        }


@dataclass(frozen=True, slots=True)
class Discounted:
    """The automatic discounts of lines."""

    evaluation: Evaluation
    gifts: list[Gift]
    hints: list[Hint]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that discounts depend on except a promo code."""

    rules: Sequence[DiscountRule]
    items: list[Item]
    gifts: dict[str, CartLine]
    """The line of each gift in stock, with its regular price, by the slug of the discount."""

    @property
    def gift_prices(self) -> dict[str, int]:
        """The regular price of each gift in stock."""
        return {slug: line.price for slug, line in self.gifts.items()}


async def prepare(
    connection: Connection, rules: Sequence[DiscountRule], lines: Sequence[CartLine]
) -> Prepared:
    """Read what the running discounts depend on.

    At most one query for brands and categories, and one for gifts; none if no discount needs them.
    """
    if not lines:
        return Prepared((), [], {})
    traits = {}
    if any(rule.needs_traits for rule in rules):
        traits = await product_traits(connection, [line.product_id for line in lines])
    items = []
    for line in lines:
        if line.gift_card is not None:
            # Keeps its position, so that discounts match the lines by index.
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
    sku_ids = gift_skus(rules)
    if not sku_ids:
        return {}
    gift_lines = {
        line.sku_id: line for line in await lines_for_skus(connection, dict.fromkeys(sku_ids, 1))
    }
    is_shipped = any(line.requires_shipping for line in lines)
    taken = Counter({line.sku_id: line.quantity for line in lines})
    earned = {rule.slug for rule in earned_gifts(rules, items)}
    found: dict[str, CartLine] = {}
    # Earned gifts first, so that others take no stock from them.
    for rule in sorted(rules, key=lambda one: (one.slug not in earned, one.priority, one.slug)):
        line = gift_lines.get(rule.gift_sku_id or 0)
        if line is None or line.problem is not None or (line.requires_shipping and not is_shipped):
            continue
        if line.stock is not None and taken[line.sku_id] >= line.stock:
            continue
        found[rule.slug] = line
        if rule.slug in earned:
            taken[line.sku_id] += 1
    return found


async def apply_discounts(
    connection: Connection,
    rules: Sequence[DiscountRule],
    lines: Sequence[CartLine],
    promo: Promo | None,
) -> Discounted:
    """Apply the running discounts to lines. `promo` must have been checked."""
    prepared = await prepare(connection, rules, lines)
    evaluation = evaluate_discounts(prepared.rules, prepared.items, promo, prepared.gift_prices)
    gifts = [
        Gift(
            rule,
            _free(prepared.gifts[rule.slug]),
            None
            if rule.scope.is_everything
            else [item.sku_id for item in prepared.items if rule.scope.includes(item)],
        )
        for rule in evaluation.gifts
    ]
    reachable = [
        hint
        for hint in find_hints(prepared.rules, prepared.items)
        if hint.rule.kind != "free_gift" or hint.rule.slug in prepared.gifts
    ]
    return Discounted(evaluation, gifts, reachable)


def _free(line: CartLine) -> CartLine:
    """The line of a gift, with its regular price as the compare-at price."""
    return replace(line, id=0, price=0, compare_at_price=line.price or None)
