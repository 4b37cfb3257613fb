"""Gift cards after they were paid for: issued, sent on their day, resent, and voided.

A card's code is created in the transaction that finds its order paid, once for each order line. The code
is not stored: it is derived when the card is sent (`wallet.rules.gift_card_code`). Cancelling voids it
under the order's row lock, unless it was redeemed before. What a shopper writes on a card is in
`cart.rules.gift_cards`, how cards are sold in `products.rules.gift_card_terms`.
"""
