"""Discounts that need no code.

How discounts combine:

1. A condition (an amount, a number of units) counts the lines as they are priced, before any discount.
   So no discount can take away the condition of another.
2. Automatic discounts apply one after the other, those with the lower `priority` first and of the same
   priority in the order of their slugs. Each takes its part of what the earlier ones have left of a
   line. Nothing falls below zero, and the order in which discounts or lines are stored is irrelevant.
3. Of discounts that share a `group` only one applies: the one that saves most at its turn.
4. A promo code takes its part of what automatic discounts have left. Where some of them do not combine
   with codes, the shopper gets the better of two: all automatic discounts and no code, or the code
   with those that combine. A code that loses is refused with `promo_saves_less` and is not used up.
5. A gift is a line at the price 0. It counts for no condition, pays no tax, is given only while its
   SKU is in stock, and never makes an order without delivery need one.
"""
