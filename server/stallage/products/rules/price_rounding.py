"""How prices that a percentage gives are rounded.

The SQL function `sale_price` does the same for sales; a test compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from stallage.core.money import Currency

RoundingChoice = Literal["exact", "step", "ending"]


@dataclass(frozen=True, slots=True)
class RoundingRule:
    """Prices are `ending` more than a multiple of `step`, both in minor units."""

    step: int
    ending: int

    def nearest(self, amount: int) -> int:
        """Return the nearest such price, the lower of two; may be 0 or less."""
        steps = (2 * (amount - self.ending) + self.step - 1) // (2 * self.step)
        return self.ending + steps * self.step

    def rounded(self, before: int, changed: int) -> int:
        """Return what a price becomes that was `before` and is `changed` without rounding.

        A price that rounding would lower to nothing, or take back to `before` or beyond, is not rounded.
        """
        nearest = self.nearest(changed)
        takes_back = changed <= before <= nearest or nearest <= before <= changed
        return changed if nearest < 1 or takes_back else nearest


EXACT: Final = RoundingRule(1, 0)
"""To the minor unit."""


def rounding_rule(
    rounding: RoundingChoice, step: int, ending: int, currency: Currency
) -> RoundingRule:
    """Return the rule of a shop with these settings, `step` and `ending` in minor units."""
    if rounding == "step":
        return RoundingRule(step, 0)
    if rounding == "ending":
        return RoundingRule(currency.endings, ending % currency.endings)
    return EXACT
