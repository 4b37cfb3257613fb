"""Prices an order: from its lines to the amount to pay.

1. Money is an integer in the minor unit. The steps always run in this order: line prices (a running sale
   is included) → automatic discounts → promo code → delivery → gift wrap → tax → gift cards and wallet →
   amount to pay.
2. Discounts and taxes are rounded per line, half away from zero; every total is the sum of its lines.
   The shares of a discount add up to the discount exactly.
3. A discount never takes a line below zero. Free delivery depends on the amount after discounts.
4. Tax rates belong to a country and optionally to a state and a city in it; every rate that matches the
   address applies to the same net amount. An *included* rate is part of the displayed price and changes
   no total; an *added* rate is charged on top. Delivery is taxed if the rate says so, gift wrap by every
   rate.
5. `total` is the value of the order, `payable` what remains after gift cards and the wallet.
"""
