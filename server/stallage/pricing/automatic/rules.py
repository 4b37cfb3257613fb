"""Which automatic discounts a cart gets and what they take off each line. Integers in, integers out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from stallage.core.money import scale
from stallage.pricing.rules import Promo, discounts, spread

Kind = Literal["amount_off", "buy_x_get_y", "free_gift"]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a cart as discounts see it. The price is that of one unit, a running sale taken off."""

    sku_id: int
    product_id: int
    price: int
    quantity: int
    brand_id: int | None = None
    category_ids: frozenset[int] = frozenset()
    """The categories of its product and all above them."""

    @property
    def total(self) -> int:
        """Price times quantity."""
        return self.price * self.quantity


@dataclass(frozen=True, slots=True)
class Scope:
    """A set of products by id; empty sets alone stand for every product."""

    products: frozenset[int] = frozenset()
    categories: frozenset[int] = frozenset()
    brands: frozenset[int] = frozenset()

    @property
    def is_everything(self) -> bool:
        """Whether every product belongs to it."""
        return not (self.products or self.categories or self.brands)

    def includes(self, item: Item) -> bool:
        """Whether an item belongs to it."""
        return (
            self.is_everything
            or item.product_id in self.products
            or item.brand_id in self.brands
            or not self.categories.isdisjoint(item.category_ids)
        )


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class DiscountRule:
    """An automatic discount that runs now."""

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
    """What `buy_x_get_y` makes cheaper."""
    times_per_order: int | None = None
    gift_sku_id: int | None = None

    @property
    def needs_traits(self) -> bool:
        """Whether brands and categories of the items have to be known."""
        return any(scope.brands or scope.categories for scope in (self.scope, self.get_scope))


@dataclass(frozen=True, slots=True)
class Taken:
    """What one discount takes off each item, in the order of the items."""

    rule: DiscountRule
    by_item: tuple[int, ...]

    @property
    def amount(self) -> int:
        """All of it."""
        return sum(self.by_item)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cart gets."""

    taken: tuple[Taken, ...]
    """In the order in which they applied; none of them takes nothing."""
    gifts: tuple[DiscountRule, ...]
    by_item: tuple[int, ...]
    """What all of them take off each item."""
    promo_counts: bool
    """Whether the promo code applies beside them; True where there is none."""

    @property
    def amount(self) -> int:
        """What all of them take off."""
        return sum(self.by_item)


@dataclass(frozen=True, slots=True)
class Hint:
    """How far a cart is from a discount: by an amount, by units, or by both."""

    rule: DiscountRule
    missing_amount: int
    missing_units: int


def worth(scope: Scope, items: Sequence[Item]) -> int:
    """What the items of a scope are worth before any discount."""
    return sum(item.total for item in items if scope.includes(item))


def units(scope: Scope, items: Sequence[Item]) -> int:
    """How many units of a scope there are."""
    return sum(item.quantity for item in items if scope.includes(item))


def is_met(rule: DiscountRule, items: Sequence[Item]) -> bool:
    """Whether the amount and the units that a discount asks for are there."""
    return (
        worth(rule.scope, items) >= rule.minimum_purchase
        and units(rule.scope, items) >= rule.buy_quantity
    )


def gifts_met(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[DiscountRule]:
    """The gifts whose condition is met, whether or not they are in stock."""
    return [rule for rule in in_turn(rules) if rule.kind == "free_gift" and is_met(rule, items)]


def in_turn(rules: Sequence[DiscountRule]) -> list[DiscountRule]:
    """Discounts in the order in which they apply."""
    return sorted(rules, key=lambda rule: (rule.priority, rule.slug))


def _amount_off(rule: DiscountRule, items: Sequence[Item], left: Sequence[int]) -> list[int]:
    inside = [
        rest if rule.scope.includes(item) else 0 for item, rest in zip(items, left, strict=True)
    ]
    if rule.percent is not None:
        return [scale(rest, rule.percent, 100) for rest in inside]
    return spread(min(rule.amount or 0, sum(inside)), inside)


def _times(rule: DiscountRule, items: Sequence[Item]) -> tuple[int, int]:
    """How often `buy_x_get_y` applies, and how many units in both sets may become cheaper.

    A unit in both sets is either bought or made cheaper, never both.
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
    """The cheapest units become cheaper, as many as there are complete sets for."""
    times, from_both = _times(rule, items)
    wanted = times * rule.get_quantity
    off = [0] * len(items)
    for index in sorted(range(len(items)), key=lambda one: (items[one].price, items[one].sku_id)):
        item = items[index]
        if not rule.get_scope.includes(item):
            continue
        take = min(wanted, item.quantity)
        if rule.scope.includes(item):
            take = min(take, from_both)
            from_both -= take
        wanted -= take
        off[index] = scale(scale(left[index], take, item.quantity), rule.percent or 0, 100)
    return off


def _off(rule: DiscountRule, items: Sequence[Item], left: Sequence[int]) -> list[int]:
    """What a discount takes off each item of what earlier ones have left."""
    if rule.kind == "free_gift" or not is_met(rule, items):
        return [0] * len(items)
    if rule.kind == "amount_off":
        return _amount_off(rule, items, left)
    return _buy_x_get_y(rule, items, left)


def _applied(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[Taken]:
    """Applies discounts one after the other; see the package for how they combine."""
    rivals: dict[str, list[DiscountRule]] = defaultdict(list)
    for rule in in_turn(rules):
        rivals[rule.group].append(rule)
    left = [item.total for item in items]
    done: set[str] = set()
    taken: list[Taken] = []
    for rule in in_turn(rules):
        if rule.group and rule.group in done:
            continue
        candidates = rivals[rule.group] if rule.group else [rule]
        done.add(rule.group)
        options = [Taken(one, tuple(_off(one, items, left))) for one in candidates]
        best = max(options, key=lambda one: one.amount)
        if best.amount > 0:
            taken.append(best)
            left = [rest - off for rest, off in zip(left, best.by_item, strict=True)]
    return taken


def _by_item(taken: Sequence[Taken], count: int) -> tuple[int, ...]:
    return tuple(sum(one.by_item[index] for one in taken) for index in range(count))


def evaluate(
    rules: Sequence[DiscountRule],
    items: Sequence[Item],
    promo: Promo | None,
    gift_prices: Mapping[str, int],
) -> Outcome:
    """What a cart gets of automatic discounts, and whether its promo code applies beside them.

    `promo` has been found valid. `gift_prices` holds what each gift that can be given would cost, by
    the discount's slug: a gift that is out of stock is not in it.
    """
    # Worked out in the order of the SKUs, so that the order of the lines moves no cent.
    turn = sorted(range(len(items)), key=lambda index: items[index].sku_id)
    lines = [items[index] for index in turn]
    gifts = [rule for rule in gifts_met(rules, lines) if rule.slug in gift_prices]
    chosen, given, promo_counts = _applied(rules, lines), gifts, True
    if promo is not None and not all(
        rule.combines_with_codes for rule in (*(one.rule for one in chosen), *gifts)
    ):
        beside = _applied([rule for rule in rules if rule.combines_with_codes], lines)
        kept = [rule for rule in gifts if rule.combines_with_codes]
        off = _by_item(beside, len(lines))
        rest = [line.total - less for line, less in zip(lines, off, strict=True)]
        with_code = sum(off) + sum(discounts(promo, rest)) + _value(kept, gift_prices)
        without = sum(one.amount for one in chosen) + _value(gifts, gift_prices)
        promo_counts = with_code > without
        if promo_counts:
            chosen, given = beside, kept
    place = {index: position for position, index in enumerate(turn)}
    taken = tuple(
        Taken(one.rule, tuple(one.by_item[place[index]] for index in range(len(items))))
        for one in chosen
    )
    return Outcome(taken, tuple(given), _by_item(taken, len(items)), promo_counts)


def _value(gifts: Sequence[DiscountRule], prices: Mapping[str, int]) -> int:
    return sum(prices[rule.slug] for rule in gifts)


def saved_by(
    promo: Promo,
    rules: Sequence[DiscountRule],
    items: Sequence[Item],
    gift_prices: Mapping[str, int],
) -> int:
    """What a valid code takes off a cart beyond what it gets without one; 0 where nothing."""
    without = evaluate(rules, items, None, gift_prices)
    beside = evaluate(rules, items, promo, gift_prices)
    if not beside.promo_counts:
        return 0
    rest = [item.total - off for item, off in zip(items, beside.by_item, strict=True)]
    with_code = beside.amount + sum(discounts(promo, rest)) + _value(beside.gifts, gift_prices)
    return max(0, with_code - without.amount - _value(without.gifts, gift_prices))


def hints(rules: Sequence[DiscountRule], items: Sequence[Item]) -> list[Hint]:
    """Discounts that a cart does not get yet but has begun to reach, the nearest first.

    Those that lack only units come before those that lack an amount. Of a group only the nearest is
    named.
    """
    found = [hint for rule in rules if (hint := _hint(rule, items)) is not None]
    found.sort(
        key=lambda one: (one.missing_amount, one.missing_units, one.rule.priority, one.rule.slug)
    )
    groups: set[str] = set()
    nearest: list[Hint] = []
    for hint in found:
        if not hint.rule.group or hint.rule.group not in groups:
            groups.add(hint.rule.group)
            nearest.append(hint)
    return nearest


def _hint(rule: DiscountRule, items: Sequence[Item]) -> Hint | None:
    inside = units(rule.scope, items)
    if inside == 0:
        return None
    missing_amount = max(0, rule.minimum_purchase - worth(rule.scope, items))
    missing_units = max(0, rule.buy_quantity - inside)
    if rule.kind == "buy_x_get_y" and _times(rule, items)[0] == 0:
        both = sum(
            item.quantity
            for item in items
            if rule.scope.includes(item) and rule.get_scope.includes(item)
        )
        to_buy = max(0, rule.buy_quantity - (inside - both))
        to_get = max(0, rule.get_quantity - (units(rule.get_scope, items) - both))
        missing_units = max(0, to_buy + to_get - both)
    if missing_amount == 0 and missing_units == 0:
        return None
    return Hint(rule, missing_amount, missing_units)
