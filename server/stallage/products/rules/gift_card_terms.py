"""Gift cards as products: the SKUs are the denominations, and other amounts may be allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stallage.products.drafts import SkuDraft


@dataclass(frozen=True, slots=True)
class GiftCardTerms:
    """How a gift card is sold. Amounts are minor units."""

    minimum: int
    """The least amount of the shopper's own choice; 0 where only the denominations are sold."""
    maximum: int
    months: int
    """How long its code can be redeemed; 0 for as long as the shop exists."""

    @classmethod
    def of(cls, kept: Mapping[str, int]) -> GiftCardTerms:
        """The terms as a product keeps them."""
        return cls(kept.get("minimum", 0), kept.get("maximum", 0), kept.get("months", 0))

    def sells(self, amount: int, denominations: Iterable[int]) -> bool:
        """Whether a card of this amount can be bought."""
        return amount in denominations or (
            self.minimum > 0 and self.minimum <= amount <= self.maximum
        )


def gift_card_skus(skus: Iterable[SkuDraft]) -> tuple[SkuDraft, ...]:
    """SKUs of a gift card: nothing is sent by parcel, stock never ends, and nothing is taxed.

    A card that can be spent on anything is a multi-purpose voucher: tax is due when it is spent, not
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
