"""Gift cards as products: SKUs are denominations, and shoppers may choose other amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stallage.products.drafts import SkuDraft


@dataclass(frozen=True, slots=True)
class GiftCardTerms:
    """Amounts that a gift card is sold for, in minor units, and how long it is valid."""

    minimum: int
    """Lowest amount that shoppers can choose; 0 if only the denominations are sold."""
    maximum: int
    months: int
    """Months in which the code can be redeemed; 0 for unlimited."""

    @classmethod
    def of(cls, terms: Mapping[str, int]) -> GiftCardTerms:
        """Return the terms stored with a product in `products.gift_card`."""
        return cls(terms.get("minimum", 0), terms.get("maximum", 0), terms.get("months", 0))

    def sells(self, amount: int, denominations: Iterable[int]) -> bool:
        """Whether a card of this amount can be bought."""
        return amount in denominations or (
            self.minimum > 0 and self.minimum <= amount <= self.maximum
        )


def gift_card_skus(skus: Iterable[SkuDraft]) -> tuple[SkuDraft, ...]:
    """Return SKUs as a gift card needs them: not shipped, not tracked, not taxed.

    A gift card for anything in the shop is a multi-purpose voucher: tax is due when it is spent, not
    when it is sold (Directive 2006/112/EC, Article 30b).
    """
    return tuple(
        replace(
            sku,
            requires_shipping=False,
            taxable=False,
            tracked=False,
            backorder=False,
            compare_at_price=0,
        )
        for sku in skus
    )
