"""Actions of stock: reservations of orders, and the supply of units."""

from stallage.stock.actions.reservations import (
    can_reserve_again,
    lock,
    release,
    release_some,
    reserve,
    reserve_again,
    reserve_more,
    reserving,
    sell,
)
from stallage.stock.actions.supply import change_units, move_units, put_back, set_level

__all__ = [
    "can_reserve_again",
    "change_units",
    "lock",
    "move_units",
    "put_back",
    "release",
    "release_some",
    "reserve",
    "reserve_again",
    "reserve_more",
    "reserving",
    "sell",
    "set_level",
]
