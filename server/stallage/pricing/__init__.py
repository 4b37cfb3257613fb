"""From lines to what is to be paid.

The law of pricing:

1. Money is an integer in the minor unit. The steps are always the same and in this order: lines at
   their price (a running sale is already in it) → promo code → delivery → gift wrap → tax → wallet →
   total.
2. Discounts and taxes are rounded for each line, half away from zero; every total is the sum of its
   lines. Nothing is lost or made: the shares of a discount add up to the discount.
3. A discount never takes a line below zero. Delivery is free from an amount that counts after the
   discount.
4. Taxes are named rates of a country, perhaps of a state, perhaps of a city; every rate that fits the
   address applies to the same net amount. A rate is either *included* in the shown prices (it says
   how much of the price is tax and changes no total) or *added*. Delivery is taxed where the rate says,
   gift wrap by every rate.
5. `total` is what the order is worth, `payable` what is left of it after the wallet.
"""
