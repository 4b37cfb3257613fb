"""Gift cards after they were paid for: issued, sent on their day, resent, and voided.

A card's code is made in the transaction that finds its order paid, once for each order line. The code
is never stored: it is derived when it is sent (`wallet.rules.gift_card_code`). Cancelling makes it void
under the order's row lock, unless it was redeemed before. What a shopper writes on a card is in
`cart.gift_cards`, how it is sold in `products.rules.gift_card_terms`.
"""
