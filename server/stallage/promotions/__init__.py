"""What operators see and change of promotions: promo codes, automatic discounts, sales and gift cards.

The tables belong to `pricing`, `products` and `wallet`, whose actions write them.
"""
