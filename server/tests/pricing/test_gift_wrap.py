"""Gift wrap changes nothing else in an order, and its amounts add up."""

from __future__ import annotations

from hypothesis import given

from stallage.core.money import scale
from stallage.pricing.rules import totals
from stallage.pricing.rules.gift_wrap import GiftWrap, add_gift_wrap
from stallage.pricing.rules.totals import Delivery, LineItem, Promo, Rate
from tests.pricing.test_rules import amounts, deliveries, line_items, promos, rates


@given(line_items, promos, deliveries, rates, amounts)
def test_gift_wrap_adds_only_its_price_and_taxes(
    lines: list[LineItem],
    code: Promo | None,
    delivery: Delivery | None,
    taxes: list[Rate],
    wrap: int,
) -> None:
    plain = totals.price_order(lines, promo=code, delivery=delivery, rates=taxes)
    wrapped = add_gift_wrap(plain, GiftWrap("Gift wrap", wrap), taxes)
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


def test_it_is_taxed_like_items_even_if_delivery_is_not() -> None:
    state = Rate("State", 65_000, included=False, on_delivery=False)
    vat = Rate("VAT", 190_000, included=True, on_delivery=True)
    bowl = [LineItem(2500, 1, taxable=True)]
    plain = totals.price_order(bowl, promo=None, delivery=None, rates=[state])
    wrapped = add_gift_wrap(plain, GiftWrap("Wrap", 450), [state])
    assert wrapped.total - plain.total == 450 + 29
    plain = totals.price_order(bowl, promo=None, delivery=None, rates=[vat])
    wrapped = add_gift_wrap(plain, GiftWrap("Wrap", 450), [vat])
    assert wrapped.total - plain.total == 450
    assert wrapped.taxes[0].amount - plain.taxes[0].amount == scale(450, 19, 119)


def test_an_order_without_gift_wrap_does_not_change() -> None:
    plain = totals.price_order(
        [LineItem(2500, 1, taxable=True)], promo=None, delivery=None, rates=[]
    )
    assert add_gift_wrap(plain, None, []) == plain
