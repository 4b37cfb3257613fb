"""What happens in the sample orders, drawn from a seed. Pure: no database, no clock."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

FILE = Path(__file__).parent / "trade.toml"
SEED = 20_261
DAYS = 14
"""Whole days of trade before today."""
ORDERS_A_DAY = (9, 10, 9, 10, 12, 13, 11)
"""From Monday to Sunday."""
GROWTH = 1.15
"""Of the second week, so that there is something to compare."""
VISITS_PER_ORDER = (36, 48)

Payment: TypeAlias = Literal["card", "declined", "abandoned", "delivery", "wallet", "gift_card"]
PAYMENTS: dict[Payment, int] = {
    "card": 70,
    "declined": 4,
    "abandoned": 4,
    "delivery": 12,
    "wallet": 5,
    "gift_card": 5,
}
Fate: TypeAlias = Literal["delivered", "two_parcels", "late", "cancelled", "line_cancelled"]
FATES: dict[Fate, int] = {
    "delivered": 78,
    "two_parcels": 8,
    "late": 5,
    "cancelled": 4,
    "line_cancelled": 5,
}
Return: TypeAlias = Literal["", "requested", "approved", "completed", "refused"]
RETURNS: dict[Return, int] = {"": 88, "requested": 4, "approved": 2, "completed": 4, "refused": 2}
CARRIERS = ("UPS", "USPS", "FedEx")
WAITING = ("confirm",) * 6 + ("pack",) * 11 + ("ship",) * 5
"""What the newest orders wait for, the newest first, whatever time it is."""
OPENS, CLOSES = 9, 17
"""Hours in which orders are packed, in the shop's time zone."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A SKU to buy. `price` is in minor units."""

    sku_id: int
    slug: str
    price: int


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """An order and what becomes of it. Times in the future never happen."""

    number: int
    placed_at: datetime
    person: int
    sku_ids: tuple[int, ...]
    """Repeated for each unit."""
    payment: Payment
    fate: Fate
    express: bool
    promo: bool
    gift_wrap: bool
    confirmed_at: datetime
    packed_at: datetime
    shipped_at: datetime
    delivered_at: datetime
    goodwill: Literal["", "granted", "paid"]
    """A refund of a few dollars after delivery."""
    returned: Return
    returned_at: datetime
    reviewed: bool
    carrier: str
    tracking_number: str


def read_file() -> dict[str, Any]:
    """Read `trade.toml`."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _next_working_hour(moment: datetime, random: Random) -> datetime:
    """The first moment from `moment` on at which somebody packs: Monday to Saturday in the daytime."""
    day = moment
    if day.hour >= CLOSES:
        day = datetime.combine(day.date() + timedelta(days=1), time(OPENS), day.tzinfo)
    elif day.hour < OPENS:
        day = datetime.combine(day.date(), time(OPENS), day.tzinfo)
    if day.weekday() == 6:
        day = datetime.combine(day.date() + timedelta(days=1), time(OPENS), day.tzinfo)
    return day + timedelta(minutes=random.randint(4, 70))


def _times_of_day(day: date, count: int, zone: ZoneInfo, random: Random) -> Iterator[datetime]:
    """Moments of a day, most of them around noon and in the evening."""
    for _ in range(count):
        peak = random.choice((11.5, 13.0, 20.0, 20.5))
        hour = min(max(random.gauss(peak, 2.6), 0.2), 23.8)
        yield datetime.combine(day, time(), zone) + timedelta(seconds=int(hour * 3600))


def _choose(weights: Mapping[Any, int], random: Random) -> Any:
    return random.choices(list(weights), list(weights.values()))[0]


def _basket(offers: Sequence[Offer], popular: Mapping[str, int], random: Random) -> tuple[int, ...]:
    # Dear products are bought more rarely.
    weights = [
        popular.get(offer.slug, 1) * min(1.0, 9000 / max(offer.price, 1)) for offer in offers
    ]
    units: list[int] = []
    for offer in dict.fromkeys(random.choices(offers, weights, k=random.choice((1, 1, 2, 2, 3)))):
        most = 4 if offer.price < 4000 else 2 if offer.price < 9000 else 1
        units += [offer.sku_id] * random.randint(1, most)
    return tuple(units)


def plan_orders(
    offers: Sequence[Offer],
    people: int,
    popular: Mapping[str, int],
    today: date,
    zone: ZoneInfo,
) -> list[PlannedOrder]:
    """Plan the orders of two weeks and of today, oldest first."""
    planned: list[PlannedOrder] = []
    for ago in range(DAYS, -1, -1):
        day = today - timedelta(days=ago)
        # One generator a day: a change of one day leaves the others as they are.
        random = Random(SEED * 100 + ago)  # noqa: S311 - sample data, no secret
        count = ORDERS_A_DAY[day.weekday()] + random.randint(-1, 2)
        if ago < DAYS // 2:
            count = round(count * GROWTH)
        for placed_at in sorted(_times_of_day(day, count, zone, random)):
            planned.append(
                _plan_order(
                    number=len(planned),
                    placed_at=placed_at,
                    person=random.randrange(people),
                    sku_ids=_basket(offers, popular, random),
                    age_days=ago,
                    random=random,
                )
            )
    return planned


def _plan_order(
    *,
    number: int,
    placed_at: datetime,
    person: int,
    sku_ids: tuple[int, ...],
    age_days: int,
    random: Random,
) -> PlannedOrder:
    fate: Fate = _choose(FATES, random)
    confirmed_at = _next_working_hour(placed_at + timedelta(minutes=40), random)
    # A late one is forgotten after it was confirmed.
    pause = timedelta(hours=random.choice((1, 2, 4)))
    if fate == "late" and age_days < 7:
        pause = timedelta(days=6)
    packed_at = _next_working_hour(confirmed_at + pause, random)
    shipped_at = _next_working_hour(packed_at + timedelta(hours=random.choice((1, 2, 4))), random)
    delivered_at = shipped_at + timedelta(days=random.choice((2, 3, 3, 4)), hours=random.random())
    return PlannedOrder(
        number=number,
        placed_at=placed_at,
        person=person,
        sku_ids=sku_ids,
        payment=_choose(PAYMENTS, random),
        fate=fate,
        express=random.random() < 0.12,
        promo=random.random() < 0.08,
        gift_wrap=random.random() < 0.07,
        confirmed_at=confirmed_at,
        packed_at=packed_at,
        shipped_at=shipped_at,
        delivered_at=delivered_at,
        goodwill="granted" if number % 31 == 11 else "paid" if number % 19 == 4 else "",
        returned=_choose(RETURNS, random),
        returned_at=delivered_at + timedelta(hours=random.uniform(8, 60)),
        reviewed=random.random() < 0.3,
        carrier=random.choice(CARRIERS),
        tracking_number=f"1Z{random.randrange(10**15):015d}",
    )


def _until(order: PlannedOrder, step: str, soon: datetime, never: datetime) -> PlannedOrder:
    """Return an order that waits for a step: the steps before it were done, those after it never."""
    if step == "confirm":
        return replace(order, confirmed_at=never, packed_at=never, shipped_at=never)
    if step not in ("pack", "ship"):
        return order
    confirmed_at = min(order.confirmed_at, soon)
    packed_at = min(order.packed_at, soon + timedelta(minutes=20)) if step == "ship" else never
    return replace(order, confirmed_at=confirmed_at, packed_at=packed_at, shipped_at=never)


def leave_waiting(planned: Sequence[PlannedOrder], now: datetime) -> list[PlannedOrder]:
    """Keep the newest orders at the steps of `WAITING`; all others are at most late."""
    never, soon = now + timedelta(days=1), now - timedelta(minutes=50)
    waiting = iter(WAITING)
    changed = []
    for order in reversed(planned):
        is_usual = order.payment in ("card", "delivery", "wallet", "gift_card")
        step = next(waiting, "") if is_usual and order.fate != "cancelled" else ""
        moved = _until(order, step, soon, never)
        changed.append(replace(moved, delivered_at=never) if step else moved)
    return changed[::-1]


def visits_of(day: date, orders: int, today: date) -> int:
    """How many visits a day with so many orders had."""
    random = Random(SEED * 1000 + (today - day).days)  # noqa: S311 - sample data, no secret
    return orders * random.randint(*VISITS_PER_ORDER) + random.randint(20, 60)
