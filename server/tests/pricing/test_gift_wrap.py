"""Gift wrap on top of an order: nothing else moves, and no cent is lost or made."""

from __future__ import annotations

from hypothesis import given

from stallage.core.money import scale
from stallage.pricing import rules
from stallage.pricing.gift_wrap import GiftWrap, with_gift_wrap
from stallage.pricing.rules import Delivery, Goods, Promo, Rate
from tests.pricing.test_rules import amounts, deliveries, goods, promos, rates


@given(goods, promos, deliveries, rates, amounts)
def test_wrapping_adds_its_price_and_its_taxes_alone(
    lines: list[Goods], code: Promo | None, delivery: Delivery | None, taxes: list[Rate], wrap: int
) -> None:
    plain = rules.price(lines, promo=code, delivery=delivery, rates=taxes)
    wrapped = with_gift_wrap(plain, GiftWrap("Gift wrap", wrap), taxes)
    assert wrapped.lines == plain.lines
    assert (wrapped.subtotal, wrapped.discount) == (plain.subtotal, plain.discount)
    assert wrapped.shipping == plain.shipping
    assert wrapped.gift_wrap == wrap
    pairs = zip(plain.taxes, wrapped.taxes, strict=True)
    more = [after.amount - before.amount for before, after in pairs]
    added = sum(tax for tax, rate in zip(more, taxes, strict=True) if not rate.included)
    assert wrapped.total == plain.total + wrap + added
    assert wrapped.total == (
        wrapped.subtotal
        - wrapped.discount
        + wrapped.shipping
        + wrapped.gift_wrap
        + sum(tax.amount for tax in wrapped.taxes if not tax.rate.included)
    )


def test_it_is_taxed_as_goods_are_also_where_delivery_is_not() -> None:
    state = Rate("State", 65_000, included=False, on_delivery=False)
    vat = Rate("VAT", 190_000, included=True, on_delivery=True)
    bowl = [Goods(2500, 1, taxable=True)]
    plain = rules.price(bowl, promo=None, delivery=None, rates=[state])
    wrapped = with_gift_wrap(plain, GiftWrap("Wrap", 450), [state])
    assert wrapped.total - plain.total == 450 + 29
    plain = rules.price(bowl, promo=None, delivery=None, rates=[vat])
    wrapped = with_gift_wrap(plain, GiftWrap("Wrap", 450), [vat])
    assert wrapped.total - plain.total == 450
    assert wrapped.taxes[0].amount - plain.taxes[0].amount == scale(450, 19, 119)


def test_an_order_without_it_stays_as_it_is() -> None:
    plain = rules.price([Goods(2500, 1, taxable=True)], promo=None, delivery=None, rates=[])
    assert with_gift_wrap(plain, None, []) == plain
