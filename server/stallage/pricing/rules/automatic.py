"""Automatic discounts: those that a cart gets without a code, and their amount per line.

How discounts combine:

1. A condition (an amount or a number of units) refers to the lines before any discount, so no discount
   can invalidate the condition of another.
2. Automatic discounts apply one after the other, by `priority` (lower first), then by slug. Each is
   computed from what the earlier ones left of a line. Nothing falls below zero, and the order in which
   discounts or lines are stored is irrelevant.
3. Of discounts that share a `group`, only the one that saves most at its turn applies.
4. A promo code is computed from what automatic discounts left. If some of them do not combine with codes,
   the shopper gets the better of two: all automatic discounts without the code, or the code with those
   that combine. A code that saves less is refused with `promo_saves_less` and its use is not counted.
5. A gift is a line with the price 0. It meets no condition, is not taxed, is given only while its SKU is
   in stock, and never adds delivery to an order that has none.

Amounts are integers in the minor unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from stallage.core.money import scale
from stallage.pricing.rules.totals import Promo, promo_discounts, spread

Kind = Literal["amount_off", "buy_x_get_y", "free_gift"]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a cart. `price` is per unit, with a running sale deducted."""

    sku_id: int
    product_id: int
    price: int
    quantity: int
    brand_id: int | None = None
    category_ids: frozenset[int] = frozenset()
    """The categories of its product, including parent categories."""

    @property
    def total(self) -> int:
        """Price times quantity."""
        return self.price * self.quantity


@dataclass(frozen=True, slots=True)
class Scope:
    """The products that a discount applies to, by id; three empty sets mean every product."""

    products: frozenset[int] = frozenset()
    categories: frozenset[int] = frozenset()
    brands: frozenset[int] = frozenset()

    @property
    def is_everything(self) -> bool:
        """Whether it includes every product."""
        return not (self.products or self.categories or self.brands)

    def includes(self, item: Item) -> bool:
        """Whether it includes the item's product."""
        return (
            self.is_everything
            or item.product_id in self.products
            or item.brand_id in self.brands
            or not self.categories.isdisjoint(item.category_ids)
        )


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class DiscountRule:
    """A running automatic discount."""

    slug: str
    title: str
    kind: Kind
    priority: int = 0
    group: str = ""
    combines_with_codes: bool = True
    minimum_purchase: int = 0
    percent: int | None = None
    amount: int | None = None
    scope: Scope = EVERYTHING
    buy_quantity: int = 1
    get_quantity: int = 1
    get_scope: Scope = EVERYTHING
    """The products that `buy_x_get_y` makes cheaper."""
    times_per_order: int | None = None
    gift_sku_id: int | None = None

    @property
    def needs_traits(self) -> bool:
        """Whether it depends on the brands or categories of the items."""
        return any(scope.brands or scope.categories for scope in (self.scope, self.get_scope))


@dataclass(frozen=True, slots=True)
class AppliedDiscount:
    """A discount with its amount on each item, in the order of the items."""

    rule: DiscountRule
    by_item: tuple[int, ...]

    @property
    def amount(self) -> int:
        """The sum over all items."""
        return sum(self.by_item)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The automatic discounts that a cart gets."""

    applied: tuple[AppliedDiscount, ...]
    """In the order in which they applied; each amount is above zero."""
    gifts: tuple[DiscountRule, ...]
    by_item: tuple[int, ...]
    """The sum of all discounts on each item."""
    promo_applies: bool
    """Whether the promo code applies as well; True if there is none."""

    @property
    def amount(self) -> int:
        """The sum of all discounts."""
        return sum(self.by_item)


@dataclass(frozen=True, slots=True)
class Hint:
    """A discount within reach, with the amount or the units that are missing, or both."""

    rule: DiscountRule
    missing_amount: int
    missing_units: int


def subtotal_in(scope: Scope, items: Sequence[Item]) -> int:
    """The total of the items in a scope before any discount."""
    return sum(item.total for item in items if scope.includes(item))


def units_in(scope: Scope, items: Sequence[Item]) -> int:
    """The number of units in a scope."""
    return sum(item.quantity for item in items if scope.includes(item))


def is_met(rule: DiscountRule, items: Sequence[Item]) -> bool:
    """Whether the items reach the minimum amount and the minimum units of a discount."""
    return (
        subtotal_in(rule.scope, items) >= rule.minimum_purchase
        and units_in(rule.scope, items) >= rule.buy_quantity
    )


def earned_gifts(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[DiscountRule]:
    """The gift discounts whose condition is met, whether or not the gift is in stock."""
    return [rule for rule in in_order(rules) if rule.kind == "free_gift" and is_met(rule, items)]


def in_order(rules: Sequence[DiscountRule]) -> list[DiscountRule]:
    """Sort discounts by the order in which they apply."""
    return sorted(rules, key=lambda rule: (rule.priority, rule.slug))


def _amount_off(rule: DiscountRule, items: Sequence[Item], left: Sequence[int]) -> list[int]:
    inside = [
        rest if rule.scope.includes(item) else 0 for item, rest in zip(items, left, strict=True)
    ]
    if rule.percent is not None:
        return [scale(rest, rule.percent, 100) for rest in inside]
    return spread(min(rule.amount or 0, sum(inside)), inside)


def _times(rule: DiscountRule, items: Sequence[Item]) -> tuple[int, int]:
    """How often `buy_x_get_y` applies, and how many units that are in both scopes may become cheaper.

    A unit in both scopes counts as bought or becomes cheaper, never both.
    """
    bought_only = got_only = both = 0
    for item in items:
        to_buy, to_get = rule.scope.includes(item), rule.get_scope.includes(item)
        if to_buy and to_get:
            both += item.quantity
        elif to_buy:
            bought_only += item.quantity
        elif to_get:
            got_only += item.quantity
    low = 0
    high = (bought_only + got_only + both) // (rule.buy_quantity + rule.get_quantity)
    if rule.times_per_order is not None:
        high = min(high, rule.times_per_order)
    while low < high:
        times = (low + high + 1) // 2
        from_both = max(0, times * rule.buy_quantity - bought_only)
        from_both += max(0, times * rule.get_quantity - got_only)
        low, high = (times, high) if from_both <= both else (low, times - 1)
    return low, both - max(0, low * rule.buy_quantity - bought_only)


def _buy_x_get_y(rule: DiscountRule, items: Sequence[Item], left: Sequence[int]) -> list[int]:
    """Reduce the cheapest units, as many as there are complete sets."""
    times, from_both = _times(rule, items)
    remaining = times * rule.get_quantity
    off = [0] * len(items)
    for index in sorted(range(len(items)), key=lambda one: (items[one].price, items[one].sku_id)):
        item = items[index]
        if not rule.get_scope.includes(item):
            continue
        take = min(remaining, item.quantity)
        if rule.scope.includes(item):
            take = min(take, from_both)
            from_both -= take
        remaining -= take
        off[index] = scale(scale(left[index], take, item.quantity), rule.percent or 0, 100)
    return off


def _amounts(rule: DiscountRule, items: Sequence[Item], left: Sequence[int]) -> list[int]:
    """The amount of a discount on each item; `left` is what earlier discounts left of it."""
    if rule.kind == "free_gift" or not is_met(rule, items):
        return [0] * len(items)
    if rule.kind == "amount_off":
        return _amount_off(rule, items, left)
    return _buy_x_get_y(rule, items, left)


def _apply(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[AppliedDiscount]:
    """Apply discounts one after the other, as described at the top of this module."""
    groups: dict[str, list[DiscountRule]] = defaultdict(list)
    for rule in in_order(rules):
        groups[rule.group].append(rule)
    left = [item.total for item in items]
    done: set[str] = set()
    applied: list[AppliedDiscount] = []
    for rule in in_order(rules):
        if rule.group and rule.group in done:
            continue
        candidates = groups[rule.group] if rule.group else [rule]
        done.add(rule.group)
        options = [AppliedDiscount(one, tuple(_amounts(one, items, left))) for one in candidates]
        best = max(options, key=lambda one: one.amount)
        if best.amount > 0:
            applied.append(best)
            left = [rest - amount for rest, amount in zip(left, best.by_item, strict=True)]
    return applied


def _by_item(applied: Sequence[AppliedDiscount], count: int) -> tuple[int, ...]:
    return tuple(sum(one.by_item[index] for one in applied) for index in range(count))


def evaluate_discounts(
    rules: Sequence[DiscountRule],
    items: Sequence[Item],
    promo: Promo | None,
    gift_prices: Mapping[str, int],
) -> Evaluation:
    """The automatic discounts that a cart gets, and whether its promo code applies as well.

    `promo` must have been checked. `gift_prices` holds the regular price of each gift in stock, by the
    slug of its discount.
    """
    # Sorted by SKU, so that rounding does not depend on the order of the lines.
    order = sorted(range(len(items)), key=lambda index: items[index].sku_id)
    lines = [items[index] for index in order]
    gifts = [rule for rule in earned_gifts(rules, lines) if rule.slug in gift_prices]
    applied, promo_applies = _apply(rules, lines), True
    if promo is not None and not all(
        rule.combines_with_codes for rule in (*(one.rule for one in applied), *gifts)
    ):
        combining = _apply([rule for rule in rules if rule.combines_with_codes], lines)
        combining_gifts = [rule for rule in gifts if rule.combines_with_codes]
        with_code = _savings(promo, lines, combining) + _value(combining_gifts, gift_prices)
        without = sum(one.amount for one in applied) + _value(gifts, gift_prices)
        promo_applies = with_code > without
        if promo_applies:
            applied, gifts = combining, combining_gifts
    position = {index: place for place, index in enumerate(order)}
    in_item_order = tuple(
        AppliedDiscount(
            one.rule, tuple(one.by_item[position[index]] for index in range(len(items)))
        )
        for one in applied
    )
    return Evaluation(
        in_item_order, tuple(gifts), _by_item(in_item_order, len(items)), promo_applies
    )


def _savings(promo: Promo, items: Sequence[Item], applied: Sequence[AppliedDiscount]) -> int:
    """The amount of these discounts and of the code on what they leave."""
    off = _by_item(applied, len(items))
    rest = [item.total - less for item, less in zip(items, off, strict=True)]
    return sum(off) + sum(promo_discounts(promo, rest))


def _value(gifts: Sequence[DiscountRule], prices: Mapping[str, int]) -> int:
    return sum(prices[rule.slug] for rule in gifts)


def promo_savings(
    promo: Promo,
    rules: Sequence[DiscountRule],
    items: Sequence[Item],
    gift_prices: Mapping[str, int],
) -> int:
    """How much more a cart saves with a valid code than without it; at least 0."""
    without = evaluate_discounts(rules, items, None, gift_prices)
    result = evaluate_discounts(rules, items, promo, gift_prices)
    if not result.promo_applies:
        return 0
    with_code = _savings(promo, items, result.applied) + _value(result.gifts, gift_prices)
    return max(0, with_code - without.amount - _value(without.gifts, gift_prices))


def find_hints(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[Hint]:
    """Discounts that a cart has only partly reached, the nearest first.

    Discounts that lack only units come before those that lack an amount. Of a group, only the nearest is
    included.
    """
    hints = [hint for rule in rules if (hint := _hint(rule, items)) is not None]
    hints.sort(
        key=lambda one: (one.missing_amount, one.missing_units, one.rule.priority, one.rule.slug)
    )
    groups: set[str] = set()
    nearest: list[Hint] = []
    for hint in hints:
        if not hint.rule.group or hint.rule.group not in groups:
            groups.add(hint.rule.group)
            nearest.append(hint)
    return nearest


def _hint(rule: DiscountRule, items: Sequence[Item]) -> Hint | None:
    inside = units_in(rule.scope, items)
    if inside == 0:
        return None
    missing_amount = max(0, rule.minimum_purchase - subtotal_in(rule.scope, items))
    missing_units = max(0, rule.buy_quantity - inside)
    if rule.kind == "buy_x_get_y" and _times(rule, items)[0] == 0:
        both = sum(
            item.quantity
            for item in items
            if rule.scope.includes(item) and rule.get_scope.includes(item)
        )
        to_buy = max(0, rule.buy_quantity - (inside - both))
        to_get = max(0, rule.get_quantity - (units_in(rule.get_scope, items) - both))
        missing_units = max(0, to_buy + to_get - both)
    if missing_amount == 0 and missing_units == 0:
        return None
    return Hint(rule, missing_amount, missing_units)
